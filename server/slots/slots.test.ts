import { wallToInstant } from '@trunkshow/contract/dates.ts'
import { isOutsideEvent } from '@trunkshow/contract/events/rules.ts'
import { type ListedSlot, timeSlot as slotSchema } from '@trunkshow/contract/slots/schema.ts'
import { describe, expect, test } from 'vitest'
import { type Answer, startTestApp } from '../test/app.ts'
import { assertBookingInvariants } from '../test/booking-invariants.ts'
import { book, bookingNumber, dayAhead, makeCompany, makeEvent, makeUser } from '../test/factories.ts'

const app = startTestApp()

const slotKeys = Object.keys(slotSchema.shape).sort()
const starts = (answer: Answer): string[] =>
  answer.body.map(({ startTime }: { startTime: string }) => startTime)
const tokenOf = (answer: Answer): string => answer.body.id
const numberOf = (answer: Answer) => bookingNumber(app, answer.body.id)

async function makeShow(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, changes)
  const add = (slot: Record<string, unknown>) =>
    host.call('POST', `/api/events/${event.id}/timeslots`, { slotDate: event.eventDate, ...slot })
  const change = (id: number, changes: Record<string, unknown>) =>
    host.call('PATCH', `/api/timeslots/${id}`, changes)
  return { host, event, slots: event.slots, add, change }
}

/** The emails of a slot's bookings after the confirmations: recipient, kind, and sequence. */
function movesOf(slotId: number) {
  return app.rows(
    `SELECT attendee_name AS name, email_type AS kind, email_notifications.sequence
     FROM email_notifications JOIN bookings ON bookings.id = booking_id
     WHERE time_slot_id = $1 AND email_type NOT IN ('booking_confirmation', 'booking_notice')
     ORDER BY email_notifications.id`,
    [slotId],
  )
}

describe('adding a slot', () => {
  test.each([
    [{}, 1],
    [{ totalSlots: 4 }, 4],
    [{ availableSpots: 3 }, 3],
    [{ totalSlots: '4' }, 4],
    [{ availableSpots: '3' }, 3],
  ])('with %j creates one with %i spots', async (places, totalSlots) => {
    const { host, event, add } = await makeShow()
    const answer = await add({ eventId: event.id, startTime: '12:00', endTime: '12:30', ...places })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      eventId: event.id,
      slotDate: event.eventDate,
      startTime: '12:00',
      endTime: '12:30',
      totalSlots,
      availableSpots: totalSlots,
      isAvailable: true,
    })
    const stored = await app.rows('SELECT company_id, booked FROM time_slots WHERE id = $1', [answer.body.id])
    expect(stored).toEqual([{ company_id: host.companyId, booked: 0 }])
  })

  test('uses the event of the path, whatever the body says', async () => {
    const [mine, other] = [await makeShow(), await makeShow()]
    const answer = await mine.add({ eventId: other.event.id, startTime: '12:00', endTime: '12:30' })
    expect(answer.body.eventId).toBe(mine.event.id)
  })

  test.each([
    [
      { slotDate: '', startTime: '', endTime: '' },
      {
        slotDate: 'Date is required',
        startTime: 'Start time is required',
        endTime: 'End time is required',
      },
    ],
    [{ slotDate: undefined }, { slotDate: 'Date is required' }],
    [{ slotDate: '2027-02-30' }, { slotDate: 'Enter a date as yyyy-MM-dd' }],
    [{ startTime: '25:00' }, { startTime: 'Enter a time as HH:mm' }],
    [{ endTime: '12:00' }, { endTime: 'End time must be after start time' }],
    [{ endTime: '11:00' }, { endTime: 'End time must be after start time' }],
    [{ totalSlots: 0 }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
    [{ totalSlots: 'many' }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
    [{ availableSpots: -2 }, { availableSpots: 'Enter a whole number of spots, 1 or more.' }],
    [{ totalSlots: 1001 }, { totalSlots: 'A time slot can have at most 1,000 spots.' }],
  ])('is rejected with %j, with a message at each field', async (changes, fields) => {
    const { event, add } = await makeShow()
    const answer = await add({ startTime: '12:00', endTime: '12:30', ...changes })
    const [message] = Object.values(fields)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message, error: message } })
    expect(answer.body.fields).toEqual(fields)
    expect(await app.rows('SELECT id FROM time_slots WHERE event_id = $1', [event.id])).toHaveLength(4)
  })

  test.each([
    ['02:00', '02:30', 'startTime'],
    ['02:30', '03:30', 'startTime'],
    ['01:30', '02:30', 'endTime'],
  ])('from %s to %s in the night that skips an hour is rejected at %s', async (from, to, field) => {
    const { event, slots, add, change } = await makeShow({ eventDate: '2028-03-12' })
    const sentence = 'This time doesn’t exist on March 12, 2028, when clocks go forward. Choose another time.'
    const refusal = {
      status: 400,
      body: { code: 'invalid', message: sentence, fields: { [field]: sentence } },
    }
    expect(await add({ startTime: from, endTime: to })).toMatchObject(refusal)
    expect(await change(slots[0]!.id, { startTime: from, endTime: to })).toMatchObject(refusal)
    expect(await app.rows('SELECT id FROM time_slots WHERE event_id = $1', [event.id])).toHaveLength(4)
    expect((await add({ startTime: '01:30', endTime: '02:00' })).status).toBe(201)
    expect((await add({ startTime: '03:00', endTime: '03:30' })).status).toBe(201)
  })

  test('at a time the event already has is rejected, also for two requests at once', async () => {
    const { event, add } = await makeShow()
    const sentence = 'There is already a time slot at this date and time.'
    const again = await add({ startTime: '10:00', endTime: '10:30' })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict', message: sentence } })
    const rivals = await Promise.all([1, 2, 3].map(() => add({ startTime: '13:00', endTime: '13:30' })))
    expect(rivals.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
    expect(await app.rows('SELECT id FROM time_slots WHERE event_id = $1', [event.id])).toHaveLength(5)
    expect((await add({ startTime: '10:00', endTime: '10:45' })).status).toBe(201)
  })

  test('to an event of another company or an unknown one is 404', async () => {
    const { event } = await makeShow()
    const stranger = await makeCompany(app)
    const slot = { slotDate: event.eventDate, startTime: '12:00', endTime: '12:30' }
    for (const id of [event.id, event.urlSlug, 2_000_000_000, 3_000_000_000]) {
      const answer = await stranger.call('POST', `/api/events/${id}/timeslots`, slot)
      expect(answer.status, String(id)).toBe(404)
    }
    expect(await app.rows('SELECT id FROM time_slots WHERE event_id = $1', [event.id])).toHaveLength(4)
  })
})

