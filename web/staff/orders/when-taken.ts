import { formatDate, formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'

/** The company's date at an instant: `2027-04-16T14:48:00Z` → `April 16, 2027`. */
export function formatOrderDay(at: string, zone: Zone): string {
  return formatDate(wallClock(new Date(at), zone).date)
}

/** The company's date at an instant, as in lists: `2027-04-16T14:48:00Z` → `Apr 16, 2027`. */
export function shortOrderDay(at: string, zone: Zone): string {
  return formatShortDate(wallClock(new Date(at), zone).date)
}

/** The company's date and time: `April 16, 2027, 10:48 AM`; `Today, 10:48 AM` on the day of `now`. */
export function whenTaken(at: string, zone: Zone, now: Date): string {
  const { date, time } = wallClock(new Date(at), zone)
  return `${date === wallClock(now, zone).date ? 'Today' : formatDate(date)}, ${formatTime(time)}`
}
