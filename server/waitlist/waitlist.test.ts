import type { LoggedActivity } from '@trunkshow/contract/activity/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { describe, expect, test, vi } from 'vitest'
import { unique } from '../test/app.ts'
import {
  book,
  formField,
  makeCoHost,
  makeCompany,
  makeCustomer,
  makeShow,
  tokenOf,
} from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'
import { openMailbox } from '../test/mail/mailbox.ts'
import { noise } from '../test/pictures.ts'
import { type Files, formWith } from '../test/uploads.ts'
import { type Show, startWaitlistApp } from '../test/waits.ts'

const { app, join, find, choose, open, cancel, expire, run, makeFullShow, drain } = startWaitlistApp()

describe('joining', () => {
  test('happens once per email and target, and answers the same again', async () => {
    const show = await makeFullShow()
    const first = await join(show, 'event')
    expect(first.status).toBe(201)
    const again = await join(show, 'event', { attendeeEmail: first.email.toUpperCase() })
    expect(again.status).toBe(201)
    expect(again.text).toContain('You’re on the waitlist')
    expect(
      await app.rows('SELECT id FROM waitlist_entries WHERE event_id = $1', [show.event.id]),
    ).toHaveLength(1)
    expect((await join(show, show.slotId, { attendeeEmail: first.email })).status).toBe(201)
    expect(
      await app.rows('SELECT id FROM waitlist_entries WHERE event_id = $1', [show.event.id]),
    ).toHaveLength(2)
    const mails = await app.rows(
      `SELECT id FROM email_notifications WHERE email_type = 'waitlist_joined' AND company_id = $1`,
      [show.host.companyId],
    )
    expect(mails).toHaveLength(2)
  })

  test('is refused for what is open, unknown, too small, over, or without a waitlist', async () => {
    const show = await makeShow(app, { maxBookingsPerSlot: 2, maxPartySize: 4 })
    const [slot] = show.slots
    expect(await join(show, slot!.id)).toMatchObject({ status: 409 })
    expect((await join(show, slot!.id)).text).toContain('There is an open spot')
    expect((await join(show, slot!.id, { partySize: '3' })).text).toContain('No time slot has 3 spots')
    expect((await join(show, slot!.id, { partySize: '5' })).status).toBe(400)
    expect((await join(show, 'soon')).status).toBe(400)
    const other = await makeFullShow()
    expect((await join(show, other.slotId)).status).toBe(404)
    await other.host.call('PUT', `/api/events/${other.event.id}`, { ...form(other), hasWaitlist: false })
    expect((await join(other, other.slotId)).text).toContain('There’s no waitlist for')
    const started = await makeFullShow()
    await app.rows(`UPDATE time_slots SET slot_date = slot_date - 60 WHERE id = $1`, [started.slotId])
    expect((await join(started, started.slotId)).status).toBe(409)
  })
})

const form = ({ event }: Pick<Show, 'event'>) => ({
  name: event.name,
  hostName: event.hostName,
  eventDate: event.eventDate,
  startTime: event.startTime,
  endTime: event.endTime,
  contactEmail: '',
})

const changeEvent = (show: Pick<Show, 'event' | 'host'>, changes: object) =>
  show.host.call('PUT', `/api/events/${show.event.id}`, { ...form(show), ...changes })

