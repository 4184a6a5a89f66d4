import type { DeskDay } from '@trunkshow/contract/desk/schema.ts'
import { expect, test } from 'vitest'
import { countInState, type DeskState, groupDay, matches, slotForWalkIn } from './day-rows.ts'
import { append, type Queue, queueMark } from './queue.ts'

const slot = (id: number, startTime: string, endTime: string, availableSpots = 1) => ({
  id,
  startTime,
  endTime,
  availableSpots,
  totalSlots: 2,
  isAvailable: true,
})
const grace = {
  id: 5,
  timeSlotId: 1,
  attendeeName: 'Grace Okafor',
  attendeeEmail: 'grace@guest.test',
  partySize: 1,
  attendance: null,
  attendanceVersion: 0,
}
const day = {
  event: { spotPerGuest: true },
  slots: [slot(1, '10:00', '10:30'), slot(2, '10:30', '11:00')],
  bookings: [grace],
} as DeskDay

const change = {
  key: 'key 1',
  kind: 'walkIn',
  timeSlotId: 1,
  attendeeName: 'Mae Lindqvist',
  partySize: 1,
} as const
const queue = append(queueMark([], day.bookings[0]!, 'arrived', 'key 2'), { change, name: 'Mae Lindqvist' })

test('rows show what the queue has, marked as not sent; what waits for a person shows the server’s state', () => {
  expect(groupDay(day, queue)[0]).toMatchObject({
    left: 0,
    rows: [
      { name: 'Grace Okafor', attendance: 'arrived', waits: true },
      { name: 'Mae Lindqvist', attendance: 'arrived', waits: true },
    ],
  })
  const asked: Queue = queue.map((entry) => ({ ...entry, problem: { outcome: 'conflict' } }))
  expect(groupDay(day, asked)[0]!.rows).toMatchObject([
    { name: 'Grace Okafor', attendance: null, waits: false },
  ])
  const counts = { all: 2, expected: 0, arrived: 2, no_show: 0 }
  for (const [state, count] of Object.entries(counts))
    expect(countInState(groupDay(day, queue), state as DeskState)).toBe(count)
})

test('a walk-in goes to the running time slot, or the next with a spot; none after the last', () => {
  const at = (time: string, queue: Queue = []) => slotForWalkIn(groupDay(day, queue), time)?.slot.id
  expect(at('10:10')).toBe(1)
  expect(at('10:10', queue)).toBe(2)
  expect(at('10:30')).toBe(2)
  expect(at('11:00')).toBeUndefined()
  const full = { ...day, slots: day.slots.map((slot) => ({ ...slot, availableSpots: 0 })) }
  expect(slotForWalkIn(groupDay(full, []), '10:10')).toMatchObject({ slot: { id: 1 }, left: 0 })
})

test('guests are found by parts of their name and email', () => {
  const [row] = groupDay(day, [])[0]!.rows
  expect(['okafor gr', 'GUEST.test', ''].map((text) => matches(row!, text, 'expected'))).toEqual([
    true,
    true,
    true,
  ])
  expect([matches(row!, 'mae', 'all'), matches(row!, '', 'arrived')]).toEqual([false, false])
})
