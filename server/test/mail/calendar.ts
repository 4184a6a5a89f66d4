import ICAL from 'ical.js'
import { expect } from 'vitest'

/** Returns the one entry of a calendar, which is valid and in a time zone. */
export function readValidEntry(text: string, timeZone: string): ICAL.Component {
  // RFC 5545, 3.1: lines end in CRLF and have at most 75 octets.
  for (const line of text.replace(/\r\n$/, '').split('\r\n')) {
    expect(line).not.toMatch(/[\r\n]/)
    expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75)
  }
  const calendar = new ICAL.Component(ICAL.parse(text))
  // 3.6 and 3.6.1: what a calendar and an entry must have, once each.
  for (const name of ['prodid', 'version', 'method']) expect(calendar.getAllProperties(name)).toHaveLength(1)
  const [entry, ...others] = calendar.getAllSubcomponents('vevent')
  expect(others).toEqual([])
  for (const name of ['uid', 'dtstamp', 'dtstart', 'dtend', 'summary', 'sequence'])
    expect(entry!.getAllProperties(name), name).toHaveLength(1)
  // 3.2.19: a time zone that is named is defined.
  const zones = calendar.getAllSubcomponents('vtimezone').map((zone) => zone.getFirstPropertyValue('tzid'))
  expect(zones).toEqual([timeZone])
  expect(entry!.getFirstProperty('dtstart')!.getFirstParameter('tzid')).toBe(timeZone)
  return entry!
}
