import type { Attendance } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { expect, test } from 'vitest'
import { append, doAnyway, markSent, type Queue, queueMark, readyToSend, settle } from './queue.ts'

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
