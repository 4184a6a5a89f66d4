import { formatDate, formatShortDate, formatTime, venueNow } from '@trunkshow/contract/dates.ts'

/** The venue's date at an instant: `2027-04-16T14:48:00Z` → `April 16, 2027`. */
export function formatOrderDay(at: string): string {
  return formatDate(venueNow(new Date(at)).date)
}

/** The venue's date at an instant, as in lists: `2027-04-16T14:48:00Z` → `Apr 16, 2027`. */
export function shortOrderDay(at: string): string {
  return formatShortDate(venueNow(new Date(at)).date)
}

/** The venue's date and time: `April 16, 2027, 10:48 AM`; `Today, 10:48 AM` on the day of `now`. */
export function whenTaken(at: string, now: Date): string {
  const { date, time } = venueNow(new Date(at))
  return `${date === venueNow(now).date ? 'Today' : formatDate(date)}, ${formatTime(time)}`
}
