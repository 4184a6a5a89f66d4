import { isOutsideEvent } from '@trunkshow/contract/events/rules.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { wallToInstant } from '@trunkshow/contract/zones.ts'
import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp } from '../test/app.ts'
import {
  book,
  bookingNumber,
  dayAhead,
  eventForm,
  makeCompany,
  makeEvent,
  makeShow,
  makeUser,
  tokenOf,
} from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'
import { newYork } from '../test/new-york.ts'
import { slotKeys } from '../test/visitor-page.ts'

const app = startTestApp()

const starts = (answer: Answer): string[] =>
  answer.body.map(({ startTime }: { startTime: string }) => startTime)

describe('the slots of an event', () => {
  /** An event of two days from 10 to 12 with slots inside, outside, and at its limits, a hidden one, and a full one. */
  async function makeMixedShow() {
    const show = await makeShow(app, {
      isMultiDay: true,
      eventDate: dayAhead(20),
      endDate: dayAhead(21),
      slotDuration: 60,
      maxBookingsPerSlot: 1,
    })
    for (const [slotDate, startTime, endTime] of [
      [dayAhead(19), '10:00', '11:00'],
      [dayAhead(20), '09:00', '10:00'],
      [dayAhead(20), '09:30', '10:01'],
      [dayAhead(20), '11:59', '12:30'],
      [dayAhead(20), '12:00', '13:00'],
      [dayAhead(20), '08:00', '20:00'],
      [dayAhead(22), '10:00', '11:00'],
    ]) {
      expect((await show.add({ slotDate, startTime, endTime })).status).toBe(201)
    }
    const [full, hidden] = show.slots
    await book(app, full!.id)
    await show.change(hidden!.id, { isAvailable: false })
    return show
  }

  test('are all listed by time for staff of every role', async () => {
    const { host, event } = await makeMixedShow()
    for (const role of ['admin', 'order management', 'view only'] as const) {
      const colleague = await makeUser(app, host.companyId, role)
      const { body } = await colleague.call('GET', `/api/events/${event.id}/timeslots`)
      expect(body).toHaveLength(11)
      const times = body.map(
        (slot: { slotDate: string; startTime: string }) => slot.slotDate + slot.startTime,
      )
      expect(times).toEqual(times.toSorted())
    }
  })

  test('are for guests those the page offers: not hidden, within the event’s hours, including full ones', async () => {
    const { host, event, slots } = await makeMixedShow()
    const { body: all } = await host.call('GET', `/api/events/${event.id}/timeslots`)
    const expected = all
      .filter((slot: ListedSlot) => slot.isAvailable && !isOutsideEvent(slot, event))
      .map(({ everBooked: _, ...slot }: ListedSlot) => slot)
    expect(expected).toHaveLength(6)
    const stranger = await makeCompany(app)
    for (const answer of [
      await app.call('GET', `/api/events/${event.id}/timeslots`),
      await stranger.call('GET', `/api/events/${event.id}/timeslots`),
      await host.call('GET', `/api/events/${event.id}/timeslots?bookable=true`),
      await app.call('GET', `/api/events/${event.id}/timeslots?bookable=false`),
    ]) {
      expect(answer).toMatchObject({ status: 200, body: expected })
      expect(answer.body).toHaveLength(expected.length)
      for (const slot of answer.body) expect(Object.keys(slot).sort()).toEqual(slotKeys)
    }
    expect(expected.find((slot: { id: number }) => slot.id === slots[0]!.id)).toMatchObject({
      availableSpots: 0,
    })
  })

  test('do not include ones that have started for guests', async () => {
    const { event, slots } = await makeShow(app)
    await app.rows(
      `UPDATE time_slots SET slot_date = (now() AT TIME ZONE 'America/New_York')::date - 1 WHERE id = $1`,
      [slots[0]!.id],
    )
    await app.rows(
      'UPDATE events SET is_multi_day = true, event_date = event_date - 60, end_date = event_date WHERE id = $1',
      [event.id],
    )
    expect(starts(await app.call('GET', `/api/events/${event.id}/timeslots`))).toEqual([
      '10:30',
      '11:00',
      '11:30',
    ])
  })

  test.each([
    ['2028-03-12', ['01:00', '01:30', '03:00', '03:30']],
    ['2028-11-05', ['01:00', '01:30', '02:00', '02:30', '03:00', '03:30']],
  ])('of the night of %s are those that the clock shows, each once', async (eventDate, times) => {
    const { host, event } = await makeShow(app, { eventDate, startTime: '01:00', endTime: '04:00' })
    expect(starts(await app.call('GET', `/api/events/${event.id}/timeslots`))).toEqual(times)
    expect(starts(await host.call('GET', `/api/events/${event.id}/timeslots`))).toEqual(times)
  })

  test('never offer a time that does not exist, even if an older version created it', async () => {
    const { host, event, slots } = await makeShow(app, {
      eventDate: '2028-03-12',
      startTime: '01:00',
      endTime: '04:00',
    })
    const [ghost] = await app.rows<{ id: number }>(
      `INSERT INTO time_slots (company_id, event_id, slot_date, start_time, end_time, total_slots)
       SELECT company_id, id, event_date, '02:30', '03:00', 1 FROM events WHERE id = $1 RETURNING id`,
      [event.id],
    )
    expect(starts(await app.call('GET', `/api/events/${event.id}/timeslots`))).not.toContain('02:30')
    const unavailable = { message: 'This time slot is not available. Please choose another time.' }
    expect(await book(app, ghost!.id)).toMatchObject({ status: 409, body: unavailable })
    const booked = await book(app, slots[0]!.id)
    const newTimeSlotId = ghost!.id
    const moves = [
      await host.call('PATCH', `/api/bookings/${await bookingNumber(app, tokenOf(booked))}/reschedule`, {
        newTimeSlotId,
      }),
      await app.call('POST', `/api/bookings/manage/${booked.body.id}/reschedule`, { newTimeSlotId }),
    ]
    for (const move of moves) {
      expect(move).toMatchObject({ status: 409, body: unavailable })
      expect(move.body.alternatives).toHaveLength(3)
      expect(move.body.alternatives.map(({ id }: { id: number }) => id)).not.toContain(ghost!.id)
    }
    const { body: sync } = await host.call('POST', `/api/events/${event.id}/timeslots/sync`)
    expect(sync).toMatchObject({ added: 0, removed: 1 })
    await assertBookingInvariants(app, event.id, [tokenOf(booked)])
  })

  test('can be filtered by date', async () => {
    const { host, event } = await makeMixedShow()
    const url = `/api/events/${event.id}/timeslots`
    expect(starts(await host.call('GET', `${url}?date=${dayAhead(21)}`))).toEqual(['10:00', '11:00'])
    expect(starts(await host.call('GET', `${url}?date=${dayAhead(19)}`))).toEqual(['10:00'])
    expect(starts(await app.call('GET', `${url}?date=${dayAhead(19)}`))).toEqual([])
    expect(starts(await host.call('GET', `${url}?date=${dayAhead(40)}`))).toEqual([])
  })

  test.each([
    ['date=tomorrow', 'Enter a date as yyyy-MM-dd'],
    ['date=2027-02-30', 'Enter a date as yyyy-MM-dd'],
    ['date=0000-01-01', 'Enter a date as yyyy-MM-dd'],
    ['date=', 'Date is required'],
    ['bookable=perhaps', expect.any(String)],
    ['limit=5', expect.any(String)],
  ])('reject ?%s', async (query, message) => {
    const { event } = await makeShow(app)
    const answer = await app.call('GET', `/api/events/${event.id}/timeslots?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message } })
  })

  test('of an event that is private, another company’s, or unknown are 404', async () => {
    const { event } = await makeShow(app, { isPublic: false })
    const stranger = await makeCompany(app)
    for (const id of [event.id, 2_000_000_000, 3_000_000_000]) {
      expect((await stranger.call('GET', `/api/events/${id}/timeslots`)).status).toBe(404)
      expect((await app.call('GET', `/api/events/${id}/timeslots`)).status).toBe(404)
    }
  })

  test('start at the same instant in the database and the contract, even when the clocks change', async () => {
    const { event } = await makeShow(app)
    const times = [
      ['2027-03-14', '01:30'],
      ['2027-03-14', '02:30'],
      ['2027-03-14', '03:00'],
      ['2027-11-07', '00:30'],
      ['2027-11-07', '02:00'],
      ['2027-07-01', '23:30'],
      ['2027-12-31', '20:00'],
    ] as const
    for (const [slotDate, startTime] of times) {
      await app.rows(
        `INSERT INTO time_slots (company_id, event_id, slot_date, start_time, end_time, total_slots)
         SELECT company_id, id, $2, $3, '23:59', 1 FROM events WHERE id = $1`,
        [event.id, slotDate, startTime],
      )
    }
    const stored = await app.rows<{ slot_date: string; start_time: string; starts_at: Date }>(
      'SELECT slot_date, start_time, starts_at FROM time_slots WHERE event_id = $1',
      [event.id],
    )
    expect(stored).toHaveLength(4 + times.length)
    for (const { slot_date, start_time, starts_at } of stored) {
      const wall = `${slot_date} ${start_time}`
      expect([wall, starts_at.toISOString()]).toEqual([
        wall,
        wallToInstant(slot_date, start_time, newYork).toISOString(),
      ])
    }
  })
})

async function makeSummarized() {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  const read = async () => (await host.call('GET', `/api/events/${event.id}/summary`)).body
  return { host, event, slots: event.slots, read }
}

test('counts active bookings, slots, and open spots', async () => {
  const { host, event, slots, read } = await makeSummarized()
  const otherCompany = await makeCompany(app)
  const readFill = async ({ call } = host) =>
    (await call('GET', `/api/timeslots/fill?eventIds=${event.id}`)).body
  expect(await read()).toEqual({
    bookings: 0,
    slots: 4,
    availableAppointments: 8,
    outsideSlots: 0,
    outsideBookings: 0,
    days: [{ date: event.eventDate, booked: 0, totalSlots: 8, atWork: '' }],
    namesOnSlots: false,
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
    days: [{ date: event.eventDate, booked: 2, totalSlots: 8, atWork: '' }],
  })
  expect(await readFill()).toEqual([{ eventId: event.id, booked: 2, totalSlots: 8, failedEmails: 0 }])
  expect(await readFill(otherCompany)).toEqual([])
  await host.call('PUT', `/api/events/${event.id}`, eventForm({ startTime: '10:30', endTime: '11:30' }))
  expect(await read()).toMatchObject({ bookings: 2, outsideSlots: 2, outsideBookings: 2 })
})

test('counts no spot as open in a slot that has begun', async () => {
  const { event, read } = await makeSummarized()
  const past = "UPDATE time_slots SET slot_date = slot_date - 60 WHERE event_id = $1 AND start_time < '11:00'"
  await app.rows(past, [event.id])
  expect(await read()).toMatchObject({ slots: 4, availableAppointments: 4 })
})

test('counts no spot as open that guests are not offered', async () => {
  const { host, event, slots, read } = await makeSummarized()
  await host.call('PATCH', `/api/timeslots/${slots[1]!.id}`, { isAvailable: false })
  expect(await read()).toMatchObject({ slots: 4, availableAppointments: 6 })
  await host.call('PUT', `/api/events/${event.id}`, eventForm({ endTime: '11:30' }))
  expect(await read()).toMatchObject({ slots: 4, outsideSlots: 1, availableAppointments: 4 })
})

test('has a version that changes only with what the page shows', async () => {
  const { host, event, slots, read } = await makeSummarized()
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