describe('a freed spot', () => {
  test('is on offer to the first who fits, and refused to others as full, until it is accepted', async () => {
    const show = await makeFullShow()
    const first = await join(show, show.slotId)
    const second = await join(show, 'event')
    await cancel(show.guest)
    const offered = await find(first.email)
    expect(offered).toMatchObject({ status: 'offered', slotId: show.slotId })
    expect(await find(second.email)).toMatchObject({ status: 'waiting' })
    expect(await book(app, show.slotId)).toMatchObject({ status: 409, body: { code: 'full' } })

    for (let visit = 0; visit < 2; visit++)
      expect((await open(offered.token)).text).toContain('A spot opened up')
    expect(await find(first.email)).toMatchObject({ status: 'offered' })
    const accepted = await choose(offered.token, 'accept')
    expect(accepted.status).toBe(200)
    expect(accepted.text).toContain('Your appointment is booked')
    const again = await choose(offered.token, 'accept')
    expect(again.status).toBe(409)
    expect(again.text).toContain('already accepted')
    const bookings = await show.host.call('GET', `/api/events/${show.event.id}/bookings?status=active`)
    expect(bookings.body).toMatchObject([{ attendeeName: 'Nora Lind', attendeeEmail: first.email }])
    expect((await show.host.call('GET', `/api/events/${show.event.id}/waitlist`)).body).toMatchObject({
      total: 1,
      entries: [{ attendeeEmail: second.email, status: 'waiting' }],
      offers: [{ state: 'accepted', attendeeName: 'Nora Lind', offeredBy: null }],
    })
    await assertBookingInvariants(app, show.event.id, [show.guest])
  })

  test('goes to the next when it is declined or its time is over, by the job or when someone looks', async () => {
    const show = await makeFullShow()
    const guests = [
      await join(show, 'event'),
      await join(show, 'event'),
      await join(show, 'event'),
      await join(show, 'event'),
    ]
    await cancel(show.guest)
    const [declines, expires, looks, last] = guests as [(typeof guests)[0], ...typeof guests]
    const passed = await choose((await find(declines.email)).token, 'leave')
    expect(passed.text).toContain('You passed on this spot')
    expect(await find(declines.email)).toMatchObject({ status: 'declined' })

    await expire(expires!.email)
    expect(await book(app, show.slotId)).toMatchObject({ status: 409 })
    await Promise.all([run(), run()])
    expect(await find(expires!.email)).toMatchObject({ status: 'expired' })

    const { token } = await find(looks!.email)
    await expire(looks!.email)
    expect((await open(token)).text).toContain('This offer has expired')
    expect((await choose(token, 'accept')).status).toBe(409)
    expect(await find(last!.email)).toMatchObject({ status: 'offered', slotId: show.slotId })
    const offers = await app.rows('SELECT id FROM waitlist_offers WHERE time_slot_id = $1', [show.slotId])
    expect(offers).toHaveLength(4)

    expect((await choose(token, 'again')).text).toContain('You’re on the waitlist')
    await choose((await find(last!.email)).token, 'leave')
    expect(await find(looks!.email)).toMatchObject({ status: 'offered' })
    await assertBookingInvariants(app, show.event.id, [show.guest])
  })

  test('can’t be passed back and forth forever: after three returns in a day, an event’s guest is refused', async () => {
    const show = await makeFullShow()
    const [one, two] = [await join(show, 'event'), await join(show, 'event')]
    await cancel(show.guest)
    const first = await find(one.email)
    const tokens = [first.token, (await find(two.email)).token]
    const passed: number[] = []
    for (let round = 0; round < 7; round++) {
      const token = tokens[round % 2]!
      expect((await choose(token, 'leave')).text).toContain('You passed on this spot')
      passed.push((await choose(token, 'again')).status)
    }
    expect(passed).toEqual([200, 200, 200, 200, 200, 200, 429])
    expect((await choose(tokens[0]!, 'again')).text).toContain(
      'You let several offers for this event pass today',
    )
    const byForm = await join(show, 'event', { attendeeEmail: one.email.toUpperCase() })
    expect(byForm.status).toBe(429)
    expect((await join(await makeFullShow(), 'event', { attendeeEmail: one.email })).status).toBe(201)
    await app.rows(
      `UPDATE waitlist_offers SET ended_at = ended_at - interval '1 day' WHERE entry_id = $1 AND state <> 'open'`,
      [first.id],
    )
    expect((await choose(tokens[0]!, 'again')).text).toContain('You’re on the waitlist')
    await assertBookingInvariants(app, show.event.id, [show.guest])
  })

  test('of a party of 3 goes to several, each as many as it needs, in the order they joined', async () => {
    const show = await makeShow(app, { endTime: '10:30', maxBookingsPerSlot: 3, maxPartySize: 3 })
    const slotId = show.slots[0]!.id
    const party = tokenOf(await book(app, slotId, { partySize: 3 }))
    const three = await join(show, 'event', { partySize: '3' })
    await choose((await find(three.email)).token, 'leave')
    const two = await join(show, slotId, { partySize: '2' })
    const alsoTwo = await join(show, slotId, { partySize: '2' })
    const one = await join(show, show.event.eventDate)
    await cancel(party)
    expect(await find(two.email)).toMatchObject({ status: 'offered' })
    expect(await find(alsoTwo.email)).toMatchObject({ status: 'waiting' })
    expect(await find(one.email)).toMatchObject({ status: 'offered' })
    await choose((await find(one.email)).token, 'leave')
    expect(await find(alsoTwo.email)).toMatchObject({ status: 'waiting' })
    await choose((await find(two.email)).token, 'leave')
    expect(await find(alsoTwo.email)).toMatchObject({ status: 'offered' })
    await assertBookingInvariants(app, show.event.id, [party])
  })

  test('is also one by a move, a smaller party, more spots, a new slot, an erasure, or the host’s cancellation', async () => {
    const show = await makeShow(app, { endTime: '11:00', maxBookingsPerSlot: 2, maxPartySize: 2 })
    const [a, b] = show.slots.map(({ id }) => id)
    const email = `${unique('erased')}@mail.test`
    const pair = tokenOf(await book(app, a!, { partySize: 2 }))
    const single = tokenOf(await book(app, b!, { attendeeEmail: email }))
    const other = tokenOf(await book(app, b!))
    const next = async () => {
      const guest = await join(show, 'event')
      expect(guest.status, guest.text).toBe(201)
      return guest
    }
    const isOffered = async ({ email }: { email: string }, slotId?: number) => {
      expect(await find(email)).toMatchObject({ status: 'offered', ...(slotId && { slotId }) })
    }
    const smaller = await next()
    await app.call('POST', `/api/bookings/manage/${pair}/reschedule`, { newTimeSlotId: a, partySize: 1 })
    await isOffered(smaller, a)
    const more = await next()
    await show.change(b!, { totalSlots: 3 })
    await isOffered(more, b)
    const added = await next()
    const { body: slot } = await show.add({ startTime: '10:45', endTime: '11:00', totalSlots: 1 })
    await isOffered(added, slot.id)
    expect(slot.availableSpots).toBe(0)
    const erased = await next()
    const [booking] = await app.rows<{ id: number }>('SELECT id FROM bookings WHERE attendee_email = $1', [
      email,
    ])
    await show.host.call('POST', '/api/erasures', { bookingId: booking!.id })
    await isOffered(erased, b)
    const byHost = await next()
    const [others] = await app.rows<{ id: number }>(`SELECT id FROM bookings WHERE public_id = $1`, [
      other.split('-')[0],
    ])
    await show.host.call('PATCH', `/api/bookings/${others!.id}/cancel`)
    await isOffered(byHost, b)
    const moved = await next()
    await show.change(slot.id, { totalSlots: 2 })
    await isOffered(moved, slot.id)
    expect(await show.change(slot.id, { totalSlots: 1 })).toMatchObject({ status: 409 })
    expect(await show.host.call('DELETE', `/api/timeslots/${slot.id}`)).toMatchObject({ status: 409 })
    expect(single).toBeTruthy()
    await assertBookingInvariants(app, show.event.id, [pair])
  })

  test('asks what the event asks, and keeps the offer when an answer is missing', async () => {
    const asked = await makeFullShow()
    await asked.host.call('PUT', `/api/events/${asked.event.id}`, {
      ...form(asked),
      questions: [formField({ id: 'size', label: 'Dress size', required: true })],
    })
    const guest = await join(asked, 'event')
    await cancel(asked.guest)
    const { token } = await find(guest.email)
    expect((await open(token)).text).toContain('Dress size')
    const refused = await choose(token, 'accept', { questionsVersion: '1' })
    expect(refused.status).toBe(400)
    expect(await find(guest.email)).toMatchObject({ status: 'offered' })
    const booked = await choose(token, 'accept', { questionsVersion: '1', 'answers.size': '38' })
    expect(booked.status).toBe(200)
    const [row] = await app.rows<{ answers: unknown }>(
      'SELECT answers FROM bookings WHERE attendee_email = $1',
      [guest.email],
    )
    expect(row!.answers).toMatchObject([{ label: 'Dress size', answer: '38' }])
    await assertBookingInvariants(app, asked.event.id, [])
  })

  test('asks for a photo, and keeps the offer until it comes', async () => {
    const asked = await makeFullShow()
    await asked.host.call('PUT', `/api/events/${asked.event.id}`, {
      ...form(asked),
      questions: [formField({ id: 'venue', label: 'Your venue', type: 'attachment', required: true })],
    })
    const guest = await join(asked, 'event')
    await cancel(asked.guest)
    const { token } = await find(guest.email)
    expect((await open(token)).text).toContain('name="photo_0"')
    const accept = (files: Files) =>
      app.call('POST', `/waitlist/${token}`, formWith(files, { do: 'accept', questionsVersion: '1' }), {
        accept: 'text/html',
      })
    for (const files of [[], [['photo_0', 'not a picture']]] satisfies Files[]) {
      expect((await accept(files)).status).toBe(400)
      expect(await find(guest.email)).toMatchObject({ status: 'offered' })
    }
    expect((await accept([['photo_0', await noise(80, 60).jpeg().toBuffer()]])).status).toBe(303)
    const { body } = await asked.host.call('GET', `/api/events/${asked.event.id}/bookings?status=active`)
    expect(body).toMatchObject([{ attendeeEmail: guest.email, answers: [{ label: 'Your venue' }] }])
    const url = `/uploads/booking-${body[0].id}/${body[0].answers[0].answer}`
    expect((await asked.host.call('GET', url)).status).toBe(200)
    await assertBookingInvariants(app, asked.event.id, [])
  })

  test('is not offered when the event has no waitlist; open offers are still honored', async () => {
    const show = await makeShow(app, { endTime: '11:00', maxBookingsPerSlot: 1 })
    const booked: string[] = []
    for (const { id } of show.slots)
      booked.push(tokenOf(await book(app, id, { attendeeEmail: `${unique()}@mail.test` })))
    const [accepts, declines, waits] = [
      await join(show, show.slots[0]!.id),
      await join(show, show.slots[1]!.id),
      await join(show, 'event'),
    ]
    for (const token of booked) await cancel(token)
    await changeEvent(show, { hasWaitlist: false })
    expect((await choose((await find(accepts.email)).token, 'accept')).status).toBe(200)
    expect((await choose((await find(declines.email)).token, 'leave')).status).toBe(200)
    await run()
    expect(await find(accepts.email)).toMatchObject({ status: 'booked' })
    expect(await find(waits.email)).toMatchObject({ status: 'waiting' })
    expect((await book(app, show.slots[1]!.id)).status).toBe(201)
    await assertBookingInvariants(app, show.event.id, [])
  })

  test.each([
    [14, 'waiting'],
    [16, 'offered'],
  ])('of a slot that starts in %i minutes leaves its guest %s', async (minutes, status) => {
    const show = await makeFullShow()
    const guest = await join(show, 'event')
    const start = wallClock(new Date(Date.now() + minutes * 60_000 + 30_000), show.event.zone)
    await app.rows(
      `UPDATE events SET event_date = $2, end_date = NULL, start_time = '00:00', end_time = '23:59:30' WHERE id = $1`,
      [show.event.id, start.date],
    )
    await app.rows(
      `UPDATE time_slots SET slot_date = $2, start_time = $3::time, end_time = '23:59:30' WHERE id = $1`,
      [show.slotId, start.date, start.time],
    )
    await cancel(show.guest)
    expect(await find(guest.email)).toMatchObject({ status })
  })
})

