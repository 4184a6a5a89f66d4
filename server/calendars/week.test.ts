import { weekOf } from '@trunkshow/contract/calendars/rules.ts'
import { addDays } from '@trunkshow/contract/dates.ts'
import { expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import {
  book,
  bookingNumber,
  dayAhead,
  makeCoHost,
  makeCompany,
  makeEvent,
  type TestUser,
  tokenOf,
} from '../test/factories.ts'
import { newYorkNow } from '../test/new-york.ts'

const app = startTestApp()

/** A Sunday, so that the days after it are its week. */
const sunday = weekOf(dayAhead(40))[0]!
const onDay = (day: number, changes: Record<string, unknown> = {}) => ({
  eventDate: addDays(sunday, day),
  ...changes,
})

async function week(user: TestUser, from: string | null = sunday) {
  const { status, body } = await user.call('GET', `/api/calendar${from ? `?from=${from}` : ''}`)
  expect(status).toBe(200)
  return body
}
const versionOf = async (user: TestUser) =>
  (await user.call('GET', `/api/calendar/version?from=${sunday}`)).body.version
const namesOf = ({ events }: { events: { name: string }[] }) => events.map(({ name }) => name)

test('a week has the time slots of all events with their bookings by name, and of no other week', async () => {
  const host = await makeCompany(app)
  const first = await makeEvent(host, onDay(0, { name: 'Sunday' }))
  const last = await makeEvent(host, onDay(6, { name: 'Saturday', timeZone: 'Europe/London' }))
  await makeEvent(host, onDay(7, { name: 'The week after' }))
  await makeEvent(host, onDay(-1, { name: 'The week before' }))
  const long = { isMultiDay: true, eventDate: addDays(sunday, -1), endDate: addDays(sunday, 7) }
  const tour = await makeEvent(host, { name: 'Long', ...long, startTime: '10:00', endTime: '11:00' })
  const token = tokenOf(await book(app, first.slots[1]!.id, { attendeeName: 'Nora Lind' }))
  await book(app, first.slots[1]!.id, { attendeeName: 'Ana Ruiz', attendeeEmail: 'ana@ruiz.test' })
  const gone = tokenOf(await book(app, last.slots[0]!.id, { attendeeName: 'Canceled' }))
  await host.call('PATCH', `/api/bookings/${await bookingNumber(app, gone)}/cancel`)

  const shown = await week(host, addDays(sunday, 3))
  expect(shown.from).toBe(sunday)
  expect(namesOf(shown)).toEqual(['Long', 'Sunday', 'Saturday'])
  expect(shown.events[2].zone.length).toBeGreaterThan(0)
  expect(shown.slots).toHaveLength(4 + 4 + 7 * 2)
  expect(
    shown.slots.map(({ slotDate, startTime }: Record<string, string>) => `${slotDate} ${startTime}`),
  ).toEqual(
    shown.slots
      .map(({ slotDate, startTime }: Record<string, string>) => `${slotDate} ${startTime}`)
      .toSorted(),
  )
  expect(shown.slots.filter(({ eventId }: { eventId: number }) => eventId === tour.id)).toHaveLength(14)
  expect(shown.slots.find(({ id }: { id: number }) => id === first.slots[1]!.id)).toMatchObject({
    eventId: first.id,
    slotDate: sunday,
    startTime: '10:30',
    endTime: '11:00',
    totalSlots: 2,
    availableSpots: 0,
    isAvailable: true,
  })
  const booking = { timeSlotId: first.slots[1]!.id, partySize: 1, spots: 1, attendance: null }
  expect(shown.bookings).toEqual([
    { ...booking, id: expect.any(Number), attendeeName: 'Ana Ruiz' },
    { ...booking, id: await bookingNumber(app, token), attendeeName: 'Nora Lind' },
  ])
  const { body: opened } = await host.call('GET', `/api/bookings/${shown.bookings[0].id}`)
  expect(opened).toMatchObject({ attendeeEmail: 'ana@ruiz.test', slotDate: sunday, booked: 2, totalSlots: 2 })
})

test('co-hosts see the events they manage beside their own, and strangers see none of them', async () => {
  const host = await makeCompany(app)
  const shared = await makeEvent(host, onDay(2, { name: 'Shared', location: 'Hidden', showLocation: false }))
  await makeEvent(host, onDay(2, { name: 'Not shared' }))
  await book(app, shared.slots[0]!.id)
  const coHost = await makeCoHost(app, shared, 'view only')
  await makeEvent(host, onDay(3))
  const shown = await week(coHost)
  expect(namesOf(shown)).toEqual(['Shared'])
  expect(shown.events[0]).toMatchObject({ coHosted: true, location: 'Hidden' })
  expect(shown.bookings).toMatchObject([{ attendeeName: 'Grace Okafor' }])
  const stranger = await makeCompany(app)
  await makeEvent(stranger, onDay(1, { name: 'Theirs' }))
  expect(namesOf(await week(stranger))).toEqual(['Theirs'])
  expect((await week(stranger)).bookings).toEqual([])
  const inactive = await app.rows(
    'UPDATE event_co_hosts SET is_active = false WHERE event_id = $1 RETURNING id',
    [shared.id],
  )
  expect(inactive).toHaveLength(1)
  expect(namesOf(await week(coHost))).toEqual([])
})

test('without a day it is the week of today, and an empty week names the nearest day with an event', async () => {
  const host = await makeCompany(app)
  expect(await week(host, null)).toMatchObject({
    from: weekOf(newYorkNow().date)[0],
    slots: [],
    nearest: null,
  })
  await makeEvent(host, onDay(2))
  await makeEvent(host, onDay(9))
  expect(await week(host, addDays(sunday, -7))).toMatchObject({ slots: [], nearest: addDays(sunday, 2) })
  expect(await week(host, addDays(sunday, 14))).toMatchObject({ slots: [], nearest: addDays(sunday, 9) })
  expect(await week(host)).toMatchObject({ nearest: null })
  expect((await host.call('GET', '/api/calendar?from=tomorrow')).status).toBe(400)
})

test('the version changes with whatever the week shows, and with nothing else', async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host, onDay(2))
  const other = await makeEvent(host, onDay(9))
  const seen = [await versionOf(host)]
  expect((await week(host)).version).toBe(seen[0])
  const changes: Record<string, () => Promise<unknown>> = {
    booked: () => book(app, event.slots[0]!.id),
    moved: async () => {
      const [{ id }] = (await week(host)).bookings
      return host.call('PATCH', `/api/bookings/${id}/reschedule`, { newTimeSlotId: event.slots[1]!.id })
    },
    'a slot hidden': () => host.call('PATCH', `/api/timeslots/${event.slots[2]!.id}`, { isAvailable: false }),
    'a slot deleted': () => host.call('DELETE', `/api/timeslots/${event.slots[3]!.id}`),
    canceled: async () => {
      const [{ id }] = (await week(host)).bookings
      return host.call('PATCH', `/api/bookings/${id}/cancel`)
    },
  }
  for (const [what, change] of Object.entries(changes)) {
    await change()
    seen.push(await versionOf(host))
    expect(new Set(seen).size, what).toBe(seen.length)
  }
  await book(app, other.slots[0]!.id)
  expect(await versionOf(host)).toBe(seen.at(-1))
})
