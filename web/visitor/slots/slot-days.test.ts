import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import { describe, expect, test } from 'vitest'
import { countAllSpots, findFree, groupByDay, shiftStrip } from './slot-days.ts'

let id = 0
function slot(slotDate: string, startTime: string, over: Partial<TimeSlot> = {}): TimeSlot {
  id += 1
  return {
    id,
    eventId: 1,
    slotDate,
    startTime,
    endTime: startTime,
    totalSlots: 2,
    availableSpots: 1,
    isAvailable: true,
    ...over,
  }
}

describe('the dates of the picker', () => {
  test('are in order, each with its times in order', () => {
    const days = groupByDay([
      slot('2027-04-17', '10:00'),
      slot('2027-04-16', '13:00'),
      slot('2027-04-16', '09:30'),
    ])
    expect(days.map((day) => [day.date, ...day.slots!.map((slot) => slot.startTime)])).toEqual([
      ['2027-04-16', '09:30', '13:00'],
      ['2027-04-17', '10:00'],
    ])
  })

  test('leave out slots marked unavailable', () => {
    expect(groupByDay([slot('2027-04-16', '10:00', { isAvailable: false })])).toEqual([])
  })

  test('count open and all spots of the visible slots', () => {
    const slots = [
      slot('2027-04-16', '10:00'),
      slot('2027-04-16', '10:30', { availableSpots: 0 }),
      slot('2027-04-16', '11:00', { isAvailable: false }),
    ]
    expect(countAllSpots(groupByDay(slots))).toEqual({ free: 1, all: 4 })
  })
})

test('a date says what the largest party in one of its slots can be', () => {
  const days = groupByDay(
    [
      slot('2027-04-16', '10:00', { availableSpots: 2 }),
      slot('2027-04-16', '10:30', { availableSpots: 3 }),
      slot('2027-04-17', '10:00', { availableSpots: 0 }),
    ],
    [{ date: '2027-04-18', free: 5, all: 9, most: 4 }],
  )
  expect(days.map(({ date, most }) => [date, most])).toEqual([
    ['2027-04-16', 3],
    ['2027-04-17', 0],
    ['2027-04-18', 4],
  ])
})

describe('the strip of four dates', () => {
  test.each([
    { start: 0, direction: 1, count: 12, next: 3 },
    { start: 3, direction: 1, count: 12, next: 6 },
    { start: 6, direction: 1, count: 12, next: 8 },
    { start: 8, direction: 1, count: 12, next: 8 },
    { start: 8, direction: -1, count: 12, next: 5 },
    { start: 2, direction: -1, count: 12, next: 0 },
    { start: 0, direction: 1, count: 3, next: 0 },
  ] as const)('from $start of $count by $direction goes to $next', ({ start, direction, count, next }) => {
    expect(shiftStrip(start, direction, count)).toBe(next)
  })
})

test('the slot of a rejected post is selected again only if it is still open', () => {
  const free = slot('2027-04-16', '10:00')
  const full = slot('2027-04-16', '10:30', { availableSpots: 0 })
  const pick = (typedId?: string) => findFree([free, full], typedId)
  expect([pick(String(free.id)), pick(String(full.id)), pick('9999'), pick(undefined)]).toEqual([
    free.id,
    null,
    null,
    null,
  ])
})
