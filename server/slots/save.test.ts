import { wallToInstant } from '@trunkshow/contract/zones.ts'
import { describe, expect, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { startTestApp } from '../test/app.ts'
import {
  book,
  bookingNumber,
  dayAhead,
  eventForm,
  makeCompany,
  makeEvent,
  makeShow,
  tokenOf,
} from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'
import { newYork } from '../test/new-york.ts'
import { reportDrift } from './offer-spots.ts'

const app = startTestApp()

/** The emails of a slot's bookings after the confirmations: recipient, type, and sequence. */
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
    const { host, event, add } = await makeShow(app)
    const answer = await add({ eventId: event.id, startTime: '12:00', endTime: '12:30', ...places })
    expect(answer.status).toBe(201)
    expect(answer.body).toEqual({
      id: expect.any(Number),
      eventId: event.id,
      slotDate: event.eventDate,
      startTime: '12:00',
      endTime: '12:30',
      totalSlots,
      totalSpots: totalSlots,
      availableSpots: totalSlots,
      isAvailable: true,
    })
    const stored = await app.rows('SELECT company_id, booked FROM time_slots WHERE id = $1', [answer.body.id])
    expect(stored).toEqual([{ company_id: host.companyId, booked: 0 }])
  })

  test('uses the event of the path, whatever the body says', async () => {
    const [mine, other] = [await makeShow(app), await makeShow(app)]
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
    const { event, add } = await makeShow(app)
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
    const { event, slots, add, change } = await makeShow(app, { eventDate: '2028-03-12' })
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
    const { event, add } = await makeShow(app)
    const sentence = 'There is already a time slot at this date and time.'
    const again = await add({ startTime: '10:00', endTime: '10:30' })
    expect(again).toMatchObject({ status: 409, body: { code: 'conflict', message: sentence } })
    const rivals = await Promise.all([1, 2, 3].map(() => add({ startTime: '13:00', endTime: '13:30' })))
    expect(rivals.map((answer) => answer.status).sort()).toEqual([201, 409, 409])
    expect(await app.rows('SELECT id FROM time_slots WHERE event_id = $1', [event.id])).toHaveLength(5)
    expect((await add({ startTime: '10:00', endTime: '10:45' })).status).toBe(201)
  })

  test('to an event of another company or an unknown one is 404', async () => {
    const { event } = await makeShow(app)
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
    const { slots, change } = await makeShow(app)
    const { everBooked: _, ...slot } = slots[0]!
    expect((await change(slot.id, { totalSlots: '5' })).body).toEqual({
      ...slot,
      totalSlots: 5,
      totalSpots: 5,
      availableSpots: 5,
    })
    expect((await change(slot.id, { startTime: '09:45' })).body).toMatchObject({
      startTime: '09:45',
      endTime: '10:30',
      totalSlots: 5,
      totalSpots: 5,
    })
    expect((await change(slot.id, { isAvailable: false })).body).toMatchObject({ isAvailable: false })
    const all = { startTime: '08:00', endTime: '08:30', totalSlots: 1, totalSpots: 1, isAvailable: true }
    expect((await change(slot.id, all)).body).toEqual({ ...slot, ...all, availableSpots: 1 })
    expect((await change(slot.id, {})).body).toEqual({ ...slot, ...all, availableSpots: 1 })
  })

  test.each([
    [{ startTime: '' }, { startTime: 'Start time is required' }],
    [{ endTime: '24:01' }, { endTime: 'Enter a time as HH:mm' }],
    [{ endTime: '10:00' }, { endTime: 'End time must be after start time' }],
    [{ startTime: '10:30' }, { endTime: 'End time must be after start time' }],
    [{ startTime: '12:00', endTime: '11:00' }, { endTime: 'End time must be after start time' }],
    [{ totalSlots: 0 }, { totalSlots: 'Enter a whole number of spots, 1 or more.' }],
    [{ totalSlots: 2000 }, { totalSlots: 'A time slot can have at most 1,000 spots.' }],
  ])('is rejected with %j, with a message', async (changes, fields) => {
    const { host, event, slots, change } = await makeShow(app)
    const answer = await change(slots[0]!.id, changes)
    const [message] = Object.values(fields)
    expect(answer).toMatchObject({ status: 400, body: { code: 'invalid', message } })
    expect(answer.body.fields).toEqual(fields)
    expect((await host.call('GET', `/api/events/${event.id}/timeslots`)).body).toEqual(slots)
  })

  test('to fewer spots than are booked is rejected with their number', async () => {
    const { host, event, slots, change } = await makeShow(app, { maxBookingsPerSlot: 3 })
    const [slot] = slots
    const booked = [await book(app, slot!.id), await book(app, slot!.id)]
    const two = 'This time slot already has 2 booked spots. Enter at least that many.'
    const refused = await change(slot!.id, { totalSlots: 1 })
    expect(refused).toMatchObject({ status: 409, body: { code: 'in_use', message: two, error: two } })
    expect(refused.body.fields).toEqual({ totalSlots: two })
    expect((await change(slot!.id, { totalSlots: 2 })).body).toMatchObject({
      totalSlots: 2,
      availableSpots: 0,
    })

    await host.call('PATCH', `/api/bookings/${await bookingNumber(app, tokenOf(booked[0]!))}/cancel`)
    expect((await change(slot!.id, { totalSlots: 1 })).body).toMatchObject({
      totalSlots: 1,
      availableSpots: 0,
    })
    await assertBookingInvariants(app, event.id, booked.map(tokenOf))
  })

  test('to a time the event already has is rejected', async () => {
    const { slots, change } = await makeShow(app)
    const answer = await change(slots[0]!.id, { startTime: '10:30', endTime: '11:00' })
    expect(answer).toMatchObject({
      status: 409,
      body: { code: 'conflict', message: 'There is already a time slot at this date and time.' },
    })
  })

  test('of its hours emails all its guests, and raises the sequence of their calendar entries', async () => {
    const { host, slots, change } = await makeShow(app, { maxBookingsPerSlot: 3 })
    const [slot] = slots
    for (const attendeeName of ['Ann', 'Bea']) await book(app, slot!.id, { attendeeName })
    const gone = await book(app, slot!.id, { attendeeName: 'Gone' })
    await host.call('PATCH', `/api/bookings/${await bookingNumber(app, tokenOf(gone))}/cancel`)
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

  test('of its spots or visibility, or to the same hours, emails no one', async () => {
    const { slots, change } = await makeShow(app)
    const [slot] = slots
    await book(app, slot!.id)
    await change(slot!.id, { totalSlots: 5, isAvailable: false })
    await change(slot!.id, { startTime: slot!.startTime, endTime: slot!.endTime })
    expect(await movesOf(slot!.id)).toEqual([])
  })

  test('that is rejected emails no one', async () => {
    const { slots, change } = await makeShow(app)
    const [slot, next] = slots
    await book(app, slot!.id)
    expect((await change(slot!.id, { startTime: next!.startTime, endTime: next!.endTime })).status).toBe(409)
    expect((await change(slot!.id, { startTime: '08:00', totalSlots: 0 })).status).toBe(400)
    expect(await movesOf(slot!.id)).toEqual([])
  })

  test('of another company or an unknown one is 404', async () => {
    const { host, event, slots } = await makeShow(app)
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
    const { host, event, slots } = await makeShow(app)
    expect(await host.call('DELETE', `/api/timeslots/${slots[1]!.id}`)).toMatchObject({
      status: 204,
      text: '',
    })
    expect((await host.call('GET', `/api/events/${event.id}/timeslots`)).body).toMatchObject([
      { startTime: '10:00' },
      { startTime: '11:00' },
      { startTime: '11:30' },
    ])
    expect((await host.call('DELETE', `/api/timeslots/${slots[1]!.id}`)).status).toBe(404)
    expect((await book(app, slots[1]!.id)).status).toBe(404)
  })

  test('with a booking, even a canceled one, is rejected', async () => {
    const { host, event, slots } = await makeShow(app)
    const booked = await book(app, slots[0]!.id)
    const refusal = {
      status: 409,
      body: { code: 'in_use', message: 'This time slot has bookings, so it cannot be deleted.' },
    }
    expect(await host.call('DELETE', `/api/timeslots/${slots[0]!.id}`)).toMatchObject(refusal)
    await host.call('PATCH', `/api/bookings/${await bookingNumber(app, tokenOf(booked))}/cancel`)
    expect(await host.call('DELETE', `/api/timeslots/${slots[0]!.id}`)).toMatchObject(refusal)
    await assertBookingInvariants(app, event.id, [tokenOf(booked)])
  })

  test('whose bookings were all moved away removes it', async () => {
    const { host, slots } = await makeShow(app)
    const booked = await book(app, slots[0]!.id)
    await host.call('PATCH', `/api/bookings/${await bookingNumber(app, tokenOf(booked))}/reschedule`, {
      newTimeSlotId: slots[1]!.id,
    })
    expect((await host.call('DELETE', `/api/timeslots/${slots[0]!.id}`)).status).toBe(204)
  })
})

