/** A venue's clock: dates and times as instants, and back, the same everywhere and without `Intl` (decision 049). */
import { addDays, formatTime } from './dates.ts'

/** An offset of a time zone, from an instant on until the next period. */
export interface ZonePeriod {
  /** Milliseconds since 1970; the first period counts for everything before it too. */
  from: number
  /** Minutes ahead of UTC: -300 in New York in winter. */
  offset: number
  /** What it is called there: `EST`. */
  name: string
}
/** A time zone's periods, earliest first; at least one. */
export type Zone = readonly ZonePeriod[]

/** When a slot is: `yyyy-MM-dd`, `HH:mm`, and `HH:mm` or `24:00`. */
export interface SlotTime {
  slotDate: string
  startTime: string
  endTime: string
}

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

function periodAt(instantMs: number, zone: Zone): ZonePeriod {
  return zone.findLast(({ from }) => from <= instantMs) ?? zone[0]!
}

/** The zone's abbreviation at an instant, such as `EST`. */
export function zoneAbbreviation(instant: Date, zone: Zone): string {
  return periodAt(instant.getTime(), zone).name
}

/** The date (`yyyy-MM-dd`) and time (`HH:mm`) that the zone's clocks show at an instant. */
export function wallClock(instant: Date, zone: Zone) {
  const { offset } = periodAt(instant.getTime(), zone)
  const text = new Date(instant.getTime() + offset * MINUTE_MS).toISOString()
  return { date: text.slice(0, 10), time: text.slice(11, 16) }
}

const asUtc = (date: string, time: string) => Date.parse(`${date}T${time}:00Z`)

/** The instants when the zone's clocks show this date and time, latest first: none, one or two. */
function instantsOf(date: string, time: string, zone: Zone): Date[] {
  const wall = asUtc(date, time)
  return [...new Set(zone.map(({ offset }) => offset))]
    .filter((offset) => periodAt(wall - offset * MINUTE_MS, zone).offset === offset)
    .sort((a, b) => a - b)
    .map((offset) => new Date(wall - offset * MINUTE_MS))
}

/** The instant of a time. A skipped one has the offset before; a repeated one is the second, as in PostgreSQL. */
export function wallToInstant(date: string, time: string, zone: Zone): Date {
  const [latest] = instantsOf(date, time, zone)
  if (latest) return latest
  const wall = asUtc(date, time)
  return new Date(wall - periodAt(wall - DAY_MS, zone).offset * MINUTE_MS)
}

/** The instant a slot ends: when the zone's clocks first show its end after its start. */
export function endToInstant({ slotDate, startTime, endTime }: SlotTime, zone: Zone): Date {
  const starts = wallToInstant(slotDate, startTime, zone)
  const ends = instantsOf(slotDate, endTime, zone).findLast((instant) => instant > starts)
  return ends ?? wallToInstant(slotDate, endTime, zone)
}

/** Whether the zone's clocks show this time (`HH:mm`) on that date: in spring, they skip some. */
export function isOnClock(date: string, time: string, zone: Zone): boolean {
  return instantsOf(date, time, zone).length > 0
}

/** Whether the zone's clocks show this time twice on that date: in fall, some repeat. */
export function isRepeated(date: string, time: string, zone: Zone): boolean {
  return instantsOf(date, time, zone).length > 1
}

/** Whether the zone's clocks change on that date. */
export function isClockChange(date: string, zone: Zone): boolean {
  const midnight = (day: string) => wallToInstant(day, '00:00', zone).getTime()
  return midnight(addDays(date, 1)) - midnight(date) !== DAY_MS
}

/** What the zone is called as its clocks show this date and time; for a time that they skip, before the change. */
function nameAt(instant: Date, date: string, time: string, zone: Zone): string {
  const offset = (asUtc(date, time) - instant.getTime()) / MINUTE_MS
  const period = zone.findLast(({ from, offset: its }) => its === offset && from <= instant.getTime())
  return period?.name ?? zoneAbbreviation(instant, zone)
}

