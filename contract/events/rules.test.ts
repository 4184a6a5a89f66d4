import { describe, expect, test } from 'vitest'
import { readZone, wallToInstant } from '../zones.ts'
import {
  appointmentLength,
  bookingTerms,
  countDays,
  dayHoursTexts,
  eventCan,
  eventDefaults,
  eventLimits,
  isOutsideEvent,
  isOver,
  lastDay,
  offerMinutes,
  partySizes,
  questionLimits,
  slotDurations,
  spotsPerSlot,
} from './rules.ts'

const oneDay = { eventDate: '2027-04-16', isMultiDay: false, endDate: null }
const threeDays = { eventDate: '2027-04-16', isMultiDay: true, endDate: '2027-04-18' }
const hours = { startTime: '10:00', endTime: '12:00' }

test('the choices and limits are those of the form', () => {
  expect(slotDurations).toEqual([15, 30, 45, 60])
  expect(spotsPerSlot).toEqual([1, 2, 3, 4, 5])
  expect(eventDefaults).toEqual({ slotDuration: 30, maxBookingsPerSlot: 2, offerMinutes: 120 })
  expect(eventLimits).toMatchObject({ days: 366, slots: 10_000, spots: 50, shortest: 5, longest: 480 })
  expect(partySizes).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10])
  expect(offerMinutes).toEqual([30, 60, 120, 240, 720, 1440])
  expect(questionLimits).toEqual({ questions: 10, photos: 3 })
})

const newYork = readZone('America/New_York', '2000-01-01', '2100-01-01')

describe('the days of an event', () => {
  test.each([
    ['one day', oneDay, '2027-04-16', 1],
    ['three days', threeDays, '2027-04-18', 3],
    ['several days that are one', { ...threeDays, endDate: '2027-04-16' }, '2027-04-16', 1],
    ['an end date left from when it lasted several', { ...threeDays, isMultiDay: false }, '2027-04-16', 1],
    ['several days without an end', { ...threeDays, endDate: null }, '2027-04-16', 1],
    ['a leap year', { eventDate: '2028-01-01', isMultiDay: true, endDate: '2028-12-31' }, '2028-12-31', 366],
    ['over spring', { eventDate: '2027-03-13', isMultiDay: true, endDate: '2027-03-15' }, '2027-03-15', 3],
    ['over autumn', { eventDate: '2027-11-06', isMultiDay: true, endDate: '2027-11-08' }, '2027-11-08', 3],
  ])('%s', (_name, event, last, days) => {
    expect(lastDay(event)).toBe(last)
    expect(countDays(event)).toBe(days)
  })
})

test.each([
  [5, '5-minute appointments'],
  [60, '60-minute appointments'],
  [90, '90-minute appointments'],
  [120, '2-hour appointments'],
  [480, '8-hour appointments'],
])('appointments of %i minutes are %s', (minutes, words) => {
  expect(appointmentLength(minutes)).toBe(words)
})

describe('when guests can book, in words', () => {
  const any = { noticeMinutes: 0, daysAhead: null, bookUntil: null }
  test.each([
    [{}, []],
    [{ noticeMinutes: 30 }, ['Book at least 30 minutes ahead']],
    [{ noticeMinutes: 60 }, ['Book at least 1 hour ahead']],
    [{ noticeMinutes: 90 }, ['Book at least 90 minutes ahead']],
    [{ noticeMinutes: 1440 }, ['Book at least 1 day ahead']],
    [{ noticeMinutes: 2880 }, ['Book at least 2 days ahead']],
    [
      { noticeMinutes: 120, daysAhead: 14, bookUntil: '2027-04-10' },
      ['Book at least 2 hours ahead', 'Book up to 14 days ahead', 'Book by April 10, 2027'],
    ],
  ])('%j', (limits, words) => {
    expect(bookingTerms({ ...any, ...limits })).toEqual(words)
  })

  test('other hours of a day, and that it is closed', () => {
    const dayHours = [
      { date: '2027-04-17', startTime: '12:00', endTime: '17:00' },
      { date: '2027-04-18', startTime: '00:00', endTime: '00:00' },
    ]
    expect(dayHoursTexts({ dayHours })).toEqual([
      'Saturday, April 17, 2027: 12:00 PM – 5:00 PM',
      'Sunday, April 18, 2027: closed',
    ])
    expect(dayHoursTexts({})).toEqual([])
  })
})