/** An event from 10:00 to 12:00 with a booking at 10:30, changed to two days from 11:00 to 13:00. */
async function makeMovedShow() {
  const host = await makeCompany(app)
  const event = await makeEvent(host)
  await book(app, event.slots[1]!.id)
  await host.call(
    'PUT',
    `/api/events/${event.id}`,
    eventForm({ startTime: '11:00', endTime: '13:00', isMultiDay: true, endDate: dayAhead(31) }),
  )
  const sync = (method: 'GET' | 'POST') => host.call(method, `/api/events/${event.id}/timeslots/sync`)
  const read = async () => (await host.call('GET', `/api/events/${event.id}/timeslots`)).body
  return { host, event, sync, read }
}

const none = { added: 0, removed: 0, hidden: 0, kept: 0, keptHidden: 0 }
const changes = {
  ...{ ...none, added: 6, removed: 1, kept: 1 },
  days: [
    { ...none, slotDate: dayAhead(), added: 2, removed: 1, kept: 1 },
    { ...none, slotDate: dayAhead(31), added: 4 },
  ],
}

test('the preview of "Match slots to event hours" says what it would do and changes nothing', async () => {
  const { sync, read } = await makeMovedShow()
  const before = await read()
  expect(await sync('GET')).toMatchObject({ status: 200, body: changes })
  expect(await read()).toEqual(before)
})

