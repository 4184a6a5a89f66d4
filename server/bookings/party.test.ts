import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, bookingNumber, makeCompany, makeEvent, tokenOf } from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

/** An event of four slots with five spots each, for parties of up to four. */
async function makeShow(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, { maxBookingsPerSlot: 5, maxPartySize: 4, ...changes })
  return { host, event, slots: event.slots }
}

const change = (token: string, newTimeSlotId: number, partySize: number) =>
  app.call('POST', `/api/bookings/manage/${token}/reschedule`, { newTimeSlotId, partySize })
const leftIn = async (slotId: number) => {
  const [row] = await app.rows('SELECT total_slots - booked AS left FROM time_slots WHERE id = $1', [slotId])
  return (row as { left: number }).left
}

test('a booking takes a spot for each person, or one, and gives back as many when it is canceled', async () => {
  for (const [spotPerGuest, left] of [
    [true, 2],
    [false, 4],
  ] as const) {
    const { event, slots } = await makeShow({ spotPerGuest })
    const booked = await book(app, slots[0]!.id, { partySize: 3 })
    expect(booked).toMatchObject({ status: 201, body: { partySize: 3, spots: spotPerGuest ? 3 : 1 } })
    expect(await leftIn(slots[0]!.id)).toBe(left)
    await app.call('GET', `/api/bookings/${booked.body.id}/cancel`)
    expect(await leftIn(slots[0]!.id)).toBe(5)
    await assertBookingInvariants(app, event.id, [tokenOf(booked)])
  }
})

test('a party that does not fit is refused with the spots that are left, and times with enough', async () => {
  const { slots } = await makeShow()
  await book(app, slots[0]!.id, { partySize: 3 })
  await book(app, slots[1]!.id, { partySize: 4 })
  const { status, body } = await book(app, slots[0]!.id, { partySize: 3 })
  expect([status, body.code]).toEqual([409, 'full'])
  expect(body.message).toBe('This time slot has only 2 of the 3 spots you need. Please choose another time.')
  expect(body.alternatives.map(({ id }: { id: number }) => id)).toEqual([slots[2]!.id, slots[3]!.id])
})

test('a party larger than the event allows is refused at its field, and an event that does not ask takes one', async () => {
  const { slots } = await makeShow()
  const message = 'You can book for up to 4 people. Contact the host to bring more.'
  expect(await book(app, slots[0]!.id, { partySize: 5 })).toMatchObject({
    status: 400,
    body: { message, fields: { partySize: message } },
  })
  const alone = await makeShow({ maxPartySize: 1 })
  expect(await book(app, alone.slots[0]!.id, { partySize: 2 })).toMatchObject({
    status: 400,
    body: { message: 'Each booking is for one person. Book again for each of you.' },
  })
  expect(await leftIn(alone.slots[0]!.id)).toBe(5)
})

test('the same key with another party is not a repeat', async () => {
  const { event, slots } = await makeShow()
  const key = { 'idempotency-key': `${event.id}-party` }
  const first = await book(app, slots[0]!.id, { partySize: 2 }, key)
  expect(await book(app, slots[0]!.id, { partySize: 2 }, key)).toMatchObject({ body: first.body })
  expect(await book(app, slots[0]!.id, { partySize: 3 }, key)).toMatchObject({
    status: 422,
    body: { code: 'key_reused' },
  })
})

