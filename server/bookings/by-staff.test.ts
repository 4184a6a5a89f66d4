import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, makeCoHost, makeCompany, makeEvent, makeUser } from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'

const app = startTestApp({ RATE_LIMIT: 'on' })

async function makeShow(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, { maxBookingsPerSlot: 1, ...changes })
  const slotId = event.slots[0]!.id
  const add = (by = host, input: Record<string, unknown> = {}, headers = {}) =>
    by.call('POST', `/api/timeslots/${slotId}/bookings`, { attendeeName: 'Mae Lindqvist', ...input }, headers)
  const slot = async () =>
    (await app.rows('SELECT booked, total_slots AS total FROM time_slots WHERE id = $1', [slotId]))[0]
  return { host, event, slotId, add, slot }
}

test('staff book for a caller without an email, who gets no mail, then or later', async () => {
  const { host, event, add } = await makeShow()
  const added = await add(host, { phone: ' (212) 555-0142 ' })
  expect(added).toMatchObject({
    status: 201,
    body: {
      attendeeName: 'Mae Lindqvist',
      attendeeEmail: null,
      phone: '(212) 555-0142',
      notes: '',
      version: 0,
    },
  })
  await host.call('PATCH', `/api/bookings/${added.body.id}/reschedule`, { newTimeSlotId: event.slots[1]!.id })
  await host.call('PATCH', `/api/bookings/${added.body.id}/cancel`)
  const mails = await app.rows<{ kind: string }>(
    'SELECT email_type AS kind FROM email_notifications WHERE booking_id = $1 ORDER BY id',
    [added.body.id],
  )
  expect(mails.map(({ kind }) => kind)).toEqual([
    'booking_notice',
    'booking_rescheduled_notice',
    'booking_cancelled_notice',
  ])
  await assertBookingInvariants(app, event.id, [])
})

test('a guest whose email is given gets a confirmation', async () => {
  const { add } = await makeShow()
  const { body } = await add(undefined, { attendeeEmail: 'mae@mail.test' })
  expect(
    await app.rows('SELECT email_type AS kind FROM email_notifications WHERE booking_id = $1 ORDER BY id', [
      body.id,
    ]),
  ).toEqual([{ kind: 'booking_confirmation' }, { kind: 'booking_notice' }])
})

test('a full slot gets another spot only with the number that the host has agreed to', async () => {
  const { host, event, slotId, add, slot } = await makeShow({ maxPartySize: 4 })
  await book(app, slotId)
  const sentence = 'This time slot has too few spots. With this booking it has 3.'
  expect(await add(host, { partySize: 2 })).toMatchObject({
    status: 409,
    body: { code: 'full', message: sentence },
  })
  expect(await slot()).toEqual({ booked: 1, total: 1 })
  expect(await add(host, { partySize: 2, upToSpots: 3 })).toMatchObject({ status: 201, body: { spots: 2 } })
  expect(await slot()).toEqual({ booked: 3, total: 3 })
  const { body: log } = await host.call('GET', '/api/activity')
  expect(log.slice(0, 2)).toMatchObject([
    { activity: 'slot.changed', changes: [{ field: 'totalSlots', from: '1', to: '3' }] },
    { activity: 'booking.created', subjectName: 'Mae Lindqvist' },
  ])
  await assertBookingInvariants(app, event.id, [])
})

test('of two hosts who agreed to the same number at once, one is asked again', async () => {
  const { host, event, slotId, add, slot } = await makeShow()
  const colleague = await makeUser(app, host.companyId, 'order management')
  await book(app, slotId)
  const answers = await Promise.all([host, colleague].map((by) => add(by, { upToSpots: 2 })))
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409])
  const refused = answers.find(({ status }) => status === 409)!
  expect(refused.body.message).toBe('This time slot has too few spots. With this booking it has 3.')
  expect(await slot()).toEqual({ booked: 2, total: 2 })
  await assertBookingInvariants(app, event.id, [])
})

test('the limits for guests do not apply, and a repeat adds nothing', async () => {
  const { host, event, add } = await makeShow({ maxBookingsPerSlot: 5 })
  for (let count = 0; count < 11; count++) {
    const input = { attendeeEmail: 'mother@mail.test', upToSpots: 20 }
    expect((await add(host, input, { 'idempotency-key': `${event.id}-${count}` })).status).toBe(201)
  }
  const key = { 'idempotency-key': `${event.id}-repeat` }
  const first = await add(host, { upToSpots: 20 }, key)
  expect((await add(host, { upToSpots: 20 }, key)).body.id).toBe(first.body.id)
  for (const other of [{ attendeeName: 'Other' }, { phone: '555-0142' }])
    expect(await add(host, { ...other, upToSpots: 20 }, key)).toMatchObject({
      status: 422,
      body: { code: 'key_reused' },
    })
})

test('bad input is refused at its field, and a hidden slot in a sentence', async () => {
  const { host, slotId, add } = await makeShow()
  expect(
    (
      await add(host, {
        attendeeName: '',
        attendeeEmail: 'mae@',
        phone: '5'.repeat(51),
        notes: 'x'.repeat(2001),
      })
    ).body.fields,
  ).toEqual({
    attendeeName: 'Name is required',
    attendeeEmail: 'Invalid email address',
    phone: 'Phone must be 50 characters or less',
    notes: 'Notes must be 2,000 characters or less',
  })
  await host.call('PATCH', `/api/timeslots/${slotId}`, { isAvailable: false })
  expect(await add()).toMatchObject({ status: 409, body: { code: 'conflict' } })
})

test('notes are for staff and co-hosts, and two people who write them see each other’s changes', async () => {
  const { host, event, slotId, add } = await makeShow({ maxBookingsPerSlot: 2 })
  const coHost = await makeCoHost(app, event)
  const guest = await book(app, slotId)
  const { id } = (await add(host, { notes: 'Prefers ivory' })).body
  const save = (by: typeof host, notes: string, version: number) =>
    by.call('PATCH', `/api/bookings/${id}/notes`, { notes, version })
  const version = async () => (await host.call('GET', `/api/events/${event.id}/summary`)).body.version
  const before = await version()
  expect(await save(coHost, 'Prefers ivory, size 8', 0)).toMatchObject({ status: 200, body: { version: 1 } })
  expect(await version()).not.toBe(before)
  expect(await save(host, 'Prefers white', 0)).toMatchObject({
    status: 409,
    body: { code: 'changed', current: { notes: 'Prefers ivory, size 8', version: 1 } },
  })
  expect(await save(host, 'Prefers ivory, size 8', 0)).toMatchObject({ status: 200 })
  expect((await host.call('GET', `/api/events/${event.id}/bookings`)).body[0]).toHaveProperty('notes')
  const seen = await app.call('GET', `/api/bookings/manage/${guest.body.id}`)
  expect(seen.body).not.toHaveProperty('notes')
  const viewer = await makeUser(app, host.companyId, 'view only')
  expect((await save(viewer, 'Mine', 1)).status).toBe(403)
  expect((await save(await makeCompany(app), 'Mine', 1)).status).toBe(404)
})

test('a booking without an email can be erased, with its notes', async () => {
  const { host, add } = await makeShow()
  const { id } = (await add(host, { notes: 'Mae prefers ivory' })).body
  const erased = await host.call('POST', '/api/erasures', { bookingId: id })
  expect(erased.status).toBe(200)
  expect(
    await app.rows('SELECT attendee_name, attendee_email, notes FROM bookings WHERE id = $1', [id]),
  ).toEqual([{ attendee_name: 'Erased guest', attendee_email: '', notes: '' }])
})