test('"Match slots to event hours" adds missing slots, removes those never booked, and then has nothing to do', async () => {
  const { host, event, sync, read } = await makeMovedShow()
  expect(await sync('POST')).toMatchObject({ status: 200, body: changes })
  const slots = await read()
  expect(
    slots.map((slot: { slotDate: string; startTime: string }) => `${slot.slotDate} ${slot.startTime}`),
  ).toEqual([
    ...['10:30', '11:00', '11:30', '12:00', '12:30'].map((time) => `${dayAhead()} ${time}`),
    ...['11:00', '11:30', '12:00', '12:30'].map((time) => `${dayAhead(31)} ${time}`),
  ])
  expect(slots.map((slot: { everBooked: boolean }) => slot.everBooked)).toEqual([
    true,
    ...Array(8).fill(false),
  ])
  const stored = await app.rows(
    'SELECT DISTINCT company_id, total_slots FROM time_slots WHERE event_id = $1',
    [event.id],
  )
  expect(stored).toEqual([{ company_id: host.companyId, total_slots: 2 }])
  expect((await sync('POST')).body).toEqual({
    ...{ ...none, kept: 1 },
    days: [{ ...none, slotDate: dayAhead(), kept: 1 }],
  })
})

/** 45 minutes, and 15 free after each: an event until 16:00 has slots at 10:00, 11:00, and so on. */
const rebuilt = { endTime: '16:00', slotDuration: 45, bufferAfter: 15 }

test('"Match slots to event hours" brings free slots to another length and buffer, and keeps what guests have', async () => {
  const { host, event, slots, change } = await makeShow(app)
  const [booked, canceled, free, hidden] = slots
  await book(app, booked!.id)
  const gone = await book(app, canceled!.id)
  await host.call('PATCH', `/api/bookings/${await bookingNumber(app, tokenOf(gone))}/cancel`)
  await change(hidden!.id, { isAvailable: false })
  await change(booked!.id, { totalSlots: 7 })
  await host.call('PUT', `/api/events/${event.id}`, eventForm(rebuilt))
  const sync = (method: 'GET' | 'POST') => host.call(method, `/api/events/${event.id}/timeslots/sync`)
  const wanted = { added: 3, removed: 1, hidden: 1, kept: 1, keptHidden: 1 }
  expect((await sync('GET')).body).toMatchObject(wanted)
  expect((await sync('POST')).body).toEqual({ ...wanted, days: [{ ...wanted, slotDate: event.eventDate }] })

  const { body: now } = await host.call('GET', `/api/events/${event.id}/timeslots`)
  const seen = now.map((slot: typeof free) => [
    slot!.startTime,
    slot!.endTime,
    slot!.totalSlots,
    slot!.isAvailable,
  ])
  expect(seen).toEqual([
    ['10:00', '10:30', 7, true],
    ['10:30', '11:00', 2, false],
    ['11:30', '12:00', 2, false],
    ['13:00', '13:45', 2, true],
    ['14:00', '14:45', 2, true],
    ['15:00', '15:45', 2, true],
  ])
  expect(now.map((slot: typeof free) => slot!.id)).not.toContain(free!.id)
  expect(await movesOf(booked!.id)).toEqual([])
  const offered = (await app.call('GET', `/api/events/${event.id}/timeslots`)).body
  expect(offered.map((slot: typeof free) => slot!.startTime)).toEqual(['10:00', '13:00', '14:00', '15:00'])
  const [entry] = (await host.call('GET', '/api/activity?subject=event')).body.filter(
    ({ activity }: { activity: string }) => activity === 'slots.updated',
  )
  expect(entry.changes).toEqual([
    { field: 'added', from: null, to: '3' },
    { field: 'removed', from: null, to: '1' },
    { field: 'hidden', from: null, to: '1' },
  ])
  expect((await sync('POST')).body).toMatchObject({ ...none, kept: 1, keptHidden: 1 })
  await assertBookingInvariants(app, event.id, [tokenOf(gone)])
})