describe('a slot is outside its event', () => {
  const show = { ...threeDays, ...hours }
  test.each([
    ['on the day before', '2027-04-15', '10:00', '10:30', true],
    ['on the first day', '2027-04-16', '10:00', '10:30', false],
    ['on a day between', '2027-04-17', '10:00', '10:30', false],
    ['on the last day', '2027-04-18', '11:30', '12:00', false],
    ['on the day after', '2027-04-19', '10:00', '10:30', true],
    ['when it ends before the start', '2027-04-16', '09:00', '09:30', true],
    ['when it ends at the start', '2027-04-16', '09:30', '10:00', true],
    ['but not when it reaches a minute into it', '2027-04-16', '09:30', '10:01', false],
    ['but not when it begins a minute before the end', '2027-04-16', '11:59', '12:30', false],
    ['when it starts at the end', '2027-04-16', '12:00', '12:30', true],
    ['when it starts after the end', '2027-04-16', '13:00', '13:30', true],
    ['but not when it lasts longer than the event on both sides', '2027-04-16', '09:00', '13:00', false],
  ])('%s', (_name, slotDate, startTime, endTime, outside) => {
    expect(isOutsideEvent({ slotDate, startTime, endTime }, show)).toBe(outside)
  })

  test.each([
    ['with other hours, before them', '2027-04-17', '10:00', '13:00', true],
    ['with other hours, in them', '2027-04-17', '13:30', '14:00', false],
    ['that is closed', '2027-04-18', '10:00', '12:00', true],
    ['without other hours', '2027-04-16', '10:00', '12:00', false],
  ])('on a day %s', (_name, slotDate, startTime, endTime, outside) => {
    const dayHours = [
      { date: '2027-04-17', startTime: '13:00', endTime: '15:00' },
      { date: '2027-04-18', startTime: '00:00', endTime: '00:00' },
    ]
    expect(isOutsideEvent({ slotDate, startTime, endTime }, { ...show, dayHours })).toBe(outside)
  })

  test('on every day but its own when it lasts one day, whatever end date is left over', () => {
    const slot = { slotDate: '2027-04-17', startTime: '10:00', endTime: '10:30' }
    expect(isOutsideEvent(slot, { ...show, isMultiDay: false })).toBe(true)
    expect(isOutsideEvent({ ...slot, slotDate: '2027-04-16' }, { ...show, isMultiDay: false })).toBe(false)
  })
})

describe('an event is over', () => {
  test.each([
    ['the day before', oneDay, '2027-04-15', '23:59', false],
    ['a minute before its end', oneDay, '2027-04-16', '11:59', false],
    ['at its end', oneDay, '2027-04-16', '12:00', true],
    ['the day after, early', oneDay, '2027-04-17', '00:00', true],
    ['in the evening between its days', threeDays, '2027-04-16', '20:00', false],
    ['on its last day before the end', threeDays, '2027-04-18', '11:59', false],
    ['on its last day at the end', threeDays, '2027-04-18', '12:00', true],
  ])('%s', (_name, days, date, time, over) => {
    expect(isOver({ ...days, ...hours, zone: newYork }, wallToInstant(date, time, newYork))).toBe(over)
  })
})

test('an event is over at the end of its last day, by the hours of that day', () => {
  const dayHours = [{ date: '2027-04-18', startTime: '10:00', endTime: '15:00' }]
  const show = { ...threeDays, ...hours, dayHours, zone: newYork }
  expect(isOver(show, wallToInstant('2027-04-18', '14:59', newYork))).toBe(false)
  expect(isOver(show, wallToInstant('2027-04-18', '15:00', newYork))).toBe(true)
})

describe('an event is deleted', () => {
  const booked = 'This event has bookings, so it cannot be deleted.'
  const ordered = 'This event has orders, so it cannot be deleted.'
  const hide = 'Make it inactive instead.'
  test.each([
    ['with nothing', true, false, false, null],
    ['with nothing, inactive', false, false, false, null],
    ['with bookings', true, true, false, `${booked} ${hide}`],
    ['with orders', true, false, true, `${ordered} ${hide}`],
    ['with both', true, true, true, `${booked} ${hide}`],
    ['with bookings, inactive', false, true, false, booked],
    ['with orders, inactive', false, false, true, ordered],
  ])('%s, or is refused with a reason', (_what, isActive, hasBookings, hasOrders, refusal) => {
    expect(eventCan.delete({ isActive, hasBookings, hasOrders })).toBe(refusal)
  })
})
