import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  endToInstant,
  formatSlotTime,
  isClockChange,
  isOnClock,
  isRepeated,
  readZone,
  wallClock,
  wallToInstant,
  zoneAbbreviation,
} from './zones.ts'

const names = new Map([
  [-300, 'EST'],
  [-240, 'EDT'],
])
const newYork = readZone('America/New_York', '2000-01-01', '2100-01-01', (offset) => names.get(offset) ?? '')

describe('New York', () => {
  test.each([
    ['2027-01-15', 'EST'],
    ['2027-03-13', 'EST'],
    ['2027-03-14', 'EDT'],
    ['2027-03-15', 'EDT'],
    ['2027-07-15', 'EDT'],
    ['2027-11-06', 'EDT'],
    ['2027-11-07', 'EST'],
    ['2027-11-08', 'EST'],
    ['2028-03-12', 'EDT'],
    ['2028-11-05', 'EST'],
  ])('is called on %s %s', (date, zone) => {
    expect(zoneAbbreviation(wallToInstant(date, '12:00', newYork), newYork)).toBe(zone)
  })

  test.each([
    ['2027-01-15', '10:00', '2027-01-15T15:00:00.000Z'],
    ['2027-07-15', '10:00', '2027-07-15T14:00:00.000Z'],
    ['2027-12-31', '19:00', '2028-01-01T00:00:00.000Z'],
    ['2027-03-14', '00:30', '2027-03-14T05:30:00.000Z'],
    ['2027-03-14', '01:59', '2027-03-14T06:59:00.000Z'],
    ['2027-03-14', '03:00', '2027-03-14T07:00:00.000Z'],
    ['2027-11-07', '00:59', '2027-11-07T04:59:00.000Z'],
    ['2027-11-07', '02:00', '2027-11-07T07:00:00.000Z'],
  ])('shows %s %s at %s', (date, time, instant) => {
    expect(wallToInstant(date, time, newYork).toISOString()).toBe(instant)
    expect(wallClock(new Date(instant), newYork)).toEqual({ date, time })
  })

  test('counts a time that spring skips with the offset before the change', () => {
    expect(wallToInstant('2027-03-14', '02:30', newYork).toISOString()).toBe('2027-03-14T07:30:00.000Z')
    expect(wallClock(wallToInstant('2027-03-14', '02:30', newYork), newYork)).toEqual({
      date: '2027-03-14',
      time: '03:30',
    })
  })

  test('takes a time that fall repeats as its second pass', () => {
    expect(wallToInstant('2027-11-07', '01:30', newYork).toISOString()).toBe('2027-11-07T06:30:00.000Z')
    expect(wallClock(new Date('2027-11-07T06:30:00Z'), newYork)).toEqual({
      date: '2027-11-07',
      time: '01:30',
    })
    expect(wallClock(new Date('2027-11-07T06:30:00Z'), newYork)).toEqual({
      date: '2027-11-07',
      time: '01:30',
    })
  })

  test.each([
    ['2027-03-14', '01:59', true, false],
    ['2027-03-14', '02:00', false, false],
    ['2027-03-14', '02:59', false, false],
    ['2027-03-14', '03:00', true, false],
    ['2027-03-15', '02:30', true, false],
    ['2027-11-07', '00:59', true, false],
    ['2027-11-07', '01:00', true, true],
    ['2027-11-07', '01:59', true, true],
    ['2027-11-07', '02:00', true, false],
    ['2027-11-06', '01:30', true, false],
  ])('shows on %s %s: %s, twice: %s', (date, time, shown, twice) => {
    expect(isOnClock(date, time, newYork)).toBe(shown)
    expect(isRepeated(date, time, newYork)).toBe(twice)
  })

  test.each([
    ['2027-03-13', false],
    ['2027-03-14', true],
    ['2027-11-06', false],
    ['2027-11-07', true],
  ])('changes its clocks on %s: %s', (date, changes) => {
    expect(isClockChange(date, newYork)).toBe(changes)
  })

  test.each([
    ['2027-07-01', '10:00', '10:30', '2027-07-01T14:30:00.000Z', '10:00 AM – 10:30 AM EDT'],
    ['2027-03-14', '01:30', '02:00', '2027-03-14T07:00:00.000Z', '1:30 AM – 2:00 AM EST'],
    ['2027-03-14', '01:30', '03:30', '2027-03-14T07:30:00.000Z', '1:30 AM EST – 3:30 AM EDT'],
    ['2027-11-07', '00:30', '01:00', '2027-11-07T05:00:00.000Z', '12:30 AM – 1:00 AM EDT'],
    ['2027-11-07', '00:30', '02:00', '2027-11-07T07:00:00.000Z', '12:30 AM EDT – 2:00 AM EST'],
    ['2027-11-07', '01:00', '01:30', '2027-11-07T06:30:00.000Z', '1:00 AM – 1:30 AM EST'],
  ])('ends what runs on %s from %s to %s at %s', (date, start, end, instant, text) => {
    expect(endToInstant({ slotDate: date, startTime: start, endTime: end }, newYork).toISOString()).toBe(
      instant,
    )
    expect(formatSlotTime({ slotDate: date, startTime: start, endTime: end }, newYork)).toBe(text)
  })

  test('shows every wall-clock time at its own instant', () => {
    const minutesOfACentury = fc.integer({ min: Date.UTC(2007, 0) / 60_000, max: Date.UTC(2100, 0) / 60_000 })
    fc.assert(
      fc.property(minutesOfACentury, (minutes) => {
        const wall = wallClock(new Date(minutes * 60_000), newYork)
        expect(wallClock(wallToInstant(wall.date, wall.time, newYork), newYork)).toEqual(wall)
      }),
    )
  })
})
