import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayParts,
  daysBetween,
  endToInstant,
  formatDate,
  formatDateRange,
  formatDay,
  formatShortDate,
  formatTime,
  formatTimeRange,
  fromMinutes,
  isClockChange,
  isDate,
  isOnClock,
  isRepeated,
  isTime,
  toMinutes,
  venueNow,
  wallToInstant,
  zoneAbbreviation,
} from './dates.ts'

const minuteOfDay = fc.integer({ min: 0, max: 1439 })
const someDate = fc.integer({ min: 0, max: 36_500 }).map((days) => addDays('2000-01-01', days))

describe('a date', () => {
  test.each([
    ['2027-04-16', true],
    ['2028-02-29', true],
    ['2027-02-29', false],
    ['2100-02-29', false],
    ['2027-04-31', false],
    ['2027-13-01', false],
    ['2027-00-10', false],
    ['2027-4-16', false],
    ['16.04.2027', false],
    ['2027-04-16T10:00', false],
    [' 2027-04-16', false],
    ['', false],
  ])('%j exists: %s', (text, exists) => {
    expect(isDate(text)).toBe(exists)
  })

  test.each([
    ['2027-04-16', 'April 16, 2027'],
    ['2027-01-01', 'January 1, 2027'],
    ['2027-12-31', 'December 31, 2027'],
    ['2028-02-29', 'February 29, 2028'],
    ['', 'Invalid date'],
    [null, 'Invalid date'],
    [undefined, 'Invalid date'],
    [20270416, 'Invalid date'],
    [new Date(0), 'Invalid date'],
    ['soon', 'soon'],
    ['2027-April-16', '2027-April-16'],
    ['2027-04', '2027-04'],
    ['2027-13-01', '2027-13-01'],
    ['2027-00-01', '2027-00-01'],
  ])('%j reads %j', (date, text) => {
    expect(formatDate(date)).toBe(text)
  })

  test.each([
    ['2027-04-16', 'Friday, April 16, 2027'],
    ['2027-03-14', 'Sunday, March 14, 2027'],
    ['2028-02-29', 'Tuesday, February 29, 2028'],
    ['', 'Invalid date'],
    ['soon', 'soon'],
  ])('%j with its weekday reads %j', (date, text) => {
    expect(formatDay(date)).toBe(text)
  })

  test.each([
    ['2027-04-06', 'Apr 6, 2027'],
    ['2026-11-22', 'Nov 22, 2026'],
  ])('%j in a table reads %j', (date, text) => {
    expect(formatShortDate(date)).toBe(text)
  })

  test('has the parts a date button shows', () => {
    expect(dayParts('2027-04-06')).toEqual({ weekday: 'Tue', day: '6', month: 'Apr' })
  })

  test.each([
    ['2027-04-16', null, 'April 16, 2027'],
    ['2027-04-16', '2027-04-16', 'April 16, 2027'],
    ['2027-04-16', '2027-04-18', 'April 16 – 18, 2027'],
    ['2027-04-30', '2027-05-02', 'April 30 – May 2, 2027'],
    ['2027-12-31', '2028-01-01', 'December 31, 2027 – January 1, 2028'],
    ['2027-04-16', '2028-04-16', 'April 16, 2027 – April 16, 2028'],
  ])('%s to %s reads %j', (from, to, text) => {
    expect(formatDateRange(from, to)).toBe(text)
  })

  test.each([
    ['2028-02-28', 1, '2028-02-29'],
    ['2027-02-28', 1, '2027-03-01'],
    ['2027-12-31', 1, '2028-01-01'],
    ['2027-03-13', 2, '2027-03-15'],
    ['2027-11-08', -2, '2027-11-06'],
    ['2028-01-01', 366, '2029-01-01'],
  ])('%s and %i days is %s', (date, days, later) => {
    expect(addDays(date, days)).toBe(later)
    expect(daysBetween(date, later)).toBe(days)
  })

  test('round-trips', () => {
    fc.assert(
      fc.property(someDate, fc.integer({ min: -800, max: 800 }), (date, days) => {
        const later = addDays(date, days)
        expect(isDate(later)).toBe(true)
        expect(daysBetween(date, later)).toBe(days)
        expect(addDays(later, -days)).toBe(date)
      }),
    )
  })
})

