import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  addDays,
  dayParts,
  daysBetween,
  formatDate,
  formatDateRange,
  formatDay,
  formatShortDate,
  formatTime,
  formatTimeRange,
  fromMinutes,
  isDate,
  isEndTime,
  isTime,
  toEndTime,
  toMinutes,
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
    ['24:00', '12:00 AM'],
    ['9:5', '9:05 AM'],
    ['10:00 AM', '10:00 AM'],
    ['1:30 pm', '1:30 pm'],
    ['10:00 AM EST', '10:00 AM'],
    ['4:00 PM EDT', '4:00 PM'],
  ])('%j reads %j', (time, text) => {
    expect(formatTime(time)).toBe(text)
  })

  test.each([
    ['13:05', '1:05 PM EST'],
    ['1:05 PM', '1:05 PM EST'],
    ['1:05 PM EDT', '1:05 PM EST'],
    ['1:05 PM GMT+5:30', '1:05 PM EST'],
  ])('%j with a zone reads %j', (time, text) => {
    expect(formatTime(time, 'EST')).toBe(text)
  })

  test('range is both times', () => {
    expect(formatTimeRange('10:00', '16:00')).toBe('10:00 AM – 4:00 PM')
    expect(formatTimeRange('23:30', '24:00')).toBe('11:30 PM – 12:00 AM')
  })

  test.each([
    ['00:00', '24:00'],
    ['24:00', '24:00'],
    ['00:01', '00:01'],
    ['23:59', '23:59'],
    ['24:01', null],
    ['25:00', null],
  ])('%j as an end is %j', (time, end) => {
    expect(isEndTime(time) ? toEndTime(time) : null).toBe(end)
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
