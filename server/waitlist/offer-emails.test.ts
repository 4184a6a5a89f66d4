import { formatTime } from '@trunkshow/contract/dates.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { describe, expect, onTestFinished, test } from 'vitest'
import { databaseOf } from '../platform/db/transaction.ts'
import { recordReturned } from '../platform/mail/collect-returned.ts'
import { unique } from '../test/app.ts'
import { book, makeCustomer, makeShow, makeUser, tokenOf } from '../test/factories.ts'
import { assertBookingInvariants } from '../test/invariants.ts'
import { openMailbox, smtpReply } from '../test/mail/mailbox.ts'
import { type Show, startWaitlistApp } from '../test/waits.ts'

const { app, join, find, choose, open, cancel, expire, loseMailTime, run, makeFullShow, drain } =
  startWaitlistApp()

describe('the emails', () => {
  test('confirm the wait, make the offer with its deadline, and are dropped once it is over', async () => {
    const mailbox = await openMailbox()
    const show = await makeFullShow({ contactEmail: '' })
    const guest = await join(show, 'event')
    const next = await join(show, 'event')
    await drain(mailbox.url)
    const [joined] = mailbox.to(guest.email)
    expect(joined!.subject).toBe(`You’re on the waitlist: ${show.event.name}`)
    const { token } = await find(guest.email)
    expect(joined!.text).toContain(`http://shows.test/waitlist/${token}`)
    await cancel(show.guest)
    await drain(mailbox.url)
    const texts = mailbox.mails.map(({ text }) => text!.replaceAll(/\s+/g, ' '))
    const notice = 'no longer has an appointment. The spot is offered to the waitlist.'
    expect(texts).toContainEqual(expect.stringContaining(notice))
    const offer = mailbox.to(guest.email).at(-1)!
    expect(offer.subject).toMatch(/^A spot opened up: Spring Bridal Trunk Show, .* at 10:00 AM$/)
    expect(offer.text).toMatch(/Accept by:.*E[SD]T/)
    expect(offer.text).toContain(`http://shows.test/waitlist/${token}`)
    await choose(token, 'leave')
    await choose((await find(next.email)).token, 'leave')
    await drain(mailbox.url)
    await mailbox.close()
    expect(mailbox.to(next.email)).toHaveLength(1)
    const kept = await app.rows<{ body: string }>(
      `SELECT body FROM emails WHERE company_id = $1 AND email_type LIKE 'waitlist%' AND body IS NOT NULL`,
      [show.host.companyId],
    )
    expect(kept.length).toBeGreaterThan(0)
    for (const { body } of kept) expect(body).not.toContain(token)
  })
})

describe('the notice of a cancellation', () => {
  const noticesOf = async (show: Show) => {
    const mailbox = await openMailbox()
    await drain(mailbox.url)
    await mailbox.close()
    return mailbox
      .to(show.host.email)
      .filter(({ subject }) => subject!.startsWith('Booking canceled'))
      .map(({ text }) => /no longer has an appointment\.\s[^.]*\./.exec(text!)![0].replaceAll(/\s+/g, ' '))
  }
  const parties = { contactEmail: '', spotPerGuest: true, maxPartySize: 3 }

  test('counts the spots that this cancellation freed, whatever was offered before and after', async () => {
    const show = await makeFullShow({ ...parties, maxBookingsPerSlot: 4 })
    const alone = tokenOf(await book(app, show.slotId, { attendeeEmail: `${unique()}@mail.test` }))
    const party = { attendeeEmail: `${unique()}@mail.test`, partySize: 2 }
    const two = tokenOf(await book(app, show.slotId, party))
    for (let count = 1; count <= 2; count++) await join(show, 'event')
    await cancel(alone)
    await cancel(two)
    await cancel(show.guest)
    expect(await noticesOf(show)).toEqual([
      'no longer has an appointment. The spot is offered to the waitlist.',
      'no longer has an appointment. Of the 2 spots, 1 is offered to the waitlist.',
      'no longer has an appointment. The spot is open again.',
    ])
  })

  test('is right of both bookings that an erasure cancels, if one offer takes both spots', async () => {
    const show = await makeShow(app, { ...parties, endTime: '10:30', maxBookingsPerSlot: 3 })
    const slotId = show.slots[0]!.id
    const attendeeEmail = `${unique()}@mail.test`
    const customer = await makeCustomer(show.host, { email: attendeeEmail })
    for (let count = 1; count <= 2; count++) await book(app, slotId, { attendeeEmail })
    await book(app, slotId, { attendeeEmail: `${unique()}@mail.test` })
    const guest = await join({ event: show.event }, 'event', { partySize: '2' })
    const admin = await makeUser(app, show.host.companyId, 'admin')
    expect((await admin.call('POST', '/api/erasures', { customerId: customer.id })).status).toBe(200)
    expect(await find(guest.email)).toMatchObject({ status: 'offered', slotId })
    expect(await noticesOf({ ...show })).toEqual(
      Array(2).fill('no longer has an appointment. The spot is offered to the waitlist.'),
    )
    const causes = () =>
      app.rows('SELECT FROM waitlist_offer_causes WHERE company_id = $1', [show.host.companyId])
    expect(await causes()).toHaveLength(2)
    await app.rows('DELETE FROM waitlist_entries WHERE company_id = $1', [show.host.companyId])
    expect(await causes()).toEqual([])
  })
})

