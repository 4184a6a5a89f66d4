import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { book, dayAhead, eventForm, makeShow, tokenOf } from '../test/factories.ts'
import { openPage } from '../test/visitor-page.ts'
import { startWaitlistApp } from '../test/waits.ts'

const { app, join, find, choose, cancel, run, makeFullShow } = startWaitlistApp()

type Show = Awaited<ReturnType<typeof makeShow>>

/** Saves the event's form with these limits; the process has read the event before. */
const limit = async ({ host, event }: Pick<Show, 'host' | 'event'>, limits: object) => {
  const saved = await host.call('PUT', `/api/events/${event.id}`, eventForm({ ...event, ...limits }))
  expect(saved).toMatchObject({ status: 200, body: limits })
}

const offeredTo = async ({ event }: Show) =>
  (await app.call('GET', `/api/events/${event.id}/timeslots?date=${event.eventDate}`)).body

/** The event is 10 days ahead. */
const makeSoon = () => makeShow(app, { eventDate: dayAhead(10) })

describe('guests can book', () => {
  test.each([
    ['with more than the least notice', { noticeMinutes: 9 * 1440 }, true, 'Book at least 9 days ahead'],
    ['not within the least notice', { noticeMinutes: 11 * 1440 }, false, 'Book at least 11 days ahead'],
    ['as many days ahead as booking opens', { daysAhead: 10 }, true, 'Book up to 10 days ahead'],
    ['not a day before', { daysAhead: 9 }, false, 'Book up to 9 days ahead'],
    ['on the last day', { bookUntil: dayAhead(0) }, true, 'Book by '],
    ['not the day after', { bookUntil: dayAhead(-1) }, false, 'Book by '],
  ])('%s, and staff always', async (_what, limits, open, words) => {
    const show = await makeSoon()
    const [slot, other] = show.slots
    expect((await book(app, slot!.id, { attendeeEmail: 'first@mail.test' })).status).toBe(201)
    await limit(show, limits)
    const answer = await book(app, slot!.id)
    if (open) expect(answer.status).toBe(201)
    else {
      expect(answer).toMatchObject({ status: 409, body: { code: 'conflict', alternatives: [] } })
      expect(answer.body.message).toMatch(new RegExp(`^${words}.*\\. Please choose another time\\.$`))
    }
    expect(await offeredTo(show)).toHaveLength(open ? 4 : 0)
    const page = await openPage<EventPage>(app, `/event/${show.event.urlSlug}`)
    expect(page.read).toContain(words)
    expect(page.content.slots).toHaveLength(open ? 4 : 0)
    const added = await show.host.call('POST', `/api/timeslots/${other!.id}/bookings`, {
      attendeeName: 'Ida Kern',
      attendeeEmail: 'ida@mail.test',
    })
    expect(added.status).toBe(201)
    const summary = await show.host.call('GET', `/api/events/${show.event.id}/summary`)
    expect(summary.body).toMatchObject({ availableAppointments: open ? 5 : 6, outsideSlots: 0 })
  })

  test('move an appointment only to a time they can still book, and staff to any', async () => {
    const show = await makeSoon()
    const [from, to] = show.slots
    const booked = await book(app, from!.id)
    await limit(show, { noticeMinutes: 11 * 1440 })
    const move = { newTimeSlotId: to!.id }
    const token = tokenOf(booked)
    const reschedule = () => app.call('POST', `/api/bookings/manage/${token}/reschedule`, move)
    const refused = (message: string) => ({ status: 409, body: { code: 'conflict', message } })
    expect(await reschedule()).toMatchObject(
      refused('Book at least 11 days ahead. Please choose another time.'),
    )
    await limit(show, { noticeMinutes: 0, bookUntil: dayAhead(-1) })
    expect((await reschedule()).body.message).toMatch(/^Book by .+\. Please choose another time\.$/)
    await limit(show, { bookUntil: null })
    await show.host.call('PATCH', `/api/timeslots/${to!.id}`, { isAvailable: false })
    expect(await reschedule()).toMatchObject(
      refused('This time slot is not available. Please choose another time.'),
    )
    await show.host.call('PATCH', `/api/timeslots/${to!.id}`, { isAvailable: true })
    expect((await reschedule()).status).toBe(200)
  })

  test('what they were offered from the waitlist, also within the notice; then no one else is offered a spot', async () => {
    const show = await makeFullShow({ eventDate: dayAhead(10) })
    const [first, second] = [await join(show, 'event'), await join(show, 'event')]
    await cancel(show.guest)
    await limit(show, { noticeMinutes: 11 * 1440 })
    await run()
    const { status, token } = await find(first.email)
    expect(status).toBe('offered')
    expect((await choose(token, 'accept')).status).toBe(200)
    const [booked] = await app.rows<{ id: number }>(
      `SELECT id FROM bookings WHERE attendee_email = $1 AND status = 'active'`,
      [first.email],
    )
    await show.host.call('PATCH', `/api/bookings/${booked!.id}/cancel`)
    await run()
    expect(await find(second.email)).toMatchObject({ status: 'waiting', slotId: null })
    await limit(show, { noticeMinutes: 0 })
    await run()
    expect(await find(second.email)).toMatchObject({ status: 'offered' })
  })
})