/** A slot's start and end: `10:00 AM – 10:30 AM EST`. Both have the zone if the clocks change between them. */
export function formatSlotTime(slot: SlotTime, zone: Zone): string {
  const { slotDate, startTime, endTime } = slot
  const startZone = nameAt(wallToInstant(slotDate, startTime, zone), slotDate, startTime, zone)
  const endZone = nameAt(endToInstant(slot, zone), slotDate, endTime, zone)
  const start = formatTime(startTime, startZone === endZone ? undefined : startZone)
  return `${start} – ${formatTime(endTime, endZone)}`
}

/** An event's hours on its first day, as `formatSlotTime` shows them. */
export function formatHours(event: { eventDate: string; startTime: string; endTime: string; zone: Zone }) {
  return formatSlotTime({ ...event, slotDate: event.eventDate }, event.zone)
}

/** `10:00` on a date, with the zone's abbreviation then: `10:00 AM EST`. */
export function formatTimeOn(date: string, time: string, zone: Zone): string {
  return formatTime(time, nameAt(wallToInstant(date, time, zone), date, time, zone))
}

/** The part of a zone that counts between two dates (`yyyy-MM-dd`), with a day on either side. */
export function zoneBetween(zone: Zone, from: string, to: string): Zone {
  const start = asUtc(addDays(from, -1), '00:00')
  const end = asUtc(addDays(to, 2), '00:00')
  return zone.filter(
    ({ from }, index) => from < end && (zone[index + 1]?.from ?? Number.POSITIVE_INFINITY) > start,
  )
}

/**
 * Reads a time zone's periods from the runtime, in milliseconds for each year. It has no names for them: see `nameOf`.
 *
 * @param timeZone an IANA name
 * @param from a date, `yyyy-MM-dd`; `to` one after it
 * @param nameOf what a period is called there, by its offset in minutes
 * @throws RangeError for an unknown zone
 */
export function readZone(
  timeZone: string,
  from: string,
  to: string,
  nameOf: (offset: number) => string = gmtName,
): Zone {
  const format = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longOffset' })
  const offsetAt = (instantMs: number) => {
    const [, sign, hours, minutes] = /GMT(?:([+-])(\d\d):(\d\d))?/.exec(format.format(instantMs))!
    const offset = sign ? Number(hours) * 60 + Number(minutes) : 0
    return sign === '-' ? -offset : offset
  }
  const begin = asUtc(from, '00:00')
  let offset = offsetAt(begin)
  const periods: ZonePeriod[] = [{ from: begin, offset, name: nameOf(offset) }]
  // The shortest period on record is Morocco's during Ramadan, of four weeks.
  const step = 14 * DAY_MS
  for (let known = begin; known < asUtc(to, '00:00'); known += step) {
    const next = offsetAt(known + step)
    if (next === offset) continue
    let [before, after] = [known, known + step]
    while (after - before > MINUTE_MS) {
      const middle = Math.floor((before + after) / 2 / MINUTE_MS) * MINUTE_MS
      if (offsetAt(middle) === offset) before = middle
      else after = middle
    }
    offset = next
    periods.push({ from: after, offset, name: nameOf(offset) })
  }
  return periods
}

/** 330 → `GMT+5:30`, for times in zones without an abbreviation of their own. */
export function gmtName(offset: number): string {
  if (offset === 0) return 'GMT'
  const minutes = Math.abs(offset) % 60
  const hours = Math.floor(Math.abs(offset) / 60)
  return `GMT${offset < 0 ? '-' : '+'}${hours}${minutes ? `:${String(minutes).padStart(2, '0')}` : ''}`
}

/** Whether the runtime knows this IANA name, such as `Europe/London`. */
export function isTimeZone(name: string): boolean {
  if (!/^[A-Z][A-Za-z]+(\/[A-Z][A-Za-z0-9_+-]*)+$/.test(name)) return false
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}