describe('the job', () => {
  test('opens no transaction for an open slot that no one waits for', async () => {
    const show = await makeShow(app, { startTime: '00:00', endTime: '12:30', slotDuration: 15 })
    await show.change(show.slots[0]!.id, { totalSlots: 1 })
    await book(app, show.slots[0]!.id)
    expect((await join(show, show.slots[0]!.id)).status).toBe(201)
    await run()
    const connect = vi.spyOn(app.pool, 'connect')
    await run()
    expect(connect).toHaveBeenCalledTimes(2)
    connect.mockRestore()
  })

  test('offers slots that became open, and companies take turns', async () => {
    const [many, one] = [
      await makeShow(app, { endTime: '11:30', maxBookingsPerSlot: 1 }),
      await makeShow(app, { endTime: '10:30', maxBookingsPerSlot: 1 }),
    ]
    for (const show of [many, one])
      for (const { id } of show.slots) {
        await book(app, id, { attendeeEmail: `${unique()}@mail.test` })
        expect((await join(show, id)).status).toBe(201)
      }
    await app.rows('UPDATE time_slots SET total_slots = 2 WHERE event_id = ANY ($1)', [
      [many.event.id, one.event.id],
    ])
    await run()
    const offers = await app.rows<{ companyId: number }>(
      `SELECT company_id AS "companyId" FROM waitlist_offers WHERE company_id = ANY ($1) ORDER BY id`,
      [[many.host.companyId, one.host.companyId]],
    )
    expect(offers).toHaveLength(4)
    expect(offers.findIndex(({ companyId }) => companyId === one.host.companyId)).toBeLessThan(2)
  })

  test('passes on the offers of others when one fails, and reports the failure', async () => {
    const shows = [await makeFullShow(), await makeFullShow()]
    const [stuck, other] = shows as [(typeof shows)[0], (typeof shows)[0]]
    const guests: string[] = []
    for (const show of shows) {
      const first = await join(show, 'event')
      guests.push((await join(show, 'event')).email)
      await cancel(show.guest)
      await expire(first.email)
    }
    // A counter that drifted: the end of its offer violates the CHECK.
    const drift = (spots: number) =>
      app.rows(`UPDATE waitlist_offers SET spots = $2 WHERE time_slot_id = $1 AND state = 'open'`, [
        stuck.slotId,
        spots,
      ])
    await drift(2)
    await expect(run()).rejects.toThrow()
    expect(await find(guests[1]!)).toMatchObject({ status: 'offered', slotId: other.slotId })
    expect(await find(guests[0]!)).toMatchObject({ status: 'waiting' })
    expect((await stuck.host.call('GET', `/api/events/${stuck.event.id}/waitlist`)).status).toBe(200)
    await drift(1)
    await run()
    expect(await find(guests[0]!)).toMatchObject({ status: 'offered' })
  })
})