describe('changing a slot', () => {
  test('changes its hours, spots, and visibility, one or all', async () => {
    const { slots, change } = await makeShow()
    const { everBooked: _, ...slot } = slots[0]!
    expect((await change(slot.id, { totalSlots: '5' })).body).toEqual({
      ...slot,
      totalSlots: 5,
      availableSpots: 5,
    })
    expect((await change(slot.id, { startTime: '09:45' })).body).toMatchObject({
      startTime: '09:45',
      endTime: '10:30',
      totalSlots: 5,
    })
    expect((await change(slot.id, { isAvailable: false })).body).toMatchObject({ isAvailable: false })
    const all = { startTime: '08:00', endTime: '08:30', totalSlots: 1, isAvailable: true }
    expect((await change(slot.id, all)).body).toEqual({ ...slot, ...all, availableSpots: 1 })
    expect((await change(slot.id, {})).body).toEqual({ ...slot, ...all, availableSpots: 1 })
  })

  test.each([
    [{ startTime: '' }, { startTime: 'Start time is required' }],
    [{ endTime: '24:00' }, { endTime: 'Enter a time as HH:mm' }],
    [{ endTime: '10:00' }, { endTime: 'End time must be after start time' }],
    [{ startTime: '10:30' }, { endTime: 'End time must be after start time' }],
    [{ startTime: '12:00', endTime: '11:00' }, { endTime: 'End time must be after start time' }],
    [{ totalSlots: 0 }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
    [{ totalSlots: 2000 }, { totalSlots: 'A time slot can have at most 1,000 spots.' }],
  ])('is rejected with %j, with a message', async (changes, fields) => {
    const { host, event, slots, change } = await makeShow()
    const answer = await change(slots[0]!.id, changes)
    const [message] = Object.values(fields)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message } })
    expect(answer.body.fields).toEqual(fields)
    expect((await host.call('GET', `/api/events/${event.id}/timeslots`)).body).toEqual(slots)
  })

  test('to fewer spots than are booked is rejected with their number', async () => {
    const { host, event, slots, change } = await makeShow({ maxBookingsPerSlot: 3 })
    const [slot] = slots
    const booked = [await book(app, slot!.id), await book(app, slot!.id)]
    const two = 'This time slot already has 2 bookings. Enter at least that many spots.'
    const refused = await change(slot!.id, { totalSlots: 1 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', message: two, error: two } })
    expect(refused.body.fields).toEqual({ totalSlots: two })
    expect((await change(slot!.id, { totalSlots: 2 })).body).toMatchObject({
      totalSlots: 2,
      availableSpots: 0,
    })

    await host.call('PATCH', `/api/bookings/${await numberOf(booked[0]!)}/cancel`)
    expect((await change(slot!.id, { totalSlots: 1 })).body).toMatchObject({
      totalSlots: 1,
      availableSpots: 0,
    })
    await assertBookingInvariants(app, event.id, booked.map(tokenOf))
  })

  test('to a time the event already has is rejected', async () => {
    const { slots, change } = await makeShow()
    const answer = await change(slots[0]!.id, { startTime: '10:30', endTime: '11:00' })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'There is already a time slot at this date and time.' },
    })
  })

  test('of its hours emails all its guests, and raises the sequence of their calendar entries', async () => {
    const { host, slots, change } = await makeShow({ maxBookingsPerSlot: 3 })
    const [slot] = slots
    for (const attendeeName of ['Ann', 'Bea']) await book(app, slot!.id, { attendeeName })
    const gone = await book(app, slot!.id, { attendeeName: 'Gone' })
    await host.call('PATCH', `/api/bookings/${await numberOf(gone)}/cancel`)
    await book(app, slots[1]!.id, { attendeeName: 'Elsewhere' })
    const wakes = app.wakes
    await change(slot!.id, { startTime: '09:30', endTime: '10:00' })
    expect(app.wakes).toBe(wakes + 1)
    await change(slot!.id, { endTime: '10:15' })
    const told = await movesOf(slot!.id)
    expect(told.filter((mail) => mail.name !== 'Gone')).toHaveLength(8)
    for (const name of ['Ann', 'Bea']) {
      expect(told.filter((mail) => mail.name === name)).toEqual([
        { name, kind: 'booking_rescheduled', sequence: 1 },
        { name, kind: 'booking_rescheduled_notice', sequence: 1 },
        { name, kind: 'booking_rescheduled', sequence: 2 },
        { name, kind: 'booking_rescheduled_notice', sequence: 2 },
      ])
    }
    expect(told.filter((mail) => mail.name === 'Gone').map((mail) => mail.kind)).toEqual([
      'booking_cancelled',
      'booking_cancelled_notice',
    ])
    expect(await movesOf(slots[1]!.id)).toEqual([])
    const stored = await app.rows(
      'SELECT attendee_name AS name, sequence FROM bookings WHERE time_slot_id = $1 ORDER BY id',
      [slot!.id],
    )
    expect(stored).toEqual([
      { name: 'Ann', sequence: 2 },
      { name: 'Bea', sequence: 2 },
      { name: 'Gone', sequence: 1 },
    ])
  })

  test('of its spots or visibility, or to the same hours, emails nobody', async () => {
    const { slots, change } = await makeShow()
    const [slot] = slots
    await book(app, slot!.id)
    await change(slot!.id, { totalSlots: 5, isAvailable: false })
    await change(slot!.id, { startTime: slot!.startTime, endTime: slot!.endTime })
    expect(await movesOf(slot!.id)).toEqual([])
  })

  test('that is rejected emails nobody', async () => {
    const { slots, change } = await makeShow()
    const [slot, next] = slots
    await book(app, slot!.id)
    expect((await change(slot!.id, { startTime: next!.startTime, endTime: next!.endTime })).status).toBe(409)
    expect((await change(slot!.id, { startTime: '08:00', totalSlots: 0 })).status).toBe(400)
    expect(await movesOf(slot!.id)).toEqual([])
  })

  test('of another company or an unknown one is 404', async () => {
    const { host, event, slots } = await makeShow()
    const stranger = await makeCompany(app)
    for (const id of [slots[0]!.id, 2_000_000_000, 3_000_000_000, 'none']) {
      expect((await stranger.call('PATCH', `/api/timeslots/${id}`, { totalSlots: 9 })).status).toBe(404)
      expect((await stranger.call('DELETE', `/api/timeslots/${id}`)).status).toBe(404)
    }
    expect((await host.call('GET', `/api/events/${event.id}/timeslots`)).body).toEqual(slots)
  })
})

