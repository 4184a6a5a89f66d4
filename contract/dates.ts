/**
 * Wall-clock dates (`yyyy-MM-dd`) and times (`HH:mm`) of the venue, and how pages, emails and calendars show them
 * (docs/product.md, Dates and times). Every function is pure and returns the same text in Node and in every browser,
 * so server rendering and hydration always match.
 */
export const DEFAULT_TIME_ZONE = 'America/New_York'

export const MONTHS = [
  'January',
  'February',
  'March',
  'April',
  'May',
  'June',
  'July',
  'August',
  'September',
  'October',
  'November',
  'December',
]
export const WEEKDAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday']

function dateParts(date: string) {
  const [year = Number.NaN, month = Number.NaN, day = Number.NaN] = date.split('-').map(Number)
  return { year, month, day }
}

function utcDay(date: string) {
  const { year, month, day } = dateParts(date)
  return new Date(Date.UTC(year, month - 1, day))
}

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
 * @param time `HH:mm`, or a time in 12-hour form
 * @param zoneOn a date (`yyyy-MM-dd`): adds the zone's abbreviation at that date and time, `EST` or `EDT`; without
 *   it, a zone suffix is removed
 */
export function formatTime(time: string, zoneOn?: string): string {
  const clock = isTime(time) ? time : '12:00'
  return withZone(time, zoneOn && zoneAbbreviation(zoneOn, clock))
}

function withZone(time: string, zone: string | undefined): string {
  const suffix = zone ? ` ${zone}` : ''
  if (/[AP]M/i.test(time)) return time.replace(/\s*E[SD]T$/, '') + suffix
  const [hours = 0, minutes = 0] = time.split(':').map(Number)
  const text = `${hours % 12 || 12}:${String(minutes).padStart(2, '0')} ${hours < 12 ? 'AM' : 'PM'}`
  return text + suffix
}

/**
 * `10:00`, `16:00` → `10:00 AM – 4:00 PM`. With a date, adds the zone's abbreviation, to both times if the clocks
 * change between them.
 */
export function formatTimeRange(start: string, end: string, zoneOn?: string): string {
  if (!zoneOn) return `${formatTime(start)} – ${formatTime(end)}`
  const startZone = zoneAbbreviation(zoneOn, start)
  const endZone = zoneAbbreviation(zoneOn, end, endToInstant(zoneOn, start, end))
  return `${withZone(start, startZone === endZone ? undefined : startZone)} – ${withZone(end, endZone)}`
}

/** The zone's abbreviation, `EST` or `EDT`, at this date (`yyyy-MM-dd`) and time (`HH:mm`). */
export function zoneAbbreviation(date: string, time: string, instant = wallToInstant(date, time)): string {
  const hoursBehind = (instant.getTime() - new Date(`${date}T${time}:00Z`).getTime()) / 3_600_000
  return hoursBehind === 4 ? 'EDT' : 'EST'
}

/** Made at its first use, which takes a browser 25 ms. */
let venueClock: Intl.DateTimeFormat | undefined

/** The venue's date (`yyyy-MM-dd`) and time (`HH:mm`) at an instant. */
export function venueNow(instant: Date) {
  venueClock ??= new Intl.DateTimeFormat('en-CA', {
    timeZone: DEFAULT_TIME_ZONE,
    dateStyle: 'short',
    timeStyle: 'medium',
    hourCycle: 'h23',
  })
  const parts = Object.fromEntries(venueClock.formatToParts(instant).map((part) => [part.type, part.value]))
  return { date: `${parts.year}-${parts.month}-${parts.day}`, time: `${parts.hour}:${parts.minute}` }
}

/** The offsets of the venue's zone, in hours behind UTC: standard time first. */
const HOURS_BEHIND = [5, 4]

/** The instants when the venue's clock shows this date and time, latest first: none, one or two. */
function instantsOf(date: string, time: string): Date[] {
  const asUtc = new Date(`${date}T${time}:00Z`).getTime()
  return HOURS_BEHIND.map((hours) => new Date(asUtc + hours * 3_600_000)).filter((instant) => {
    const wall = venueNow(instant)
    return wall.date === date && wall.time === time
  })
}

/**
 * The instant when the venue's clock shows this date and time. A time skipped in spring uses the offset before the
 * change; a time repeated in fall is its second occurrence, as in PostgreSQL.
 */
export function wallToInstant(date: string, time: string): Date {
  return instantsOf(date, time)[0] ?? new Date(`${date}T${time}:00-0${HOURS_BEHIND[0]}:00`)
}

/** The instant a slot of that day ends: when the venue's clock first shows `end` after `start`. */
export function endToInstant(date: string, start: string, end: string): Date {
  const starts = wallToInstant(date, start)
  return instantsOf(date, end).findLast((instant) => instant > starts) ?? wallToInstant(date, end)
}

/** Whether this time (`HH:mm`) exists on that date: in spring, the clock skips an hour. */
export function isOnClock(date: string, time: string): boolean {
  return instantsOf(date, time).length > 0
}

/** Whether this time occurs twice on that date: in fall, an hour repeats. */
export function isRepeated(date: string, time: string): boolean {
  return instantsOf(date, time).length > 1
}

/** Whether the venue's clocks change on that date. */
export function isClockChange(date: string): boolean {
  const dayLengthMs =
    wallToInstant(addDays(date, 1), '00:00').getTime() - wallToInstant(date, '00:00').getTime()
  return dayLengthMs !== 86_400_000
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

/** Minutes since midnight (below 1440) → `HH:mm`. */
export function fromMinutes(minutes: number): string {
  return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`
}
