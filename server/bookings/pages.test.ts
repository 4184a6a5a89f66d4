import type { BookingPage, CancelPage } from '@trunkshow/contract/visitor-page.ts'
import { describe, expect, test } from 'vitest'
import { startTestApp } from '../test/app.ts'
import { book, bookingNumber, dayAhead, eventForm, makeCompany, makeEvent } from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'
import { openPage } from '../test/visitor-page.ts'

const app = startTestApp()

async function makeBooking(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const event = await makeEvent(host, changes)
  const { body: booked } = await book(app, event.slots[0]!.id)
  const token: string = booked.id
  return {
    host,
    event,
    slots: event.slots,
    token,
    id: await bookingNumber(app, token),
    open: () => openPage<BookingPage>(app, `/booking/${token}`),
    move: (newTimeSlotId: number | string) =>
      openPage<BookingPage>(app, `/booking/${token}/reschedule`, {
        form: { newTimeSlotId: String(newTimeSlotId) },
      }),
    cancel: () => openPage<CancelPage>(app, `/cancel-booking/${token}`, { form: {} }),
    statusNow: async () => (await app.call('GET', `/api/bookings/manage/${token}`)).body,
  }
}

describe('the manage page, without scripts', () => {
  test('shows the appointment and its actions, hidden from search engines and referrers', async () => {
    const { event, slots, token, open, statusNow } = await makeBooking()
    const page = await open()
    expect(page.status).toBe(200)
    for (const shown of [event.name, 'Grace Okafor', 'grace@okafor.test', 'Reschedule', 'Add to calendar']) {
      expect(page.read).toContain(shown)
    }
    expect(page.read).toMatch(/10:00 AM – 10:30 AM E[SD]T/)
    expect(page.content.slots!.map((slot) => slot.id)).toEqual(slots.slice(1).map((slot) => slot.id))
    expect(page.text).toMatch(/<meta name="robots" content="noindex"\/>/)
    expect(page.text).toMatch(/<meta name="referrer" content="same-origin"\/>/)
    expect(page.text).toContain(`action="/cancel-booking/${token}"`)
    expect((await statusNow()).status).toBe('active')
  })

  test('reschedules with a plain post and says so', async () => {
    const { event, slots, token, move, statusNow } = await makeBooking()
    const page = await move(slots[3]!.id)
    expect(page.status).toBe(200)
    expect(page.read).toContain('Booking Rescheduled')
    expect(page.read).toMatch(/11:30 AM – 12:00 PM E[SD]T/)
    expect(await statusNow()).toMatchObject({ timeSlotId: slots[3]!.id, startTime: '11:30' })
    await assertBookingInvariants(app, event.id, [token])
  })

  test('rejects a reschedule with its message and keeps the booking', async () => {
    const { slots, move, statusNow } = await makeBooking({ maxBookingsPerSlot: 1 })
    await book(app, slots[1]!.id)
    const foreign = await makeBooking()
    for (const [target, status, sentence] of [
      [slots[1]!.id, 409, 'This time slot is fully booked. Please choose another time.'],
      [slots[0]!.id, 409, 'This booking is already at that time.'],
      ['', 400, 'No time slot selected'],
      ['3000000000', 400, 'No time slot selected'],
      [foreign.slots[1]!.id, 404, 'This time slot is not available. Please choose another time.'],
    ] as const) {
      const page = await move(target)
      expect([target, page.status]).toEqual([target, status])
      expect(page.read).toContain(sentence)
      expect((await statusNow()).startTime).toBe('10:00')
    }
    const full = await move(slots[1]!.id)
    expect(full.content.refused!.alternatives!.map((slot) => slot.id)).toEqual([slots[2]!.id, slots[3]!.id])
  })

  test('has no button for actions that are no longer possible, and says why', async () => {
    const started = await makeBooking()
    await app.rows('UPDATE time_slots SET slot_date = $2 WHERE id = $1', [started.slots[0]!.id, dayAhead(-1)])
    const begun = await started.open()
    const sentence = 'This appointment has already started, so it can’t be changed.'
    expect(begun.content).toMatchObject({ cannotReschedule: sentence, cannotCancel: sentence, slots: [] })
    expect(begun.read).toContain(sentence)
    expect(begun.text).not.toContain('<form')
    expect(begun.text).not.toMatch(/<button\b[^>]*\bdisabled\b/)
    await app.rows('UPDATE events SET event_date = $2 WHERE id = $1', [started.event.id, dayAhead(-1)])
    expect((await started.open()).content).toMatchObject({
      cannotReschedule: 'This show is over.',
      cannotCancel: 'This show is over.',
    })

    const closed = await makeBooking()
    await closed.host.call('PUT', `/api/events/${closed.event.id}`, eventForm({ isActive: false }))
    const page = await closed.open()
    expect(page.content).toMatchObject({
      cannotReschedule: 'This event is not currently taking appointments',
      cannotCancel: null,
    })
    expect((await closed.move(closed.slots[1]!.id)).status).toBe(409)
    expect((await closed.cancel()).status).toBe(200)
  })
})