test('other hours of a day are those of its slots, of what guests see and book, and of the red warning', async () => {
  const [first, last] = [dayAhead(30), dayAhead(31)]
  const days = { isMultiDay: true, eventDate: first, endDate: last }
  const show = await makeShow(app, days)
  const [, onLast] = [show.slots[0]!, show.slots.at(-1)!]
  expect((await book(app, onLast.id)).status).toBe(201)
  await limit(show, { dayHours: [{ date: last, isClosed: false, startTime: '14:00', endTime: '15:00' }] })
  expect(await book(app, onLast.id, { attendeeEmail: 'late@mail.test' })).toMatchObject({ status: 409 })
  expect((await app.call('GET', `/api/events/${show.event.id}/timeslots`)).body).toHaveLength(4)
  const summary = async () => (await show.host.call('GET', `/api/events/${show.event.id}/summary`)).body
  expect(await summary()).toMatchObject({ outsideSlots: 4, outsideBookings: 1 })
  const page = await openPage<EventPage>(app, `/event/${show.event.urlSlug}`)
  expect(page.read).toContain('2:00 PM – 3:00 PM')
  const sync = await show.host.call('POST', `/api/events/${show.event.id}/timeslots/sync`)
  expect(sync.body).toMatchObject({ added: 2, removed: 3, kept: 1 })

  await limit(show, { dayHours: [{ date: last, isClosed: true, startTime: '00:00', endTime: '00:00' }] })
  expect(await summary()).toMatchObject({ outsideSlots: 3, outsideBookings: 1 })
  const log = (await show.host.call('GET', '/api/activity?subject=event')).body
  expect(JSON.stringify(log)).toContain(`${last} 14:00-15:00`)
})

test('buffers, breaks and any length make the slots of a new event, and guests are not told of them', async () => {
  const { host, event, slots } = await makeShow(app, {
    ...{ startTime: '10:00', endTime: '18:00', slotDuration: 90, maxBookingsPerSlot: 50 },
    ...{ bufferAfter: 15, breaks: [{ startTime: '13:30', endTime: '14:00' }] },
  })
  expect(slots.map(({ startTime, totalSlots }) => [startTime, totalSlots])).toEqual(
    ['10:00', '11:45', '14:00', '15:45'].map((startTime) => [startTime, 50]),
  )
  const seen = (await app.call('GET', `/api/events/${event.id}`)).body
  for (const name of ['bufferBefore', 'bufferAfter', 'breaks', 'isHidden'])
    expect(seen).not.toHaveProperty(name)
  const sync = (await host.call('GET', `/api/events/${event.id}/timeslots/sync`)).body
  expect(sync).toMatchObject({ added: 0, removed: 0 })
})
