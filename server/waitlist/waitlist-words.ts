import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { formatSlotTime, wallClock, type Zone, zoneAbbreviation } from '@trunkshow/contract/zones.ts'
import { zoneOf } from '../zones.ts'
import type { getEntry } from './queries.ts'

/** What a guest waits for: `Friday, December 4, 10:00 AM – 10:30 AM EST`, `Friday, December 4, any time`, or `Any time`. */
export function targetOf({ entry, event, wanted }: Omit<Awaited<ReturnType<typeof getEntry>>, 'offer'>) {
  if (wanted) return `${formatDay(wanted.slotDate)}, ${formatSlotTime(wanted, zoneOf(event.timeZone))}`
  return entry.slotDate ? `${formatDay(entry.slotDate)}, any time` : 'Any time'
}

/** `4:10 PM EST`, with the day unless it is today at the venue. */
export function deadlineOf(at: Date, zone: Zone, now: Date) {
  const { date, time } = wallClock(at, zone)
  const clock = formatTime(time, zoneAbbreviation(at, zone))
  return date === wallClock(now, zone).date ? `${clock} today` : `${clock} on ${formatDay(date)}`
}