describe('deleting a slot', () => {
  test('that was never booked removes it', async () => {
    const { host, event, slots } = await makeShow()
    expect(await host.call('DELETE', `/api/timeslots/${slots[1]!.id}`)).toMatchObject({
      status: 204,
      text: '',
    })
    expect(starts(await host.call('GET', `/api/events/${event.id}/timeslots`))).toEqual([
      '10:00',
      '11:00',
      '11:30',
    ])
    expect((await host.call('DELETE', `/api/timeslots/${slots[1]!.id}`)).status).toBe(404)
    expect((await book(app, slots[1]!.id)).status).toBe(404)
  })

  test('with a booking, even a canceled one, is rejected', async () => {
    const { host, event, slots } = await makeShow()
    const booked = await book(app, slots[0]!.id)
    const refusal = {
      status: 409,
      body: { code: 'in_use', message: 'This time slot has bookings, so it cannot be deleted.' },
    }
    expect(await host.call('DELETE', `/api/timeslots/${slots[0]!.id}`)).toMatchObject(refusal)
    await host.call('PATCH', `/api/bookings/${await numberOf(booked)}/cancel`)
    expect(await host.call('DELETE', `/api/timeslots/${slots[0]!.id}`)).toMatchObject(refusal)
    await assertBookingInvariants(app, event.id, [tokenOf(booked)])
  })

  test('whose bookings were all moved away removes it', async () => {
    const { host, slots } = await makeShow()
    const booked = await book(app, slots[0]!.id)
    await host.call('PATCH', `/api/bookings/${await numberOf(booked)}/reschedule`, {
      newTimeSlotId: slots[1]!.id,
    })
    expect((await host.call('DELETE', `/api/timeslots/${slots[0]!.id}`)).status).toBe(204)
  })
})

