import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { readZone } from '@trunkshow/contract/zones.ts'
import { describe, expect, test } from 'vitest'
import { freeSlots, groupSlots, nextSlot, reasonAgainst, slotsToCome } from './slot-days.ts'

const newYork = [...readZone('America/New_York', '2000-01-01', '2100-01-01')]

function slot(
  id: number,
  slotDate: string,
  startTime: string,
  endTime: string,
  availableSpots = 2,
): ListedSlot {
  const places = { totalSlots: 2, availableSpots, isAvailable: true }
  return { id, eventId: 7, slotDate, startTime, endTime, ...places }
}

test('slots are grouped by day and sorted by time', () => {
  const days = groupSlots([
    slot(1, '2027-04-17', '10:00', '10:30'),
    slot(2, '2027-04-16', '11:00', '11:30'),
    slot(3, '2027-04-16', '09:30', '10:00'),
  ])
  expect(days.map(({ date, slots }) => [date, slots.map(({ id }) => id)])).toEqual([
    ['2027-04-16', [3, 2]],
    ['2027-04-17', [1]],
  ])
})

describe('the next slot of a day', () => {
  const next = (slots: ListedSlot[], slotDuration: number) =>
    nextSlot({ date: '2027-04-16', slots }, { id: 7, slotDuration, zone: newYork })

  test('starts when the last one ends, with the event’s slot length and as many open spots', () => {
    const slots = [slot(1, '2027-04-16', '10:00', '10:45'), slot(2, '2027-04-16', '10:45', '11:30', 1)]
    expect(next(slots, 45)).toEqual({
      eventId: 7,
      slotDate: '2027-04-16',
      startTime: '11:30',
      endTime: '12:15',
      availableSpots: 1,
    })
  })

  test('has at least one spot, and lasts 30 minutes if the event has no slot length', () => {
    expect(next([slot(1, '2027-04-16', '10:00', '11:00', 0)], 0)).toMatchObject({
      startTime: '11:00',
      endTime: '11:30',
      availableSpots: 1,
    })
  })

  test('follows the one that ends last, whichever began last', () => {
    const slots = [slot(1, '2027-04-16', '10:00', '12:00'), slot(2, '2027-04-16', '11:00', '11:30')]
    expect(next(slots, 30)?.startTime).toBe('12:00')
  })

  test('skips the hour missing in spring', () => {
    const spring = (startTime: string, endTime: string) =>
      nextSlot(
        { date: '2027-03-14', slots: [slot(1, '2027-03-14', startTime, endTime)] },
        { id: 7, slotDuration: 30, zone: newYork },
      )
    expect(spring('01:30', '02:00')).toMatchObject({ startTime: '03:00', endTime: '03:30' })
    expect(spring('01:15', '01:45')).toMatchObject({ startTime: '01:45', endTime: '03:15' })
  })

  test.each([
    ['23:29', '23:59'],
    ['23:30', '24:00'],
    ['23:31', undefined],
    ['24:00', undefined],
  ])('after one until %s ends at %s, and never past midnight', (before, end) => {
    expect(next([slot(1, '2027-04-16', '22:30', before)], 30)?.endTime).toBe(end)
  })

  test('ends at a midnight that the clock skips, and does not start after it', () => {
    // Lebanon's clocks go from midnight to 1 AM (IANA, asia: Lebanon, last Sunday of March).
    const beirut = [...readZone('Asia/Beirut', '2026-01-01', '2028-01-01')]
    const after = (end: string) =>
      nextSlot(
        { date: '2027-03-27', slots: [slot(1, '2027-03-27', '22:00', end)] },
        { id: 7, slotDuration: 30, zone: beirut },
      )
    expect(after('23:30')).toMatchObject({ startTime: '23:30', endTime: '24:00' })
    expect(after('24:00')).toBeNull()
  })
})

function slotWith(
  id: number,
  slotDate: string,
  startTime: string,
  changes: Partial<ListedSlot> = {},
): ListedSlot {
  const places = { totalSlots: 2, availableSpots: 1, isAvailable: true }
  return { id, eventId: 7, slotDate, startTime, endTime: '23:00', ...places, ...changes }
}

test('a booking can move to visible, future slots with open spots that exist on the clock', () => {
  const slots = [
    slotWith(1, '2027-04-15', '18:00'),
    slotWith(2, '2027-04-16', '10:00'),
    slotWith(3, '2027-04-16', '10:01'),
    slotWith(4, '2027-04-16', '11:00', { availableSpots: 0 }),
    slotWith(5, '2027-04-16', '12:00', { isAvailable: false }),
    slotWith(6, '2027-04-16', '13:00'),
    slotWith(7, '2027-04-17', '08:00'),
    slotWith(8, '2028-03-12', '02:30'),
    slotWith(9, '2028-03-12', '03:00'),
  ]
  const days = freeSlots(slots, 6, newYork, new Date('2027-04-16T14:00:00Z'))
  expect(days.map(({ date, slots }) => [date, slots.map(({ id }) => id)])).toEqual([
    ['2027-04-16', [3]],
    ['2027-04-17', [7]],
    ['2028-03-12', [9]],
  ])
})

test('an upcoming slot says why a party cannot move to it', () => {
  const slots = [
    slotWith(1, '2027-04-15', '18:00'),
    slotWith(2, '2027-04-16', '10:30', { totalSlots: 4, availableSpots: 3 }),
    slotWith(3, '2027-04-16', '11:00', { totalSlots: 4, availableSpots: 2 }),
    slotWith(4, '2027-04-16', '12:00'),
    slotWith(5, '2027-04-17', '08:00', { availableSpots: 0 }),
    slotWith(6, '2027-04-17', '09:00', { isAvailable: false, availableSpots: 0 }),
    slotWith(7, '2027-04-17', '10:00', { availableSpots: 0 }),
  ]
  const days = slotsToCome(slots, newYork, new Date('2027-04-16T14:00:00Z'))
  expect(days.map(({ slots }) => slots.map((slot) => [slot.id, reasonAgainst(slot, 7, 3)]))).toEqual([
    [
      [2, null],
      [3, 'Only 2 spots'],
      [4, 'Only 1 spot'],
    ],
    [
      [5, 'Full'],
      [6, 'Hidden'],
      [7, 'Current time'],
    ],
  ])
})
