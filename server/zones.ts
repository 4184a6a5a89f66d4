import { addDays } from '@trunkshow/contract/dates.ts'
import {
  gmtName,
  readZone,
  wallToInstant,
  type Zone,
  zoneAbbreviation,
  zoneBetween,
} from '@trunkshow/contract/zones.ts'
import { tzlib_get_ical_block } from 'timezones-ical-library'

/** Reads what a zone's offsets are called there, as in the IANA's database: `EST`, `BST`, or `GMT+3` without a name. */
function readNames(timeZone: string) {
  const names = new Map<number, string>()
  const periods = (tzlib_get_ical_block(timeZone)[0] ?? '').matchAll(
    /BEGIN:(?:STANDARD|DAYLIGHT)[\s\S]*?END:/g,
  )
  for (const [period] of periods) {
    const [, name] = /TZNAME:([A-Z]+)\s/.exec(period) ?? []
    const [, sign, hours, minutes] = /TZOFFSETTO:([+-])(\d\d)(\d\d)/.exec(period) ?? []
    const offset = Number(hours) * 60 + Number(minutes)
    if (name) names.set(sign === '-' ? -offset : offset, name)
  }
  return (offset: number) => names.get(offset) ?? gmtName(offset)
}

const zones = new Map<string, Zone>()

/** Returns a time zone of this century, with the abbreviations in use there. @throws RangeError for an unknown zone */
export function zoneOf(timeZone: string): Zone {
  const known = zones.get(timeZone)
  if (known) return known
  const zone = readZone(timeZone, '2000-01-01', '2100-01-01', readNames(timeZone))
  zones.set(timeZone, zone)
  return zone
}

/**
 * Writes a time zone's VTIMEZONE block for calendars, as pages have it between two dates (`yyyy-MM-dd`). Outlook takes
 * the summer of a block for its year's rule, and wants no DAYLIGHT without a STANDARD
 * (https://learn.microsoft.com/openspecs/exchange_server_protocols/ms-oxcical, 2.1.3.1.1.19).
 */
export function calendarZone(timeZone: string, from: string, to: string): string {
  const zone = zoneOf(timeZone)
  const periods = zoneBetween(zone, from, to)
  const standard = Math.min(...periods.map(({ offset }) => offset))
  const lines = periods.flatMap((period) => {
    const before = zone[zone.indexOf(period) - 1] ?? period
    const kind = period.offset === standard ? 'STANDARD' : 'DAYLIGHT'
    const begins = new Date(period.from + before.offset * 60_000).toISOString()
    return [
      `BEGIN:${kind}`,
      `TZNAME:${period.name}`,
      `TZOFFSETFROM:${formatOffset(before.offset)}`,
      `TZOFFSETTO:${formatOffset(period.offset)}`,
      `DTSTART:${begins.slice(0, 19).replace(/[-:]/g, '')}`,
      `END:${kind}`,
    ]
  })
  return ['BEGIN:VTIMEZONE', `TZID:${timeZone}`, ...lines, 'END:VTIMEZONE'].join('\r\n')
}

/** Minutes as calendars write an offset: -300 → `-0500`. */
function formatOffset(offset: number): string {
  const [hours, minutes] = [Math.floor(Math.abs(offset) / 60), Math.abs(offset) % 60]
  return `${offset < 0 ? '-' : '+'}${String(hours).padStart(2, '0')}${String(minutes).padStart(2, '0')}`
}

/**
 * Returns the part of an event's zone that its screens need: some of its slots may be up to a month outside its days.
 *
 * @param slotDate another date (`yyyy-MM-dd`) to include
 */
export function zoneOfEvent(
  { timeZone, eventDate, endDate }: { timeZone: string; eventDate: string; endDate: string | null },
  slotDate = eventDate,
): Zone {
  const [first, last] = [slotDate, eventDate, endDate ?? eventDate].sort().filter((_, at) => at !== 1)
  return zoneBetween(zoneOf(timeZone), addDays(first!, -31), addDays(last!, 31))
}

/** Returns a slot's start as lists over many events show it: with the zone's abbreviation then, and as an instant. */
export function startView({
  slotDate,
  startTime,
  timeZone,
}: Record<'slotDate' | 'startTime' | 'timeZone', string>) {
  const zone = zoneOf(timeZone)
  const starts = wallToInstant(slotDate, startTime, zone)
  return { slotDate, startTime, zone: zoneAbbreviation(starts, zone), startsAt: starts.toISOString() }
}
