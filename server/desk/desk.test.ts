import { expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import {
  book,
  bookingNumber,
  dayAhead,
  makeCoHost,
  makeCompany,
  makeEvent,
  makeUser,
  type TestUser,
  tokenOf,
} from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'

const app = startTestApp()

/** A show of today, whatever the time, with a guest in its first slot, and two of its staff. */
async function makeDesk(changes: Record<string, unknown> = {}) {
  const ana = await makeCompany(app)
  const sam = await makeUser(app, ana.companyId, 'order management', { name: 'Sam Ortiz' })
  const event = await makeEvent(ana, changes)
  const slotId = event.slots[0]!.id
  const token = tokenOf(await book(app, slotId))
  await app.rows(`UPDATE time_slots SET slot_date = slot_date - 30 WHERE event_id = $1`, [event.id])
  await app.rows(`UPDATE events SET event_date = event_date - 30 WHERE id = $1`, [event.id])
  return { ana, sam, event, slotId, bookingId: await bookingNumber(app, token) }
}
type Desk = Awaited<ReturnType<typeof makeDesk>>

const url = ({ event }: Pick<Desk, 'event'>) => `/api/events/${event.id}/desk`

/** A change as a device queues it. */
function mark(
  { bookingId }: Pick<Desk, 'bookingId'>,
  attendance: string | null,
  version = 0,
  seen: string | null = null,
) {
  return {
    key: unique('change-of-a-device'),
    kind: 'mark',
    bookingId,
    attendance,
    seen: { attendance: seen, version },
  }
}

function walkIn(timeSlotId: number, changes: Record<string, unknown> = {}) {
  const key = unique('walk-in-of-a-device')
  return { key, kind: 'walkIn', timeSlotId, attendeeName: 'Walk-in', partySize: 1, ...changes }
}

const send = (desk: Desk, by: TestUser, changes: object[]) =>
  by.call('POST', url(desk), { userId: by.id, changes })

async function day(desk: Desk, by = desk.ana, query = '') {
  const { status, body } = await by.call('GET', url(desk) + query)
  expect(status).toBe(200)
  return body
}
const guest = async (desk: Desk) => (await day(desk)).bookings[0]

test('the desk shows the guests of today, and opens the next day if none is today', async () => {
  const desk = await makeDesk()
  expect(await day(desk)).toMatchObject({
    event: { id: desk.event.id },
    date: dayAhead(0),
    dates: [dayAhead(0)],
    slots: [{ id: desk.slotId, availableSpots: 1 }, {}, {}, {}],
    bookings: [{ id: desk.bookingId, attendeeName: 'Grace Okafor', attendance: null, attendanceVersion: 0 }],
  })
  const later = { ana: desk.ana, event: await makeEvent(desk.ana, { eventDate: dayAhead(3) }) } as Desk
  expect(await day(later)).toMatchObject({ date: dayAhead(3), bookings: [] })
  expect(await day(desk, desk.ana, `?date=${dayAhead(1)}`)).toMatchObject({ date: dayAhead(1), slots: [] })
})

test('a guest is marked as arrived, with who and when, and set back; nobody is emailed', async () => {
  const desk = await makeDesk()
  const mails = () =>
    app.rows('SELECT id FROM email_notifications WHERE company_id = $1', [desk.ana.companyId])
  const before = [
    await mails(),
    (await desk.ana.call('GET', `/api/events/${desk.event.id}/summary`)).body.version,
  ]
  expect((await send(desk, desk.sam, [mark(desk, 'arrived')])).body).toMatchObject([
    { outcome: 'done', booking: { attendance: 'arrived', attendanceBy: 'Sam Ortiz', attendanceVersion: 1 } },
  ])
  expect(Date.parse((await guest(desk)).attendanceAt)).toBeGreaterThan(0)
  const version = (await desk.ana.call('GET', `/api/events/${desk.event.id}/summary`)).body.version
  expect([await mails(), version === before[1]]).toEqual([before[0], false])
  expect(await app.rows('SELECT sequence FROM bookings WHERE id = $1', [desk.bookingId])).toEqual([
    { sequence: 0 },
  ])
  await send(desk, desk.ana, [mark(desk, null, 1, 'arrived')])
  expect(await guest(desk)).toMatchObject({ attendance: null, attendanceVersion: 2 })
  const { body: log } = await desk.ana.call('GET', '/api/activity?subject=booking')
  expect(log[0]).toMatchObject({
    activity: 'booking.changed',
    changes: [{ field: 'attendance', from: 'Arrived', to: 'Expected' }],
  })
})

test('a change that is sent again, at once or after a colleague’s, is made once', async () => {
  const desk = await makeDesk()
  const arrived = mark(desk, 'arrived')
  const answers = await Promise.all([1, 2, 3].map(() => send(desk, desk.sam, [arrived])))
  expect(answers.map(({ body }) => body[0].outcome)).toEqual(['done', 'done', 'done'])
  expect(await guest(desk)).toMatchObject({ attendance: 'arrived', attendanceVersion: 1 })
  await send(desk, desk.ana, [mark(desk, 'no_show', 1, 'arrived')])
  expect((await send(desk, desk.sam, [arrived])).body).toMatchObject([
    { outcome: 'done', booking: { attendance: 'no_show', attendanceVersion: 2 } },
  ])
})

test('the same mark by two people is no conflict', async () => {
  const desk = await makeDesk()
  const answers = await Promise.all([desk.ana, desk.sam].map((by) => send(desk, by, [mark(desk, 'arrived')])))
  expect(answers.map(({ body }) => body[0].outcome)).toEqual(['done', 'done'])
  expect(await guest(desk)).toMatchObject({ attendance: 'arrived', attendanceVersion: 1 })
})

test('a mark that conflicts with a colleague’s is shown to a person, who may make it anyway', async () => {
  const desk = await makeDesk()
  await send(desk, desk.sam, [mark(desk, 'no_show')])
  const late = mark(desk, 'arrived')
  const [answer] = (await send(desk, desk.ana, [late])).body
  expect(answer).toMatchObject({
    key: late.key,
    outcome: 'conflict',
    message: expect.stringMatching(/^Grace Okafor was marked as a no-show by Sam Ortiz at \d+:\d\d [AP]M\.$/),
    booking: { attendance: 'no_show', attendanceVersion: 1 },
  })
  expect(await guest(desk)).toMatchObject({ attendance: 'no_show' })
  await send(desk, desk.ana, [{ ...late, seen: { attendance: 'no_show', version: 1 } }])
  expect(await guest(desk)).toMatchObject({ attendance: 'arrived', attendanceVersion: 2 })
})

test('a mark that a colleague made and took back is not overwritten unseen', async () => {
  const desk = await makeDesk()
  await send(desk, desk.sam, [mark(desk, 'arrived'), mark(desk, null, 1, 'arrived')])
  const [answer] = (await send(desk, desk.ana, [mark(desk, 'arrived')])).body
  expect(answer).toMatchObject({
    outcome: 'conflict',
    message: expect.stringMatching(/^Grace Okafor was set back to expected by Sam Ortiz at /),
  })
  // The log would name what was never so.
  const [wrong] = (await send(desk, desk.ana, [mark(desk, 'arrived', 2, 'no_show')])).body
  expect(wrong.outcome).toBe('conflict')
})

test('a walk-in is added once, has arrived, and takes the last spot only when the host agrees', async () => {
  const desk = await makeDesk()
  const first = walkIn(desk.slotId, { attendeeName: 'Mae Lindqvist', phone: '(212) 555-0142' })
  const answers = await Promise.all([1, 2].map(() => send(desk, desk.sam, [first])))
  expect(new Set(answers.map(({ body }) => body[0].booking.id)).size).toBe(1)
  expect(answers[0]!.body[0].booking).toMatchObject({
    phone: '(212) 555-0142',
    attendance: 'arrived',
    attendanceBy: 'Sam Ortiz',
  })
  const second = walkIn(desk.slotId)
  expect((await send(desk, desk.sam, [second])).body).toEqual([
    {
      key: second.key,
      outcome: 'conflict',
      message: 'This time slot has too few spots. With this booking it has 3.',
      spots: 3,
    },
  ])
  expect((await send(desk, desk.sam, [{ ...second, upToSpots: 3 }])).body).toMatchObject([
    { outcome: 'done' },
  ])
  expect((await day(desk)).bookings).toHaveLength(3)
  await assertBookingInvariants(app, desk.event.id, [])
})

test('what cannot be done is refused in words, and the rest of the queue is done', async () => {
  const desk = await makeDesk()
  const other = await makeDesk()
  const { body: added } = await send(desk, desk.ana, [
    walkIn(desk.event.slots[1]!.id, { attendeeName: 'Lena Brandt' }),
  ])
  await desk.ana.call('PATCH', `/api/bookings/${added[0].booking.id}/cancel`)
  const { body } = await send(desk, desk.ana, [
    mark({ bookingId: added[0].booking.id }, null, 0, 'arrived'),
    mark(other, 'arrived'),
    walkIn(other.slotId),
    walkIn((await makeEvent(desk.ana)).slots[0]!.id),
    mark(desk, 'arrived'),
  ])
  expect(body).toMatchObject([
    { outcome: 'refused', message: 'Lena Brandt’s booking was canceled.' },
    { outcome: 'refused', message: 'Booking not found.' },
    { outcome: 'refused', message: 'Time slot not found.' },
    { outcome: 'refused', message: 'Time slot not found.' },
    { outcome: 'done' },
  ])
  expect(await guest(other)).toMatchObject({ attendance: null })
  expect((await day(other)).bookings).toHaveLength(1)
})

test('a guest of another day is not marked yet; a move to another day takes the mark back', async () => {
  const desk = await makeDesk()
  await app.rows('UPDATE time_slots SET slot_date = slot_date + 1 WHERE event_id = $1 AND id <> $2', [
    desk.event.id,
    desk.slotId,
  ])
  // The guest's own slot is later today, so that the booking can move.
  await app.rows(`UPDATE time_slots SET slot_date = slot_date + 2 WHERE id = $1`, [desk.slotId])
  const early = await send(desk, desk.ana, [mark(desk, 'arrived')])
  expect(early.body).toMatchObject([
    { outcome: 'refused', message: expect.stringMatching(/^Grace Okafor’s appointment is on \w+, /) },
  ])
  await app.rows(
    `UPDATE bookings SET attendance = 'arrived', attendance_by = 'Sam Ortiz', attendance_at = now() WHERE id = $1`,
    [desk.bookingId],
  )
  const moved = await desk.ana.call('PATCH', `/api/bookings/${desk.bookingId}/reschedule`, {
    newTimeSlotId: desk.event.slots[1]!.id,
  })
  expect(moved).toMatchObject({ status: 200, body: { attendance: null, attendanceVersion: 1 } })
  expect(moved.body).not.toHaveProperty('attendanceBy')
})

test('a co-host marks guests but sees no orders; other companies and weaker roles cannot', async () => {
  const desk = await makeDesk()
  const coHost = await makeCoHost(app, desk.event, 'view only')
  expect((await day(desk, coHost)).bookings).toMatchObject([{ hasOrders: false }])
  expect((await send(desk, coHost, [mark(desk, 'arrived')])).body).toMatchObject([{ outcome: 'done' }])
  const viewer = await makeUser(app, desk.ana.companyId, 'view only')
  for (const [by, status] of [
    [viewer, 403],
    [await makeCompany(app), 404],
  ] as const) {
    expect((await by.call('GET', url(desk))).status).toBe(status)
    expect((await send(desk, by, [mark(desk, null, 1, 'arrived')])).status).toBe(status)
  }
  expect(await guest(desk)).toMatchObject({ attendance: 'arrived' })
})

test('a user who logs in after another sends none of the other’s changes', async () => {
  const desk = await makeDesk()
  const changes = [mark(desk, 'arrived')]
  const answer = await desk.ana.call('POST', url(desk), { userId: desk.sam.id, changes })
  expect(answer).toMatchObject({ status: 401, body: { code: 'signed_out' } })
  expect(await guest(desk)).toMatchObject({ attendance: null })
})

test('attendance is in the file of bookings', async () => {
  const desk = await makeDesk()
  await send(desk, desk.sam, [mark(desk, 'no_show')])
  const { text } = await desk.ana.call('GET', `/api/events/${desk.event.id}/bookings.csv?date=${dayAhead(0)}`)
  expect(text.split('\r\n').slice(0, 2)).toEqual([
    expect.stringContaining('"Notes","Attendance","Said they are coming"'),
    expect.stringContaining('"","No-show","No"'),
  ])
})