describe('a time', () => {
  test.each([
    ['00:00', true],
    ['23:59', true],
    ['24:00', false],
    ['12:60', false],
    ['9:30', false],
    ['09:30:00', false],
    ['9:30 AM', false],
    ['', false],
  ])('%j exists: %s', (text, exists) => {
    expect(isTime(text)).toBe(exists)
  })

  test.each([
    ['00:00', '12:00 AM'],
    ['00:05', '12:05 AM'],
    ['01:30', '1:30 AM'],
    ['11:59', '11:59 AM'],
    ['12:00', '12:00 PM'],
    ['12:01', '12:01 PM'],
    ['13:05', '1:05 PM'],
    ['23:59', '11:59 PM'],
    ['9:5', '9:05 AM'],
    ['10:00 AM', '10:00 AM'],
    ['1:30 pm', '1:30 pm'],
    ['10:00 AM EST', '10:00 AM'],
    ['4:00 PM EDT', '4:00 PM'],
  ])('%j reads %j', (time, text) => {
    expect(formatTime(time)).toBe(text)
  })

  test.each([
    ['13:05', '2027-01-15', '1:05 PM EST'],
    ['13:05', '2027-07-15', '1:05 PM EDT'],
    ['1:05 PM', '2027-01-15', '1:05 PM EST'],
    ['1:05 PM EST', '2027-01-15', '1:05 PM EST'],
    ['1:05 PM EST', '2027-07-15', '1:05 PM EDT'],
  ])('%j on %s with its zone reads %j', (time, date, text) => {
    expect(formatTime(time, date)).toBe(text)
  })

  test('range names the zone once, at its end', () => {
    expect(formatTimeRange('10:00', '16:00')).toBe('10:00 AM – 4:00 PM')
    expect(formatTimeRange('10:00', '16:00', '2027-07-15')).toBe('10:00 AM – 4:00 PM EDT')
  })

  test('is found again in what it reads, and reads the same when it is formatted twice', () => {
    fc.assert(
      fc.property(minuteOfDay, (minutes) => {
        const text = formatTime(fromMinutes(minutes))
        const [, hours, rest, half] = /^(\d{1,2}):(\d\d) ([AP]M)$/.exec(text) ?? []
        expect(Number(hours)).toBeGreaterThanOrEqual(1)
        expect((Number(hours) % 12) * 60 + Number(rest) + (half === 'PM' ? 720 : 0)).toBe(minutes)
        expect(formatTime(text)).toBe(text)
        expect(toMinutes(fromMinutes(minutes))).toBe(minutes)
        expect(isTime(fromMinutes(minutes))).toBe(true)
      }),
    )
  })
})