describe('the slots of an event', () => {
  /** An event of two days from 10 to 12 with slots inside, outside, and at its limits, a hidden one, and a full one. */
  async function makeMixedShow() {
    const show = await makeShow({
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
    const { event, slots } = await makeShow()
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
    const { host, event } = await makeShow({ eventDate, startTime: '01:00', endTime: '04:00' })
    expect(starts(await app.call('GET', `/api/events/${event.id}/timeslots`))).toEqual(times)
    expect(starts(await host.call('GET', `/api/events/${event.id}/timeslots`))).toEqual(times)
  })

  test('never offer a time that does not exist, even if an older version created it', async () => {
    const { host, event, slots } = await makeShow({
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
      await host.call('PATCH', `/api/bookings/${await numberOf(booked)}/reschedule`, { newTimeSlotId }),
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
    const { event } = await makeShow()
    const answer = await app.call('GET', `/api/events/${event.id}/timeslots?${query}`)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message } })
  })

  test('of an event that is private, another company’s, or unknown are 404', async () => {
    const { event } = await makeShow({ isPublic: false })
    const stranger = await makeCompany(app)
    for (const id of [event.id, 2_000_000_000, 3_000_000_000]) {
      expect((await stranger.call('GET', `/api/events/${id}/timeslots`)).status).toBe(404)
      expect((await app.call('GET', `/api/events/${id}/timeslots`)).status).toBe(404)
    }
  })

  test('start at the same instant in the database and the contract, even when the clocks change', async () => {
    const { event } = await makeShow()
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
        wallToInstant(slot_date, start_time).toISOString(),
      ])
    }
  })
})