describe('the email of an offer', () => {
  const timesOf = async (email: string) => {
    const [row] = await app.rows<{ state: string; isEmailed: boolean; minutes: number }>(
      `SELECT state, emailed_at IS NOT NULL AS "isEmailed",
         round(extract(epoch FROM expires_at - coalesce(emailed_at, o.created_at)) / 60)::int AS minutes
       FROM waitlist_offers AS o JOIN waitlist_entries AS w ON w.id = entry_id WHERE attendee_email = $1
       ORDER BY o.id DESC LIMIT 1`,
      [email],
    )
    return row!
  }
  const hourLater = (slotId: number) =>
    app.rows(`UPDATE waitlist_offers SET ended_at = ended_at - interval '1 hour' WHERE time_slot_id = $1`, [
      slotId,
    ])

  /** Returns the number of the email with an offer to an address. */
  const offerTo = async (email: string) => {
    const [mail] = await app.rows<{ id: number }>(
      `SELECT id FROM emails WHERE to_email = $1 AND email_type = 'waitlist_offer'`,
      [email],
    )
    return mail!.id
  }
  const comeBack = (id: number, email: string) =>
    recordReturned(
      { config: app.config, db: databaseOf(app.pool) },
      {
        id,
        emailType: 'waitlist_offer',
        addresses: [email],
        failure: 'unknownAddress',
        message: '550 5.1.1 no such user',
      },
    )

  test('starts its time when it is sent, and the page accepts before', async () => {
    const mailbox = await openMailbox()
    const show = await makeFullShow()
    const guest = await join(show, 'event')
    await cancel(show.guest)
    expect(await timesOf(guest.email)).toEqual({ state: 'open', isEmailed: false, minutes: 60 })
    const { token } = await find(guest.email)
    expect((await open(token)).text).toContain('Book This Appointment')
    await app.rows(
      `UPDATE waitlist_offers SET created_at = created_at - interval '50 minutes' WHERE time_slot_id = $1`,
      [show.slotId],
    )
    await drain(mailbox.url)
    await mailbox.close()
    expect(await timesOf(guest.email)).toEqual({ state: 'open', isEmailed: true, minutes: 120 })
    const { body } = await show.host.call('GET', `/api/events/${show.event.id}/waitlist`)
    const { time } = wallClock(new Date(body.entries[0].offer.expiresAt), show.event.zone)
    expect(mailbox.to(guest.email).at(-1)!.text).toContain(formatTime(time))
    await expire(guest.email)
    await run()
    expect(await timesOf(guest.email)).toMatchObject({ state: 'expired' })
    expect(await find(guest.email)).toMatchObject({ status: 'expired' })
  })

  test.each([
    ['the mail server is down', async () => {}],
    [
      'the owner is not confirmed',
      async ({ host }: Show) => {
        await app.rows('UPDATE users SET email_confirmed_at = NULL WHERE company_id = $1', [host.companyId])
        await app.rows(
          `INSERT INTO email_notifications (company_id, email_type, audience, status, sent_at)
           SELECT $1, 'booking_confirmation', 'guest', 'sent', now() FROM generate_series(1, 20)`,
          [host.companyId],
        )
      },
    ],
  ])(
    'that can’t leave costs no guest their place when %s, and the spot is open for an hour',
    async (_, stop) => {
      const show = await makeFullShow()
      const guests = [await join(show, 'event'), await join(show, 'event')]
      await stop(show)
      await cancel(show.guest)
      const [first, second] = guests
      // Nothing listens there.
      await drain('smtp://127.0.0.1:9')
      await run()
      expect(await timesOf(first!.email)).toMatchObject({ state: 'open', isEmailed: false })
      await loseMailTime(first!.email)
      for (let minute = 0; minute < 3; minute++) await run()
      expect(await timesOf(first!.email)).toMatchObject({ state: 'unsent' })
      for (const { email } of guests) expect(await find(email)).toMatchObject({ status: 'waiting' })
      const stranger = tokenOf(await book(app, show.slotId, { attendeeEmail: `${unique()}@mail.test` }))
      await cancel(stranger)
      expect(await find(first!.email)).toMatchObject({ status: 'waiting' })

      await hourLater(show.slotId)
      await run()
      expect(await find(first!.email)).toMatchObject({ status: 'offered' })
      expect(await find(second!.email)).toMatchObject({ status: 'waiting' })
      await assertBookingInvariants(app, show.event.id, [])
    },
  )

  test('that waits for its mailbox gives way to the next guest after that hour', async () => {
    const show = await makeFullShow()
    const [first, second] = [await join(show, 'event'), await join(show, 'event')]
    await cancel(show.guest)
    await app.rows(
      `UPDATE email_notifications SET status = 'waiting', waits_for = 'recipient', next_attempt_at = now() + interval '1 day'
       WHERE email_type = 'waitlist_offer' AND company_id = $1`,
      [show.host.companyId],
    )
    await loseMailTime(first.email)
    await run()
    await hourLater(show.slotId)
    await run()
    expect(await find(first.email)).toMatchObject({ status: 'waiting' })
    expect(await find(second.email)).toMatchObject({ status: 'offered' })
  })

  test('that is refused, or comes back while the offer is open, passes it on', async () => {
    const show = await makeFullShow()
    const [refused, returned, last] = [
      await join(show, 'event'),
      await join(show, 'event'),
      await join(show, 'event'),
    ]
    const mailbox = await openMailbox({
      refuse: (address) => (address === refused.email ? smtpReply(550, 'No such user here') : null),
    })
    await cancel(show.guest)
    await drain(mailbox.url)
    await run()
    expect(await find(refused.email)).toMatchObject({ status: 'expired' })
    await drain(mailbox.url)
    await mailbox.close()
    await run()
    expect(await find(returned.email)).toMatchObject({ status: 'offered' })
    await comeBack(await offerTo(returned.email), returned.email)
    await run()
    expect(await find(last.email)).toMatchObject({ status: 'offered' })
    expect((await show.host.call('GET', `/api/events/${show.event.id}/waitlist`)).body.offers).toMatchObject([
      { state: 'open' },
      { state: 'undelivered' },
      { state: 'undelivered' },
    ])
    await assertBookingInvariants(app, show.event.id, [])
  })

  test('that comes back from the wrong address ends nothing, once it was sent to the right one', async () => {
    const show = await makeFullShow()
    const [guest, next] = [await join(show, 'event'), await join(show, 'event')]
    const mailbox = await openMailbox()
    onTestFinished(mailbox.close)
    await cancel(show.guest)
    await drain(mailbox.url)
    const id = await offerTo(guest.email)
    const attendeeEmail = `${unique('right')}@mail.test`
    await app.rows(`UPDATE emails SET created_at = created_at - interval '2 minutes' WHERE id = $1`, [id])
    expect((await show.host.call('POST', `/api/emails/${id}/resend`, { attendeeEmail })).status).toBe(201)
    await drain(mailbox.url)
    await comeBack(id, guest.email)
    await run()
    expect(await find(attendeeEmail)).toMatchObject({ status: 'offered' })
    expect(await find(next.email)).toMatchObject({ status: 'waiting' })
  })
})