test.each(['offered', 'waiting'])(
  '"Match slots to event hours" keeps a slot with a guest %s',
  async (status) => {
    const { host, event, slots } = await makeShow(app)
    const [slot] = slots
    const [entry] = await app.rows<{ id: number }>(
      `INSERT INTO waitlist_entries (company_id, event_id, time_slot_id, attendee_name, attendee_email, rank, status)
     VALUES ($1, $2, $3, 'Ada', 'ada@mail.test', 1, $4) RETURNING id`,
      [host.companyId, event.id, slot!.id, status],
    )
    if (status === 'offered') {
      await app.rows(
        `INSERT INTO waitlist_offers (company_id, entry_id, time_slot_id, spots, expires_at)
       VALUES ($1, $2, $3, 1, now() + interval '1 hour')`,
        [host.companyId, entry!.id, slot!.id],
      )
      await app.rows('UPDATE time_slots SET booked = 1 WHERE id = $1', [slot!.id])
    }
    await host.call('PUT', `/api/events/${event.id}`, eventForm(rebuilt))
    const { body } = await host.call('POST', `/api/events/${event.id}/timeslots/sync`)
    expect(body).toMatchObject({ ...none, added: 5, removed: 3, kept: 1 })
    expect(await app.rows('SELECT status FROM waitlist_entries WHERE id = $1', [entry!.id])).toEqual([
      { status },
    ])
  },
)

test('"Match slots to event hours" pressed twice at once adds each slot once', async () => {
  const { sync, read } = await makeMovedShow()
  const answers = await Promise.all([sync('POST'), sync('POST'), sync('POST')])
  expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
  expect(answers.map(({ body }) => body.added).sort()).toEqual([0, 0, 6])
  expect(await read()).toHaveLength(9)
})

test('only an event’s staff see which of its slots were ever booked', async () => {
  const { event } = await makeMovedShow()
  const [visitor, stranger] = [app, await makeCompany(app)]
  for (const caller of [visitor, stranger]) {
    const { body } = await caller.call('GET', `/api/events/${event.id}/timeslots`)
    expect(body.length).toBeGreaterThan(0)
    expect(body.filter((slot: object) => 'everBooked' in slot)).toEqual([])
  }
})

test('the recount reports only slots whose counter differs from their active bookings', async () => {
  const { slots } = await makeEvent(await makeCompany(app))
  await book(app, slots[0]!.id)
  await book(app, slots[1]!.id)
  await app.rows('UPDATE time_slots SET booked = 2 WHERE id = $1', [slots[1]!.id])
  const reports: string[] = []
  await reportDrift({ db: databaseOf(app.pool) }, (sentence) => reports.push(sentence))
  expect(reports).toEqual([
    `Time slot ${slots[1]!.id} counts 2 spots as booked, but its active bookings and open offers take 1.`,
  ])
})

test('a slot starts at the same instant in the database and the contract, on every odd day', async () => {
  const days = ['2027-03-14', '2027-11-07', '2027-07-01', '2027-12-31']
  const times = ['00:30', '01:30', '02:30', '03:30', '23:59']
  const rows = await app.rows<{ day: string; time: string; instant: Date }>(
    `SELECT day, time, instant_of(day::date + time::time, 'America/New_York') AS instant
     FROM unnest($1::text[]) AS day, unnest($2::text[]) AS time`,
    [days, times],
  )
  expect(rows).toHaveLength(20)
  for (const { day, time, instant } of rows)
    expect(instant, `${day} ${time}`).toEqual(wallToInstant(day, time, newYork))
})
