import type { LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'

export interface ActivityDay {
  heading: string
  entries: { time: string; entry: LoggedActivity }[]
}

/** Groups entries by day, in the given order, with their time of day on the company's clock. */
export function activityDays(entries: readonly LoggedActivity[], zone: Zone): ActivityDay[] {
  const timed = entries.map((entry) => ({ ...wallClock(new Date(entry.at), zone), entry }))
  return [...Map.groupBy(timed, ({ date }) => date)].map(([date, entries]) => ({
    heading: formatDay(date),
    entries: entries.map(({ time, entry }) => ({ time: formatTime(time), entry })),
  }))
}
