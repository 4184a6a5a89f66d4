import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'

interface ActivityDay<Entry> {
  heading: string
  entries: { time: string; entry: Entry }[]
}

/** Groups entries by day, in the given order, with their time of day on the company's clock. */
export function activityDays<Entry extends { at: string }>(
  entries: readonly Entry[],
  zone: Zone,
): ActivityDay<Entry>[] {
  const timed = entries.map((entry) => ({ ...wallClock(new Date(entry.at), zone), entry }))
  return [...Map.groupBy(timed, ({ date }) => date)].map(([date, entries]) => ({
    heading: formatDay(date),
    entries: entries.map(({ time, entry }) => ({ time: formatTime(time), entry })),
  }))
}
