import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { readZone } from '@trunkshow/contract/zones.ts'
import { expect, test } from 'vitest'
import { freeSlots, reasonAgainst, slotsToCome } from './free-slots.ts'

const newYork = readZone('America/New_York', '2000-01-01', '2100-01-01')

function slot(
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
    slot(1, '2027-04-15', '18:00'),
    slot(2, '2027-04-16', '10:00'),
    slot(3, '2027-04-16', '10:01'),
    slot(4, '2027-04-16', '11:00', { availableSpots: 0 }),
    slot(5, '2027-04-16', '12:00', { isAvailable: false }),
    slot(6, '2027-04-16', '13:00'),
    slot(7, '2027-04-17', '08:00'),
    slot(8, '2028-03-12', '02:30'),
    slot(9, '2028-03-12', '03:00'),
  ]
  const days = freeSlots(slots, 6, newYork, new Date('2027-04-16T14:00:00Z'))
  expect(days.map(({ date, slots }) => [date, slots.map(({ id }) => id)])).toEqual([
    ['2027-04-16', [3]],
    ['2027-04-17', [7]],
    ['2028-03-12', [9]],
  ])
})

test('a slot to come says why a party cannot move to it', () => {
  const slots = [
    slot(1, '2027-04-15', '18:00'),
    slot(2, '2027-04-16', '10:30', { totalSlots: 4, availableSpots: 3 }),
    slot(3, '2027-04-16', '11:00', { totalSlots: 4, availableSpots: 2 }),
    slot(4, '2027-04-16', '12:00'),
    slot(5, '2027-04-17', '08:00', { availableSpots: 0 }),
    slot(6, '2027-04-17', '09:00', { isAvailable: false, availableSpots: 0 }),
    slot(7, '2027-04-17', '10:00', { availableSpots: 0 }),
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
