import type { Attendance } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { DeskDay } from '@trunkshow/contract/desk/schema.ts'
import { expect, test } from 'vitest'
import {
  append,
  countInState,
  type DeskState,
  doAnyway,
  groupDay,
  markSent,
  matches,
  type Queue,
  queueMark,
  readyToSend,
  settle,
  slotForWalkIn,
} from './queue.ts'

const booking = (attendance: Attendance | null = null, attendanceVersion = 0) =>
  ({ id: 5, attendeeName: 'Grace Okafor', attendance, attendanceVersion }) as Booking

const wanted = (queue: Queue) =>
  queue.map(({ change }) => (change.kind === 'mark' ? [change.attendance, change.seen] : change.upToSpots))
const arrived = queueMark([], booking(), 'arrived', 'key 1')
const walkIn = { kind: 'walkIn', timeSlotId: 3, attendeeName: 'Walk-in', partySize: 1 } as const

test('a mark that was not sent yet is changed, and one that is taken back leaves the queue', () => {
  const noShow = queueMark(arrived, booking(), 'no_show', 'key 2')
  expect(wanted(noShow)).toEqual([['no_show', { attendance: null, version: 0 }]])
  expect(noShow[0]!.change.key).toBe('key 1')
  expect(queueMark(noShow, booking(), null, 'key 3')).toEqual([])
})

test('after a mark that was sent, another waits for its answer and continues from there', () => {
  const sent = markSent(arrived, arrived)
  const both = queueMark(sent, booking(), null, 'key 2')
  expect(readyToSend(both).map(({ change }) => change.key)).toEqual(['key 1'])
  const done = settle(both, [{ key: 'key 1', outcome: 'done', booking: booking('arrived', 1) }])
  expect(wanted(readyToSend(done))).toEqual([[null, { attendance: 'arrived', version: 1 }]])
  expect(queueMark(sent, booking(), 'arrived', 'key 3')).toBe(sent)
})

test('a conflict waits for a person, who sees what the booking is now', () => {
  const answer = { key: 'key 1', outcome: 'conflict', message: 'Crossed.' } as const
  const crossed = settle(markSent(arrived, arrived), [{ ...answer, booking: booking('no_show', 1) }])
  expect(readyToSend(crossed)).toEqual([])
  expect(crossed).toMatchObject([{ sent: false, problem: { message: 'Crossed.' } }])
  const anyway = doAnyway(crossed, crossed[0]!)
  expect(wanted(readyToSend(anyway))).toEqual([['arrived', { attendance: 'no_show', version: 1 }]])
})

test('a tap on a guest with a conflict decides it', () => {
  const answer = { key: 'key 1', outcome: 'conflict', booking: booking('no_show', 1) } as const
  const crossed = settle(markSent(arrived, arrived), [answer])
  expect(wanted(readyToSend(queueMark(crossed, booking('no_show', 1), null, 'key 2')))).toEqual([
    [null, { attendance: 'no_show', version: 1 }],
  ])
  expect(queueMark(crossed, booking('no_show', 1), 'no_show', 'key 2')).toEqual([])
})

test('a conflict is asked about once, with the person’s latest choice', () => {
  const both = queueMark(markSent(arrived, arrived), booking(), null, 'key 2')
  const crossed = settle(both, [{ key: 'key 1', outcome: 'conflict', booking: booking('no_show', 1) }])
  expect(wanted(crossed)).toEqual([[null, { attendance: 'no_show', version: 1 }]])
  expect(readyToSend(crossed)).toEqual([])
})

test('a walk-in that needs a spot is sent again with the number that the host agreed to', () => {
  const queue = append(arrived, { change: { ...walkIn, key: 'key 2' }, name: 'Walk-in' })
  expect(readyToSend(queue)).toHaveLength(2)
  const full = settle(markSent(queue, queue), [
    { key: 'key 1', outcome: 'done', booking: booking('arrived', 1) },
    { key: 'key 2', outcome: 'conflict', message: 'Full.', spots: 6 },
  ])
  expect(wanted(doAnyway(full, full[0]!))).toEqual([6])
})

test('a call takes at most 50 changes, and the rest goes in the next', () => {
  const queue = Array.from({ length: 60 }, (_, at) => `key ${at}`).reduce<Queue>(
    (queue, key) => append(queue, { change: { ...walkIn, key }, name: 'Walk-in' }),
    [],
  )
  expect(readyToSend(queue)).toHaveLength(50)
  const answers = readyToSend(queue).map(({ change }) => ({ key: change.key, outcome: 'done' }) as const)
  expect(readyToSend(settle(queue, answers))).toHaveLength(10)
})

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