describe('while guests book', { timeout: 240_000 }, () => {
  const rounds = Array.from({ length: 32 }, (_, round) => round)

  /** Makes a call after this many database round trips, so that each side of a race comes first in some rounds. */
  async function later<T>(turns: number, call: () => Promise<T>): Promise<T> {
    for (let turn = 0; turn < turns; turn++) await app.rows('SELECT 1')
    return call()
  }

  /** Returns how many deadlocks PostgreSQL has resolved. */
  async function countDeadlocks() {
    const all = Array.from({ length: app.pool.options.max }, () => app.pool.connect())
    for (const client of await Promise.all(all)) {
      await client.query('SELECT pg_stat_force_next_flush()')
      client.release()
    }
    const [row] = await app.rows<{ deadlocks: number }>(
      'SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()',
    )
    return row!.deadlocks
  }

  test('lowering the spots never oversells', async () => {
    const { event, slots, change } = await makeShow({
      startTime: '00:00',
      endTime: '23:59',
      slotDuration: 15,
      maxBookingsPerSlot: 4,
    })
    const acknowledged: Answer[] = []
    const lowered = new Set<number>()
    for (const round of rounds) {
      const slot = slots[round]!
      const [change1, ...answers] = await Promise.all([
        change(slot.id, { totalSlots: 1 + (round % 3) }),
        ...Array.from({ length: 6 }, () => later(round % 8, () => book(app, slot.id))),
        change(slot.id, { totalSlots: 1 }),
      ])
      const change2 = answers.pop()!
      for (const answer of [change1, change2]) expect([200, 409]).toContain(answer.status)
      for (const answer of answers) expect([201, 409]).toContain(answer.status)
      lowered.add(change2.status)
      acknowledged.push(...answers.filter((answer) => answer.status === 201))
    }
    expect(lowered, 'both outcomes of the race were seen').toEqual(new Set([200, 409]))
    await assertBookingInvariants(app, event.id, acknowledged.map(tokenOf))
  })

  test('a slot is either deleted or booked, never both', async () => {
    const { host, event, slots } = await makeShow({ startTime: '00:00', endTime: '23:59', slotDuration: 15 })
    const acknowledged: Answer[] = []
    const outcomes = new Set<string>()
    for (const round of rounds) {
      const slot = slots[round]!
      const answers = await Promise.all([
        host.call('DELETE', `/api/timeslots/${slot.id}`),
        later(round % 8, () => book(app, slot.id)),
        later(round % 8, () => book(app, slot.id)),
      ])
      const deleted = answers.find((answer) => answer.status === 204)
      const won = answers.filter((answer) => answer.status === 201)
      const statuses = answers.map((answer) => answer.status).sort()
      expect(['204,404,404', '201,201,409']).toContain(statuses.join())
      outcomes.add(deleted ? 'deleted' : 'booked')
      expect(won.length > 0).toBe(!deleted)
      acknowledged.push(...won)
    }
    expect(outcomes, 'both outcomes of the race were seen').toEqual(new Set(['deleted', 'booked']))
    await assertBookingInvariants(app, event.id, acknowledged.map(tokenOf))
  })

  test('changing the hours of a slot while its guests reschedule or cancel does not deadlock', async () => {
    const { event, slots, change } = await makeShow({ maxBookingsPerSlot: 5 })
    const [slot, other] = slots
    const acknowledged: Answer[] = []
    for (const round of rounds) {
      const booked = await Promise.all([1, 2, 3, 4].map(() => book(app, slot!.id)))
      const minute = String(10 + round)
      const answers = await Promise.all([
        ...booked.slice(0, 2).map(({ body }) => app.call('GET', `/api/bookings/${body.id}/cancel`)),
        change(slot!.id, { startTime: `09:${minute}`, endTime: `10:${minute}` }),
        ...booked
          .slice(2)
          .map(({ body }) =>
            app.call('POST', `/api/bookings/manage/${body.id}/reschedule`, { newTimeSlotId: other!.id }),
          ),
      ])
      expect(answers.map((answer) => answer.status)).toEqual(Array(5).fill(200))
      acknowledged.push(...booked)
      for (const { body } of booked) await app.call('GET', `/api/bookings/${body.id}/cancel`)
    }
    expect(await countDeadlocks()).toBe(0)
    await assertBookingInvariants(app, event.id, acknowledged.map(tokenOf))
  })

  test('deleting a slot while its only guest reschedules does not deadlock', async () => {
    const { host, event, slots } = await makeShow({
      startTime: '00:00',
      endTime: '23:59',
      slotDuration: 15,
      maxBookingsPerSlot: 5,
    })
    const acknowledged: Answer[] = []
    for (const round of rounds) {
      const [slot, other] = [slots[round]!, slots[90 - (round % 10)]!]
      const booked = await book(app, slot.id)
      const [moved, deleted] = await Promise.all([
        app.call('POST', `/api/bookings/manage/${booked.body.id}/reschedule`, { newTimeSlotId: other.id }),
        host.call('DELETE', `/api/timeslots/${slot.id}`),
      ])
      expect(moved.status).toBe(200)
      expect([204, 409]).toContain(deleted.status)
      acknowledged.push(booked)
    }
    expect(await countDeadlocks()).toBe(0)
    await assertBookingInvariants(app, event.id, acknowledged.map(tokenOf))
  })
})
