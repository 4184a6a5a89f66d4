import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, bookingNumber, eventForm, makeCompany, makeEvent } from '../test/factories.ts'

const app = startTestApp()

async function makeShow() {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const read = async () => (await host.call('GET', `/api/events/${event.id}/summary`)).body
  return { host, event, slots: event.slots, read }
}

test('counts active bookings, slots, and open spots', async () => {
  const { host, event, slots, read } = await makeShow()
  const otherCompany = await makeCompany(app)
  const readFill = async ({ call } = host) =>
    (await call('GET', `/api/timeslots/fill?eventIds=${event.id}`)).body
  expect(await read()).toEqual({
    bookings: 0,
    slots: 4,
    availableAppointments: 8,
    outsideSlots: 0,
    outsideBookings: 0,
    days: [{ date: event.eventDate, booked: 0, totalSlots: 8 }],
    failedEmails: 0,
    version: expect.any(String),
  })
  await book(app, slots[0]!.id)
  const gone = await book(app, slots[0]!.id)
  await book(app, slots[3]!.id)
  await host.call('PATCH', `/api/bookings/${await bookingNumber(app, gone.body.id)}/cancel`)
  expect(await read()).toMatchObject({
    bookings: 2,
    slots: 4,
    availableAppointments: 6,
    days: [{ date: event.eventDate, booked: 2, totalSlots: 8 }],
  })
  expect(await readFill()).toEqual([{ eventId: event.id, booked: 2, totalSlots: 8, failedEmails: 0 }])
  expect(await readFill(otherCompany)).toEqual([])
  await host.call('PUT', `/api/events/${event.id}`, eventForm({ startTime: '10:30', endTime: '11:30' }))
  expect(await read()).toMatchObject({ bookings: 2, outsideSlots: 2, outsideBookings: 2 })
})

test('counts no spot as open in a slot that has begun', async () => {
  const { event, read } = await makeShow()
  const past = "UPDATE time_slots SET slot_date = slot_date - 60 WHERE event_id = $1 AND start_time < '11:00'"
  await app.rows(past, [event.id])
  expect(await read()).toMatchObject({ slots: 4, availableAppointments: 4 })
})

test('counts no spot as open that guests are not offered', async () => {
  const { host, event, slots, read } = await makeShow()
  await host.call('PATCH', `/api/timeslots/${slots[1]!.id}`, { isAvailable: false })
  expect(await read()).toMatchObject({ slots: 4, availableAppointments: 6 })
  await host.call('PUT', `/api/events/${event.id}`, eventForm({ endTime: '11:30' }))
  expect(await read()).toMatchObject({ slots: 4, outsideSlots: 1, availableAppointments: 4 })
})

test('has a version that changes only with what the page shows', async () => {
  const { host, event, slots, read } = await makeShow()
  const booked = await book(app, slots[0]!.id)
  const changes: [string, () => Promise<unknown>][] = [
    ['a booking', () => book(app, slots[1]!.id)],
    [
      'a move by the visitor',
      () =>
        app.call('POST', `/api/bookings/manage/${booked.body.id}/reschedule`, {
          newTimeSlotId: slots[2]!.id,
        }),
    ],
    ['a cancellation', () => app.call('GET', `/api/bookings/${booked.body.id}/cancel`)],
    ['more places', () => host.call('PATCH', `/api/timeslots/${slots[3]!.id}`, { totalSlots: 5 })],
    ['a slot gone', () => host.call('DELETE', `/api/timeslots/${slots[3]!.id}`)],
    ['other hours', () => host.call('PUT', `/api/events/${event.id}`, eventForm({ endTime: '13:00' }))],
  ]
  let last = (await read()).version
  for (const [change, make] of changes) {
    expect((await read()).version, `before ${change}`).toBe(last)
    await make()
    const { version } = await read()
    expect(version, change).not.toBe(last)
    last = version
  }
})
