/**
 * Wall-clock dates (`yyyy-MM-dd`) and times (`HH:mm`), and how they are shown (docs/product.md, Dates and times): the
 * same text in Node and in every browser, so hydration matches. `zones.ts` has what depends on a time zone.
 */
/** The IANA time zone of events and companies until they choose one. */
export const DEFAULT_TIME_ZONE = 'America/New_York'

export const MONTHS =
  'January February March April May June July August September October November December'.split(' ')
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function dateParts(date: string) {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = date.split('-').map(Number)
  return { year, month, day }
}

function utcDay(date: string) {
  const { year, month, day } = dateParts(date)
  return new Date(Date.UTC(year, month - 1, day))
}

/** Said of a day in a query that isn't one. */
export const dateInvalid = 'Enter a date like 2026-12-04.'

/** Whether the text is a valid day written `yyyy-MM-dd`. */
export function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false
  const day = utcDay(text)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text)
}

/** Whether the text is a time of day from 00:00 to 23:59, written `HH:mm`. */
export function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d$/.test(text)
}

/** How an end at midnight is written: later than every other time, as text and in PostgreSQL (decision 063). */
export const END_OF_DAY = '24:00'

/** Whether the text is a time at which something can end: a time of day, or midnight as `24:00`. */
export function isEndTime(text: string): boolean {
  return isTime(text) || text === END_OF_DAY
}

/** An end as it is kept: midnight, which clocks and time fields show as `00:00`, is `24:00`. */
export function toEndTime(time: string): string {
  return time === '00:00' ? END_OF_DAY : time
}

/** `2027-04-16` → `April 16, 2027`; empty or not a string → `Invalid date`; other invalid text → unchanged. */
export function formatDate(date: unknown): string {
  if (typeof date !== 'string' || date === '') return 'Invalid date'
  const { year, month, day } = dateParts(date)
  const name = MONTHS[month - 1]
  if (!name || Number.isNaN(year + day)) return date
  return `${name} ${day}, ${year}`
}

/** `2027-04-16` → `Friday, April 16, 2027`. */
export function formatDay(date: string): string {
  return isDate(date) ? `${WEEKDAYS[utcDay(date).getUTCDay()]}, ${formatDate(date)}` : formatDate(date)
}

/** The parts a date button shows: `{ weekday: 'Fri', day: '16', month: 'Apr' }`. */
export function dayParts(date: string) {
  const day = utcDay(date)
  return {
    weekday: WEEKDAYS[day.getUTCDay()]!.slice(0, 3),
    day: String(day.getUTCDate()),
    month: MONTHS[day.getUTCMonth()]!.slice(0, 3),
  }
}

/** As in tables: `2027-04-16` → `Apr 16, 2027`. */
export function formatShortDate(date: string): string {
  const { month, day } = dayParts(date)
  return `${month} ${day}, ${dateParts(date).year}`
}

/** One date, or a range where the event lasts several days: `April 16 – 18, 2027`. */
export function formatDateRange(from: string, to: string | null): string {
  if (!to || to === from) return formatDate(from)
  const a = dateParts(from)
  const b = dateParts(to)
  if (a.year !== b.year) return `${formatDate(from)} – ${formatDate(to)}`
  if (a.month !== b.month) return `${MONTHS[a.month - 1]} ${a.day} – ${formatDate(to)}`
  return `${MONTHS[a.month - 1]} ${a.day} – ${b.day}, ${b.year}`
}

/**
 * `13:05` → `1:05 PM`, midnight as 12. A time that already has AM or PM is kept.
 *
 * @param time `HH:mm`, also `24:00`, or a time in 12-hour form
 * @param zone a zone's abbreviation to add; without it, a zone suffix is removed
 */
export function formatTime(time: string, zone?: string): string {
  const suffix = zone ? ` ${zone}` : ''
  if (/[AP]M/i.test(time)) return time.replace(/([AP]M)\s+\S+$/i, '$1') + suffix
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const text = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours % 24 < 12 ? 'AM' : 'PM'}`
  return text + suffix
}

/** `10:00`, `16:00` → `10:00 AM – 4:00 PM`. */
export function formatTimeRange(start: string, end: string): string {
  return `${formatTime(start)} – ${formatTime(end)}`
}

/** The date (`yyyy-MM-dd`) that many days later, or earlier if negative. */
export function addDays(date: string, days: number): string {
  const day = utcDay(date)
  day.setUTCDate(day.getUTCDate() + days)
  return day.toISOString().slice(0, 10)
}

/** Whole days from one date to another. */
export function daysBetween(from: string, to: string): number {
  return Math.round((utcDay(to).getTime() - utcDay(from).getTime()) / 86_400_000)
}

/** `HH:mm` → minutes since midnight. */
export function toMinutes(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  return hours * 60 + minutes
}

/** Minutes since midnight → `HH:mm`; 1440 is `24:00`. */
export function fromMinutes(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