describe('a guest who changes the party', () => {
  test('takes more spots if they are there, and gives back the others', async () => {
    const { event, slots } = await makeShow()
    const [slot, other] = [slots[0]!.id, slots[1]!.id]
    const booked = await book(app, slot, { partySize: 2 })
    const token = tokenOf(booked)
    expect(await change(token, slot, 4)).toMatchObject({ status: 200, body: { partySize: 4, spots: 4 } })
    expect(await leftIn(slot)).toBe(1)
    expect(await change(token, slot, 1)).toMatchObject({ body: { partySize: 1 } })
    expect(await leftIn(slot)).toBe(4)
    expect(await change(token, other, 3)).toMatchObject({ body: { partySize: 3, timeSlotId: other } })
    expect([await leftIn(slot), await leftIn(other)]).toEqual([5, 2])
    expect((await change(token, other, 3)).body.code).toBe('conflict')
    expect((await change(token, other, 5)).body.fields).toHaveProperty('partySize')
    const mails = await app.rows(
      `SELECT email_type AS kind, email_notifications.sequence FROM email_notifications
       JOIN bookings ON bookings.id = booking_id
       WHERE event_id = $1 AND email_type NOT LIKE '%_notice' ORDER BY email_notifications.id`,
      [event.id],
    )
    expect(mails).toEqual([
      { kind: 'booking_confirmation', sequence: 0 },
      { kind: 'booking_party_changed', sequence: 1 },
      { kind: 'booking_party_changed', sequence: 2 },
      { kind: 'booking_rescheduled', sequence: 3 },
    ])
    await assertBookingInvariants(app, event.id, [token])
  })

  test('keeps the booking as it is where they no longer fit', async () => {
    const { event, slots } = await makeShow()
    const [slot] = slots
    const booked = await book(app, slot!.id, { partySize: 2 })
    await book(app, slot!.id, { partySize: 2 })
    const { status, body } = await change(tokenOf(booked), slot!.id, 4)
    expect([status, body.message]).toEqual([
      409,
      'This time slot has only 3 of the 4 spots you need. Please choose another time.',
    ])
    expect(body.alternatives).toHaveLength(3)
    expect(await leftIn(slot!.id)).toBe(1)
    await assertBookingInvariants(app, event.id, [tokenOf(booked)])
  })

  test('and others at once never take more than there is', async () => {
    const { event, slots } = await makeShow()
    const [slot] = slots
    const bookings = await Promise.all([1, 2, 3].map(() => book(app, slot!.id)))
    const answers = await Promise.all([
      ...bookings.map((booked) => change(tokenOf(booked), slot!.id, 3)),
      ...[1, 2].map(() => book(app, slot!.id, { partySize: 2 })),
    ])
    expect(answers.filter(({ status }) => ![200, 201, 409].includes(status))).toEqual([])
    expect(answers.filter(({ status }) => status < 300).length).toBe(1)
    await assertBookingInvariants(app, event.id, bookings.map(tokenOf))
  })

  test('does it without scripts, and a refusal keeps the choice', async () => {
    const { slots } = await makeShow()
    const [slot] = slots
    const booked = await book(app, slot!.id)
    await book(app, slot!.id, { partySize: 3 })
    const post = (partySize: string) =>
      openPage(app, `/booking/${tokenOf(booked)}/reschedule`, {
        form: { newTimeSlotId: String(slot!.id), partySize },
      })
    const refused = await post('3')
    expect(refused.status).toBe(409)
    expect(refused.read).toContain('only 2 of the 3 spots you need')
    expect(refused.text).toMatch(/<option[^>]*selected[^>]*>3 people/)
    const done = await post('2')
    expect(done.status).toBe(200)
    expect(done.read).toContain('Your appointment is now for 2 people.')
  })
})

test('staff may bring more than guests may, but not more than the slot has', async () => {
  const { host, slots } = await makeShow({ maxPartySize: 2 })
  const booked = await book(app, slots[0]!.id)
  const number = await bookingNumber(app, tokenOf(booked))
  const set = (partySize: number) =>
    host.call('PATCH', `/api/bookings/${number}/reschedule`, { newTimeSlotId: slots[0]!.id, partySize })
  expect(await set(5)).toMatchObject({ status: 200, body: { partySize: 5, spots: 5 } })
  expect(await set(6)).toMatchObject({ status: 409, body: { code: 'full' } })
  const [entry] = (await host.call('GET', '/api/activity')).body
  expect(entry).toMatchObject({
    activity: 'booking.changed',
    changes: [{ field: 'partySize', from: '1 person', to: '5 people' }],
  })
})