test.each(['%0d%0aX-Evil:1', '%E2%98%83', '%00', '1', `1-${'0'.repeat(32)}`])(
  'rescheduling %s, which is not a booking, is 404 without a redirect',
  async (token) => {
    const page = await openPage<BookingPage>(app, `/booking/${token}/reschedule`)
    expect(page).toMatchObject({ status: 404, content: { page: 'not-found' } })
    expect(page.headers).not.toHaveProperty('location')
    expect(page.headers).not.toHaveProperty('x-evil')
  },
)

describe('the cancel page, without scripts', () => {
  test('asks with a button, cancels with a plain post, and a second post gets the same answer', async () => {
    const { event, token, cancel, open, statusNow } = await makeBooking()
    const question = await openPage<CancelPage>(app, `/cancel-booking/${token}`)
    expect(question.status).toBe(200)
    const form = /<form\b[^>]*>/.exec(question.text)?.[0]
    expect(form).toContain(`action="/cancel-booking/${token}"`)
    expect(form).toContain('method="post"')
    expect((await statusNow()).status).toBe('active')

    for (const _twice of [1, 2]) {
      const page = await cancel()
      expect(page.status).toBe(200)
      expect(page.read).toContain('Booking Cancelled Successfully')
      expect(page.read).toContain(event.name)
      expect(page.read).toContain('12 Mercer Street, New York')
      expect(page.text).toContain(`href="/public/event/${event.id}"`)
    }
    expect((await statusNow()).status).toBe('cancelled')
    await assertBookingInvariants(app, event.id, [token])

    const manage = await open()
    expect(manage.read).toContain('Canceled appointment')
    for (const gone of ['Reschedule', 'Cancel appointment', 'Add to calendar'])
      expect(manage.read).not.toContain(gone)
    expect(manage.text).not.toMatch(/<button\b[^>]*\bdisabled\b/)
    expect(manage.text).toContain(`href="/public/event/${event.id}"`)
  })

  test('rejects once the appointment has started', async () => {
    const { slots, cancel, statusNow } = await makeBooking()
    await app.rows('UPDATE time_slots SET slot_date = $2 WHERE id = $1', [slots[0]!.id, dayAhead(-1)])
    const page = await cancel()
    expect(page.status).toBe(409)
    expect(page.read).toContain('This appointment has already started, so it can’t be changed.')
    expect(page.read).toContain('Your appointment is unchanged')
    expect(page.read).toContain('Return to Home')
    expect(page.read).not.toContain('Try again')
    expect((await statusNow()).status).toBe('active')
  })

  test('without a booking says that the link is missing one', async () => {
    for (const address of ['/cancel-booking/', '/cancel-booking']) {
      const page = await openPage<CancelPage>(app, address)
      expect(page.status).toBe(400)
      expect(page.read).toContain('No booking ID provided')
    }
  })
})
