import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { formatDay, formatTime, venueNow } from '@trunkshow/contract/dates.ts'

export interface ActivityDay {
  heading: string
  entries: { time: string; entry: ActivityEntry }[]
}

/** Groups entries by day, in the given order, with their time of day in the venue's zone. */
export function activityDays(entries: readonly ActivityEntry[]): ActivityDay[] {
  const timed = entries.map((entry) => ({ ...venueNow(new Date(entry.at)), entry }))
  return [...Map.groupBy(timed, ({ date }) => date)].map(([date, entries]) => ({
    heading: formatDay(date),
    entries: entries.map(({ time, entry }) => ({ time: formatTime(time), entry })),
  }))
}
