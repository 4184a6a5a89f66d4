import { describe, expect, test } from 'vitest'
import { readZone } from '../zones.ts'
import { countSync, dayToOpen, formatFill, MAX_SLOTS_PER_DATE, planSync } from './rules.ts'

const event = {
  eventDate: '2027-04-16',
  endDate: '2027-04-17',
  isMultiDay: true,
  startTime: '10:00',
  endTime: '11:30',
  slotDuration: 30,
}
const oneDay = { ...event, isMultiDay: false }

let lastId = 0
function slot(slotDate: string, startTime: string, endTime: string, everBooked = false) {
  lastId += 1
  return { id: lastId, slotDate, startTime, endTime, everBooked }
}
const firstDay = [
  slot('2027-04-16', '10:00', '10:30'),
  slot('2027-04-16', '10:30', '11:00'),
  slot('2027-04-16', '11:00', '11:30'),
]
const newYork = readZone('America/New_York', '2000-01-01', '2100-01-01')
const timesOf = (slots: { slotDate: string; startTime: string }[]) =>
  slots.map(({ slotDate, startTime }) => `${slotDate} ${startTime}`)

describe('"Match slots to event hours"', () => {
  test('adds the slots of a day the event has gained', () => {
    const plan = planSync(event, firstDay, newYork)
    expect(timesOf(plan.missing)).toEqual(['2027-04-17 10:00', '2027-04-17 10:30', '2027-04-17 11:00'])
    expect(countSync(plan)).toEqual({
      added: 3,
      removed: 0,
      kept: 0,
      days: [{ slotDate: '2027-04-17', added: 3, removed: 0 }],
    })
  })

  test('removes what lies outside and was never booked, and keeps what was', () => {
    const early = slot('2027-04-16', '09:00', '10:00')
    const late = slot('2027-04-16', '11:30', '12:00', true)
    const before = slot('2027-04-15', '10:00', '10:30')
    const plan = planSync(oneDay, [...firstDay, early, late, before], newYork)
    expect(plan.surplus).toEqual([early, before])
    expect(countSync(plan)).toEqual({
      added: 0,
      removed: 2,
      kept: 1,
      days: [
        { slotDate: '2027-04-15', added: 0, removed: 1 },
        { slotDate: '2027-04-16', added: 0, removed: 1 },
      ],
    })
  })

  test('adds no time that a slot covers in part, and none once it has run', () => {
    const long = slot('2027-04-16', '10:15', '10:45')
    const plan = planSync(oneDay, [long], newYork)
    expect(timesOf(plan.missing)).toEqual(['2027-04-16 11:00'])
    expect(planSync(oneDay, firstDay, newYork)).toEqual({
      missing: [],
      surplus: [],
      kept: [],
    })
  })

  test.each([
    ['directly before', '10:30', '11:00', ['10:00', '11:00']],
    ['directly after', '10:00', '10:30', ['10:30', '11:00']],
    ['over the last minute', '10:59', '11:30', ['10:00']],
    ['over the first minute', '09:30', '10:01', ['10:30', '11:00']],
    ['before the hours', '09:30', '10:00', ['10:00', '10:30', '11:00']],
    ['after the hours', '11:30', '12:00', ['10:00', '10:30', '11:00']],
    ['over all of it', '09:00', '12:00', []],
  ])('adds what a slot leaves free %s', (_where, startTime, endTime, added) => {
    const plan = planSync(oneDay, [slot('2027-04-16', startTime, endTime)], newYork)
    expect(plan.missing.map(({ startTime }) => startTime)).toEqual(added)
  })

  test('adds what only another day has', () => {
    const plan = planSync(event, [slot('2027-04-17', '10:00', '11:30')], newYork)
    expect(timesOf(plan.missing)).toEqual(['2027-04-16 10:00', '2027-04-16 10:30', '2027-04-16 11:00'])
  })

  test.each([
    ['never booked', false, 1, 0],
    ['once booked', true, 0, 1],
  ])('treats a slot in the hour that clocks skip, %s, as outside', (_what, everBooked, surplus, kept) => {
    const night = { ...oneDay, eventDate: '2027-03-14', startTime: '01:00', endTime: '04:00' }
    const plan = planSync(night, [slot('2027-03-14', '02:00', '02:30', everBooked)], newYork)
    expect([plan.surplus.length, plan.kept.length]).toEqual([surplus, kept])
    expect(plan.missing.map(({ startTime }) => startTime)).toEqual(['01:00', '01:30', '03:00', '03:30'])
  })

  test('counts what it adds and removes on each day, in order of the days', () => {
    const slots = [
      slot('2027-04-18', '10:00', '10:30'),
      slot('2027-04-16', '08:00', '08:30'),
      slot('2027-04-16', '08:30', '09:00'),
      slot('2027-04-16', '09:00', '09:30', true),
      slot('2027-04-17', '10:00', '11:00'),
      slot('2027-04-15', '10:00', '10:30', true),
    ]
    expect(countSync(planSync(event, slots, newYork))).toEqual({
      added: 4,
      removed: 3,
      kept: 2,
      days: [
        { slotDate: '2027-04-16', added: 3, removed: 2 },
        { slotDate: '2027-04-17', added: 1, removed: 0 },
        { slotDate: '2027-04-18', added: 0, removed: 1 },
      ],
    })
  })

  const withLunch = { ...oneDay, breaks: [{ startTime: '10:30', endTime: '11:00' }] }
  test('removes what is in a break and was never booked, and adds nothing in it', () => {
    const [first, inBreak, last] = firstDay
    expect(planSync(withLunch, firstDay, newYork)).toEqual({ missing: [], surplus: [inBreak], kept: [] })
    const booked = { ...inBreak!, everBooked: true }
    expect(planSync(withLunch, [first!, booked, last!], newYork).kept).toEqual([booked])
    expect(timesOf(planSync(withLunch, [], newYork).missing)).toEqual([
      '2027-04-16 10:00',
      '2027-04-16 11:00',
    ])
  })

  test('adds in one go what a removed slot covers', () => {
    const long = slot('2027-04-16', '10:00', '11:00')
    const plan = planSync(withLunch, [long], newYork)
    expect([plan.surplus, timesOf(plan.missing)]).toEqual([[long], ['2027-04-16 10:00', '2027-04-16 11:00']])
  })

  test.each([
    ['too close before', '09:30', '10:31', ['11:20']],
    ['far enough before', '09:30', '10:30', ['10:40', '11:20']],
    ['too close after', '11:00', '11:30', ['10:00']],
  ])('leaves the buffers free around a slot %s', (_where, startTime, endTime, added) => {
    const show = { ...oneDay, endTime: '12:00', bufferBefore: 5, bufferAfter: 5 }
    const plan = planSync(show, [slot('2027-04-16', startTime, endTime)], newYork)
    expect(plan.missing.map(({ startTime }) => startTime)).toEqual(added)
  })

  test('follows other hours of a day', () => {
    const dayHours = [{ date: '2027-04-17', startTime: '13:00', endTime: '14:00' }]
    const early = slot('2027-04-17', '10:00', '10:30')
    const plan = planSync({ ...event, dayHours }, [...firstDay, early], newYork)
    expect([plan.surplus, timesOf(plan.missing)]).toEqual([[early], ['2027-04-17 13:00', '2027-04-17 13:30']])
  })

  test('leaves the length of slots as it is when the event takes another one', () => {
    const plan = planSync({ ...oneDay, slotDuration: 15 }, firstDay, newYork)
    expect(plan.missing).toEqual([])
  })
})

test.each([
  [0, 1, '0 of 1 spot booked'],
  [1, 1, '1 of 1 spot booked'],
  [0, 0, '0 of 0 spots booked'],
  [12, 72, '12 of 72 spots booked'],
  [1200, 10_000, '1,200 of 10,000 spots booked'],
])('%i spots of %i are %s', (booked, totalSlots, words) => {
  expect(formatFill({ booked, totalSlots })).toBe(words)
})

test('one date has at most 500 slots', () => {
  expect(MAX_SLOTS_PER_DATE).toBe(500)
})

test.each([
  ['today', ['2027-04-15', '2027-04-16', '2027-04-18'], '2027-04-16', '2027-04-16'],
  ['the next day, where today has no time slots', ['2027-04-15', '2027-04-18'], '2027-04-16', '2027-04-18'],
  ['the first day, before the event', ['2027-04-16', '2027-04-18'], '2027-01-01', '2027-04-16'],
  ['the last day, after the event', ['2027-04-16', '2027-04-17', '2027-04-18'], '2027-04-19', '2027-04-18'],
  ['no day, without time slots', [], '2027-04-16', undefined],
])('the desk opens with %s', (_what, dates, today, opened) => {
  expect(dayToOpen(dates, today)).toBe(opened)
})