describe('the host', () => {
  test.each([
    ['hiding its slot', (show: Show) => show.change(show.slots[0]!.id, { isAvailable: false })],
    ['deactivating the event', (show: Show) => changeEvent(show, { isActive: false })],
    [
      'moving the event’s hours away',
      (show: Show) => changeEvent(show, { startTime: '12:00', endTime: '13:00' }),
    ],
  ])('withdraws an offer by %s, and its guest waits again at their place', async (_, close) => {
    const show = await makeFullShow()
    const [first, second] = [await join(show, 'event'), await join(show, 'event')]
    await cancel(show.guest)
    const { token } = await find(first.email)
    expect((await close(show)).status).toBe(200)
    const [slot] = await app.rows('SELECT booked FROM time_slots WHERE id = $1', [show.slotId])
    expect(slot).toEqual({ booked: 0 })
    for (const { email } of [first, second]) expect(await find(email)).toMatchObject({ status: 'waiting' })
    const page = await open(token)
    expect(page.text).toContain('You’re still on the waitlist')
    expect(page.text).not.toContain('Book This Appointment')
    expect((await choose(token, 'accept')).status).toBe(409)

    await show.change(show.slotId, { isAvailable: true })
    await changeEvent(show, { isActive: true })
    await run()
    expect(await find(first.email)).toMatchObject({ status: 'offered' })
    await assertBookingInvariants(app, show.event.id, [])
  })

  test('has an offer emailed again when the times of its slot change, which it ends before', async () => {
    const mailbox = await openMailbox()
    const show = await makeFullShow()
    const guest = await join(show, 'event')
    await cancel(show.guest)
    expect((await show.change(show.slotId, { startTime: '10:05' })).status).toBe(200)
    await drain(mailbox.url)
    expect(mailbox.to(guest.email).map(({ subject }) => subject)).toEqual([
      expect.stringMatching(/at 10:05 AM$/),
    ])
    await app.rows(
      `UPDATE waitlist_offers SET expires_at = now() + interval '10 years' WHERE time_slot_id = $1`,
      [show.slotId],
    )
    await show.change(show.slotId, { startTime: '10:10' })
    await drain(mailbox.url)
    await mailbox.close()
    expect(mailbox.to(guest.email).at(-1)!.subject).toMatch(/at 10:10 AM$/)
    const [ends] = await app.rows(
      `SELECT expires_at = starts_at AS "atStart" FROM waitlist_offers AS o JOIN time_slots AS s ON s.id = o.time_slot_id
       WHERE s.id = $1`,
      [show.slotId],
    )
    expect(ends).toEqual({ atStart: true })
    expect((await choose((await find(guest.email)).token, 'accept')).status).toBe(200)
  })

  test('moves guests to the top, removes them, and offers a time by hand; co-hosts too, others not', async () => {
    const show = await makeFullShow()
    const first = await join(show, 'event')
    const second = await join(show, 'event')
    const third = await join(show, show.slotId)
    const coHost = await makeCoHost(app, show.event)
    const foreign = await makeCompany(app)
    const { id } = await find(third.email)
    expect((await foreign.call('POST', `/api/waitlist/${id}/top`)).status).toBe(404)
    const moved = await coHost.call('POST', `/api/waitlist/${id}/top`)
    expect(moved.body.entries.map((entry: { attendeeEmail: string }) => entry.attendeeEmail)).toEqual([
      third.email,
      first.email,
      second.email,
    ])
    const offer = (who: string) =>
      find(who).then(({ id }) =>
        show.host.call('POST', `/api/waitlist/${id}/offer`, { timeSlotId: show.slotId }),
      )
    expect(await offer(second.email)).toMatchObject({ status: 409, body: { code: 'full' } })
    await show.host.call('DELETE', `/api/waitlist/${id}`)
    expect((await open((await find(third.email)).token)).text).toContain('no longer on the waitlist')
    expect((await show.host.call('DELETE', `/api/waitlist/${id}`)).status).toBe(409)
    await show.host.call('PUT', `/api/events/${show.event.id}`, { ...form(show), hasWaitlist: false })
    await cancel(show.guest)
    const byHand = await offer(second.email)
    expect(byHand).toMatchObject({
      status: 200,
      body: { hasWaitlist: false, offers: [{ state: 'open', offeredBy: 'Test User' }] },
    })
    expect((await offer(second.email)).status).toBe(409)
    expect((await book(app, show.slotId)).status).toBe(409)
    const removed = await show.host.call('DELETE', `/api/waitlist/${(await find(second.email)).id}`)
    expect(removed.body.offers[0]).toMatchObject({ state: 'withdrawn' })
    expect((await book(app, show.slotId)).status).toBe(201)
    const lines = async () => {
      const { body } = await show.host.call('GET', '/api/activity?subject=waitlist')
      return (body as LoggedActivity[]).map(({ activity, subjectName, changes, record }) => [
        activity,
        subjectName,
        changes.map(({ to }) => to),
        record?.id,
      ])
    }
    const other = (await find(second.email)).id
    expect(await lines()).toEqual([
      ['waitlist.removed', 'Nora Lind', [], other],
      ['waitlist.offered', 'Nora Lind', [`${show.event.eventDate} 10:00`], other],
      ['waitlist.removed', 'Nora Lind', [], id],
      ['waitlist.moved', 'Nora Lind', [], id],
    ])
    const customer = await makeCustomer(show.host, { email: second.email })
    await show.host.call('POST', '/api/erasures', { customerId: customer.id })
    expect(await lines()).toEqual([
      ['waitlist.removed', 'Erased guest', [], other],
      ['waitlist.offered', 'Erased guest', [`${show.event.eventDate} 10:00`], other],
      ['waitlist.removed', 'Nora Lind', [], id],
      ['waitlist.moved', 'Nora Lind', [], id],
    ])
    await assertBookingInvariants(app, show.event.id, [show.guest])
  })
})