describe('the zone of the venue', () => {
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
    expect(zoneAbbreviation(date, '12:00')).toBe(zone)
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
    expect(wallToInstant(date, time).toISOString()).toBe(instant)
    expect(venueNow(new Date(instant))).toEqual({ date, time })
  })

  test('counts a time that spring skips with the offset before the change', () => {
    expect(wallToInstant('2027-03-14', '02:30').toISOString()).toBe('2027-03-14T07:30:00.000Z')
    expect(venueNow(wallToInstant('2027-03-14', '02:30'))).toEqual({ date: '2027-03-14', time: '03:30' })
  })

  test('takes a time that autumn repeats as its second pass', () => {
    expect(wallToInstant('2027-11-07', '01:30').toISOString()).toBe('2027-11-07T06:30:00.000Z')
    expect(venueNow(new Date('2027-11-07T06:30:00Z'))).toEqual({ date: '2027-11-07', time: '01:30' })
    expect(venueNow(new Date('2027-11-07T06:30:00Z'))).toEqual({ date: '2027-11-07', time: '01:30' })
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
    expect(isOnClock(date, time)).toBe(shown)
    expect(isRepeated(date, time)).toBe(twice)
  })

  test.each([
    ['2027-03-13', false],
    ['2027-03-14', true],
    ['2027-11-06', false],
    ['2027-11-07', true],
  ])('changes its clocks on %s: %s', (date, changes) => {
    expect(isClockChange(date)).toBe(changes)
  })

  test.each([
    ['2027-07-01', '10:00', '10:30', '2027-07-01T14:30:00.000Z', '10:00 AM – 10:30 AM EDT'],
    ['2027-03-14', '01:30', '02:00', '2027-03-14T07:00:00.000Z', '1:30 AM – 2:00 AM EST'],
    ['2027-03-14', '01:30', '03:30', '2027-03-14T07:30:00.000Z', '1:30 AM EST – 3:30 AM EDT'],
    ['2027-11-07', '00:30', '01:00', '2027-11-07T05:00:00.000Z', '12:30 AM – 1:00 AM EDT'],
    ['2027-11-07', '00:30', '02:00', '2027-11-07T07:00:00.000Z', '12:30 AM EDT – 2:00 AM EST'],
    ['2027-11-07', '01:00', '01:30', '2027-11-07T06:30:00.000Z', '1:00 AM – 1:30 AM EST'],
  ])('ends what runs on %s from %s to %s at %s', (date, start, end, instant, text) => {
    expect(endToInstant(date, start, end).toISOString()).toBe(instant)
    expect(formatTimeRange(start, end, date)).toBe(text)
  })

  test('shows at the instant of a wall clock that same wall clock', () => {
    const minutesOfACentury = fc.integer({ min: Date.UTC(2007, 0) / 60_000, max: Date.UTC(2107, 0) / 60_000 })
    fc.assert(
      fc.property(minutesOfACentury, (minutes) => {
        const wall = venueNow(new Date(minutes * 60_000))
        expect(venueNow(wallToInstant(wall.date, wall.time))).toEqual(wall)
      }),
    )
  })
})

describe('a machine whose own zone is', () => {
  /** The same dates as formatted by another process in that time zone. */
  function readElsewhere(zone: string) {
    const script = `
      const d = await import(${JSON.stringify(new URL('./dates.ts', import.meta.url).href)})
      console.log(JSON.stringify({
        zone: new Date(Date.UTC(2027, 6, 1)).getTimezoneOffset(),
        texts: [d.formatDate('2027-03-14'), d.formatDay('2027-11-07'), d.formatTime('00:15', '2027-03-14')],
        parts: d.dayParts('2027-04-01'),
        days: [d.addDays('2027-03-13', 1), d.addDays('2027-11-06', 2), d.daysBetween('2027-03-01', '2027-12-01')],
        zones: ['2027-03-13', '2027-03-14', '2027-11-06', '2027-11-07'].map((date) => d.zoneAbbreviation(date, '12:00')),
        instants: [['2027-03-14', '02:30'], ['2027-11-07', '01:30'], ['2027-07-01', '23:45']]
          .map(([date, time]) => d.wallToInstant(date, time).toISOString()),
        now: d.venueNow(new Date('2027-01-01T04:59:00Z')),
      }))`
    const output = execFileSync(process.execPath, ['--input-type=module', '-e', script], {
      env: { ...process.env, TZ: zone, NODE_OPTIONS: '' },
      encoding: 'utf8',
    })
    return JSON.parse(output)
  }

  // With each zone's minutes behind UTC in July, to prove the process really runs in it.
  test.each([
    ['UTC', 0],
    ['America/New_York', 240],
    ['America/Los_Angeles', 420],
    ['Pacific/Kiritimati', -840],
    ['Pacific/Pago_Pago', 660],
    ['Australia/Lord_Howe', -630],
  ])('%s shows the venue’s dates and times all the same', (zone, offset) => {
    expect(readElsewhere(zone)).toEqual({
      zone: offset,
      texts: ['March 14, 2027', 'Sunday, November 7, 2027', '12:15 AM EST'],
      parts: { weekday: 'Thu', day: '1', month: 'Apr' },
      days: ['2027-03-14', '2027-11-08', 275],
      zones: ['EST', 'EDT', 'EDT', 'EST'],
      instants: ['2027-03-14T07:30:00.000Z', '2027-11-07T06:30:00.000Z', '2027-07-02T03:45:00.000Z'],
      now: { date: '2026-12-31', time: '23:59' },
    })
  })
})
