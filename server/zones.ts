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

/** Returns the VTIMEZONE block of an IANA time zone for calendars; null if it has none. */
export function calendarZone(timeZone: string): string | null {
  return tzlib_get_ical_block(timeZone)[0] ?? null
}

/**
 * Reads what a zone's offsets are called there from its VTIMEZONE block, whose names are those of the IANA's database:
 * `EST`, `BST`, `AEDT`. Where nobody says one, the database has a number, and the page says `GMT+3`.
 */
function readNames(timeZone: string) {
  const names = new Map<number, string>()
  const periods = (calendarZone(timeZone) ?? '').matchAll(/BEGIN:(?:STANDARD|DAYLIGHT)[\s\S]*?END:/g)
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

interface EventTimes {
  timeZone: string
  eventDate: string
  endDate: string | null
}

/**
 * Returns the part of an event's zone that its screens need: a month before and after, since some of its slots may be
 * outside its days.
 *
 * @param slotDate another date (`yyyy-MM-dd`) to include
 */
export function zoneOfEvent({ timeZone, eventDate, endDate }: EventTimes, slotDate = eventDate): Zone {
  const [first, last] = [slotDate, eventDate, endDate ?? eventDate].sort().filter((_, at) => at !== 1)
  return zoneBetween(zoneOf(timeZone), addDays(first!, -31), addDays(last!, 31))
}

interface SlotStart {
  slotDate: string
  startTime: string
  timeZone: string
}

/** Returns a slot's start as lists over many events show it: with the zone's abbreviation then, and as an instant. */
export function startView({ slotDate, startTime, timeZone }: SlotStart) {
  const zone = zoneOf(timeZone)
  const starts = wallToInstant(slotDate, startTime, zone)
  return { slotDate, startTime, zone: zoneAbbreviation(starts, zone), startsAt: starts.toISOString() }
}
