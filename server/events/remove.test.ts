import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, makeCoHost, makeCompany, makeEvent, makeUser, takeOrder } from '../test/factories.ts'
import { whileDeleting } from '../test/while-uncommitted.ts'

const app = startTestApp()

test('an event that was never booked is deleted with its slots', async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  expect((await host.call('DELETE', `/api/events/${event.id}`)).status).toBe(204)
  expect((await host.call('GET', `/api/events/${event.id}`)).status).toBe(404)
  expect(await app.rows('SELECT id FROM time_slots WHERE event_id = $1', [event.id])).toEqual([])
  expect((await host.call('DELETE', `/api/events/${event.id}`)).status).toBe(404)
})

test('an event with a booking, even a canceled one, cannot be deleted, and the error says what to do', async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const booked = await book(app, event.slots[0]!.id)
  await app.call('GET', `/api/bookings/${booked.body.id}/cancel`)
  expect(await host.call('DELETE', `/api/events/${event.id}`)).toMatchObject({
    status: 409,
    body: {
      code: 'in_use',
      message: 'This event has bookings, so it cannot be deleted. Make it inactive instead.',
    },
  })
  expect((await host.call('GET', `/api/events/${event.id}/timeslots`)).body).toHaveLength(4)
})

test('only users who may delete events see why one cannot be deleted', async () => {
  const host = await makeCompany(app)
  const reasonFor = async (event: { id: number }) =>
    (await host.call('GET', `/api/events/${event.id}`)).body.cannotDelete
  const event = await makeEvent(host, { isPublic: true })
  expect(await reasonFor(event)).toBeNull()
  const withOrder = await makeEvent(host)
  await takeOrder(host, { eventId: withOrder.id })
  expect(await reasonFor(withOrder)).toBe(
    'This event has orders, so it cannot be deleted. Make it inactive instead.',
  )

  const booked = await book(app, event.slots[0]!.id)
  await app.call('GET', `/api/bookings/${booked.body.id}/cancel`)
  const reason = await reasonFor(event)
  expect(reason).toBe('This event has bookings, so it cannot be deleted. Make it inactive instead.')
  expect((await host.call('DELETE', `/api/events/${event.id}`)).body.message).toBe(reason)
  const manager = await makeUser(app, host.companyId, 'order management')
  const coHost = await makeCoHost(app, event)
  for (const other of [manager, coHost, await makeCompany(app), app]) {
    expect((await other.call('GET', `/api/events/${event.id}`)).body).not.toHaveProperty('cannotDelete')
  }

  await app.rows('UPDATE events SET is_active = false WHERE id = $1', [event.id])
  expect(await reasonFor(event)).toBe('This event has bookings, so it cannot be deleted.')
  expect((await host.call('DELETE', `/api/events/${event.id}`)).body.message).toBe(await reasonFor(event))
})

test('when a booking and the deletion of its event race, only one succeeds', async () => {
  const host = await makeCompany(app)
  for (let round = 0; round < 10; round++) {
    const event = await makeEvent(host)
    const [booked, deleted] = await Promise.all([
      book(app, event.slots[0]!.id),
      host.call('DELETE', `/api/events/${event.id}`),
    ])
    expect([
      [201, 409],
      [404, 204],
    ]).toContainEqual([booked.status, deleted.status])
  }
})

test('slots added while their event is deleted leave nothing behind', async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const slot = { slotDate: event.eventDate, startTime: '14:00', endTime: '14:30' }
  const [added, deleted] = await Promise.all([
    host.call('POST', `/api/events/${event.id}/timeslots`, slot),
    host.call('DELETE', `/api/events/${event.id}`),
  ])
  expect([201, 404]).toContain(added.status)
  expect(deleted.status).toBe(204)
  expect(await app.rows('SELECT id FROM time_slots WHERE event_id = $1', [event.id])).toEqual([])
})

test('an event deleted while co-hosts are invited rejects the invitations or deletes them too', async () => {
  const host = await makeCompany(app)
  const answers = []
  for (let round = 0; round < 25; round++) {
    const { id } = await makeEvent(host)
    const invite = (email: string) => host.call('POST', `/api/events/${id}/co-hosts`, { email })
    const [deleted, ...invited] = await Promise.all([
      host.call('DELETE', `/api/events/${id}`),
      ...['ann', 'bo', 'cleo', 'dora'].map((name) => invite(`${name}@mail.test`)),
    ])
    expect(deleted.status).toBe(204)
    answers.push(...invited)
  }
  const refused = answers.filter(({ status }) => status !== 201)
  for (const { status, body } of refused) expect([status, body.message]).toEqual([404, 'Event not found.'])
  expect(await app.rows('SELECT FROM event_co_hosts WHERE company_id = $1', [host.companyId])).toEqual([])
})

test('inviting a co-host to an event that is being deleted is 404', async () => {
  const host = await makeCompany(app)
  const { id } = await makeEvent(host)
  await app.rows('DELETE FROM time_slots WHERE event_id = $1', [id])
  const invited = await whileDeleting(app, 'events', id, () =>
    host.call('POST', `/api/events/${id}/co-hosts`, { email: 'ann@mail.test' }),
  )
  expect(invited).toMatchObject({ status: 404, body: { message: 'Event not found.' } })
})
