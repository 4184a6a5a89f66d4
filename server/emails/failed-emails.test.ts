import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import { describe, expect, test } from 'vitest'
import { unique } from '../test/app.ts'
import { book, bookingNumber, makeCompany, makeEvent, makeUser, type TestUser } from '../test/factories.ts'
import { startEmailApp } from '../test/mail/email-app.ts'
import { openMailbox, smtpReply } from '../test/mail/mailbox.ts'

const { app, drain, makeBooking, list, read, toGuest } = startEmailApp()

const retryNow = (bookingId: number) =>
  app.rows('UPDATE email_notifications SET next_attempt_at = now() WHERE booking_id = $1', [bookingId])

describe('an email that fails', () => {
  test('says why in a sentence, with the server’s reply, whatever went wrong', async () => {
    const host = await makeCompany(app)
    const replies: Record<string, ReturnType<typeof smtpReply>> = {}
    const contents: Record<string, ReturnType<typeof smtpReply>> = {}
    const mailbox = await openMailbox({
      refuse: (to) => replies[to] ?? null,
      reject: (to) => contents[to] ?? null,
    })
    const [unknown, grey, spam, fine] = await Promise.all([0, 1, 2, 3].map(() => makeBooking(host)))
    replies[unknown!.guest] = smtpReply(550, '5.1.1 User unknown')
    replies[grey!.guest] = smtpReply(450, '4.7.1 Greylisted')
    contents[spam!.guest] = smtpReply(554, '5.7.1 Looks like spam')
    // An email that must be sent later delays no other.
    expect(await drain(mailbox.url)).toBe(false)
    expect(mailbox.to(fine!.guest)).toHaveLength(1)
    const stateOf = async ({ id }: { id: number }) => {
      const [listed] = await toGuest(host, id)
      const { status, failure, toEmail, errorMessage, retriedUntil, body } = await read(host, listed!.id)
      const sentence = failure && emailMessages.whyFailed(failure, toEmail)
      return { status, sentence, errorMessage, retried: retriedUntil !== null, kept: body !== null }
    }
    expect(await stateOf(unknown!)).toEqual({
      status: 'failed',
      sentence: 'The mail server of mail.test says the address doesn’t exist.',
      errorMessage: '550 5.1.1 User unknown',
      retried: false,
      kept: true,
    })
    expect(await stateOf(spam!)).toMatchObject({
      status: 'failed',
      sentence: 'The mail server refused the email, often because it looks like spam to it.',
      errorMessage: '554 5.7.1 Looks like spam',
    })
    expect(await stateOf(grey!)).toEqual({
      status: 'pending',
      sentence: 'The mail server of mail.test asks us to try again later.',
      errorMessage: '450 4.7.1 Greylisted',
      retried: true,
      kept: false,
    })
    expect(await stateOf(fine!)).toMatchObject({ status: 'sent', sentence: null })

    delete replies[grey!.guest]
    await retryNow(grey!.id)
    await drain(mailbox.url)
    await mailbox.close()
    expect(await stateOf(grey!)).toEqual({
      status: 'sent',
      sentence: null,
      errorMessage: null,
      retried: false,
      kept: true,
    })
    // The server is down.
    const late = await makeBooking(host)
    expect(await drain(mailbox.url)).toBe(false)
    expect(await stateOf(late)).toMatchObject({
      status: 'pending',
      sentence: 'We couldn’t reach our mail server.',
      errorMessage: null,
      retried: true,
    })
  })

  test('is listed as sent, failed or in doubt, as it really is, when a server hangs after the email', async () => {
    const host = await makeCompany(app)
    let hangs = true
    const mailbox = await openMailbox({ hangs: () => hangs })
    const { id, guest } = await makeBooking(host)
    expect(await drain(mailbox.url)).toBe(false)
    expect(mailbox.to(guest)).toHaveLength(1)
    expect((await toGuest(host, id))[0]).toMatchObject({
      status: 'pending',
      failure: 'unanswered',
      toEmail: guest,
    })
    hangs = false
    await retryNow(id)
    await drain(mailbox.url)
    await mailbox.close()
    expect((await toGuest(host, id)).map(({ status, failure }) => [status, failure])).toEqual([
      ['sent', null],
    ])
    const [first, second] = mailbox.to(guest)
    expect(second!.messageId).toBe(first!.messageId)
  })

  test('is given up a day after its first failure', async () => {
    const host = await makeCompany(app)
    const { id } = await makeBooking(host)
    const away = await openMailbox()
    await away.close()
    await drain(away.url)
    await app.rows(
      `UPDATE email_notifications SET next_attempt_at = now(), failing_since = failing_since - interval '25 hours'
       WHERE booking_id = $1 AND failing_since IS NOT NULL`,
      [id],
    )
    await drain(away.url)
    expect((await toGuest(host, id))[0]).toMatchObject({ status: 'failed', failure: 'unreachable' })
  })

  test('asks for attention until a later email was sent, someone dismisses it, or the appointment begins', async () => {
    const host = await makeCompany(app)
    const refused = new Set<string>()
    const mailbox = await openMailbox({
      refuse: (to) => (refused.has(to) ? smtpReply(550, '5.1.1 User unknown') : null),
    })
    const { id, guest, event, token } = await makeBooking(host)
    refused.add(guest)
    const seen = async () => {
      const [{ body: bookings }, { body: fill }, { body: summary }, { body: state }] = await Promise.all([
        host.call('GET', `/api/events/${event.id}/bookings`),
        host.call('GET', `/api/timeslots/fill?eventIds=${event.id}`),
        host.call('GET', `/api/events/${event.id}/summary`),
        host.call('GET', '/api/user/mail'),
      ])
      return {
        row: bookings[0].failedEmailId !== undefined,
        card: fill[0].failedEmails,
        page: summary.failedEmails,
        menu: state.failed,
        versions: [summary.version, state.version],
      }
    }
    const none = { row: false, card: 0, page: 0, menu: 0 }
    const one = { row: true, card: 1, page: 1, menu: 1 }
    const before = await seen()
    expect(before).toMatchObject(none)
    await drain(mailbox.url)
    const failed = await seen()
    expect(failed).toMatchObject(one)
    for (const at of [0, 1]) expect(failed.versions[at]).not.toBe(before.versions[at])

    const newSlot = { newTimeSlotId: event.slots[1]!.id }
    await app.call('POST', `/api/bookings/manage/${token}/reschedule`, newSlot)
    await drain(mailbox.url)
    expect(await seen()).toMatchObject(one) // two emails, one guest
    const [latest] = await toGuest(host, id)
    const viewer = await makeUser(app, host.companyId, 'view only')
    expect((await viewer.call('POST', `/api/emails/${latest!.id}/dismiss`)).status).toBe(403)
    expect(await host.call('POST', `/api/emails/${latest!.id}/dismiss`)).toMatchObject({
      status: 200,
      body: { id: latest!.id, needsAttention: false },
    })
    const dismissed = await seen()
    expect(dismissed).toMatchObject(none)
    for (const at of [0, 1]) expect(dismissed.versions[at]).not.toBe(failed.versions[at])
    expect((await host.call('POST', `/api/emails/${latest!.id}/dismiss`)).status).toBe(409)

    await app.call('GET', `/api/bookings/${token}/cancel`)
    await drain(mailbox.url)
    expect(await seen()).toMatchObject(one)
    refused.clear()
    const [cancellation] = await toGuest(host, id)
    await host.call('POST', `/api/emails/${cancellation!.id}/resend`, {})
    expect(await seen()).toMatchObject(one)
    await drain(mailbox.url)
    await mailbox.close()
    expect(await seen()).toMatchObject(none)

    await app.rows('UPDATE emails SET handled_at = NULL WHERE booking_id = $1', [id])
    expect(await seen()).toMatchObject(one)
    await app.rows('UPDATE time_slots SET slot_date = slot_date - 60 WHERE event_id = $1', [event.id])
    expect(await seen()).toMatchObject(none)
  })
})

describe('sending a booking’s email again', () => {
  const resend = (user: TestUser, id: number, body: object = {}) =>
    user.call('POST', `/api/emails/${id}/resend`, body)

  test('writes it again, to the corrected address, and logs who did it', async () => {
    const mailbox = await openMailbox({
      refuse: (to) => (to.endsWith('.tset') ? smtpReply(550, '5.1.2 Domain not found') : null),
    })
    const host = await makeCompany(app)
    const event = await makeEvent(host, { contactEmail: '' })
    const name = unique('grace')
    const { body } = await book(app, event.slots[0]!.id, {
      attendeeName: 'Grace Okafor',
      attendeeEmail: `${name}@mail.tset`,
    })
    const id = await bookingNumber(app, body.id)
    await drain(mailbox.url)
    const [failed] = await toGuest(host, id)
    await app.rows('UPDATE bookings SET time_slot_id = $1 WHERE id = $2', [event.slots[2]!.id, id])
    const answer = await resend(host, failed!.id, { attendeeEmail: ` ${name}@mail.test ` })
    expect(answer).toMatchObject({
      status: 201,
      body: { emailType: 'booking_confirmation', status: 'pending', toEmail: `${name}@mail.test` },
    })
    await drain(mailbox.url)
    await mailbox.close()
    const [mail] = mailbox.to(`${name}@mail.test`)
    expect(mail!.subject).toContain('11:00 AM')
    expect(mail!.text).toContain('http://shows.test/booking/')
    expect(mail!.text).not.toContain(body.id)
    expect((await toGuest(host, id)).map(({ status, toEmail }) => [status, toEmail])).toEqual([
      ['sent', `${name}@mail.test`],
      ['failed', `${name}@mail.tset`],
    ])
    const { body: log } = await host.call('GET', '/api/activity?subject=booking')
    expect(log[0]).toMatchObject({
      activity: 'booking.emailed',
      subjectName: 'Grace Okafor',
      changes: [{ field: 'email', from: `${name}@mail.tset`, to: `${name}@mail.test` }],
    })
  })

  test('by two people at once sends one', async () => {
    const mailbox = await openMailbox()
    const host = await makeCompany(app)
    const colleague = await makeUser(app, host.companyId, 'order management')
    const { id, guest } = await makeBooking(host)
    await drain(mailbox.url)
    const [email] = await toGuest(host, id)
    const answers = await Promise.all(
      [host, colleague, host, colleague, host].map((user) => resend(user, email!.id)),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409, 409])
    expect(answers.find(({ status }) => status === 409)!.body.message).toBe(emailMessages.onItsWay)
    await drain(mailbox.url)
    expect((await resend(host, email!.id)).body.message).toBe(emailMessages.onItsWay)
    await mailbox.close()
    expect(mailbox.to(guest)).toHaveLength(2)
  })

  test('is refused in a sentence where it no longer applies, and after five times a day', async () => {
    const mailbox = await openMailbox()
    const host = await makeCompany(app)
    const viewer = await makeUser(app, host.companyId, 'view only')
    const stranger = await makeCompany(app)
    const often = await makeBooking(host)
    const canceled = await makeBooking(host)
    const passed = await makeBooking(host)
    const erased = await makeBooking(host)
    await drain(mailbox.url)
    const emailOf = async ({ id }: { id: number }) => (await toGuest(host, id)).at(-1)!.id
    const ids = {
      often: await emailOf(often),
      canceled: await emailOf(canceled),
      passed: await emailOf(passed),
      erased: await emailOf(erased),
    }
    expect((await resend(viewer, ids.often)).status).toBe(403)
    expect((await resend(stranger, ids.often)).status).toBe(404)
    const notice = (await list(host, `bookingId=${often.id}&kind=notice`))[0]!
    expect(await resend(host, notice.id)).toMatchObject({
      status: 409,
      body: { message: emailMessages.notToGuest },
    })

    await host.call('PATCH', `/api/bookings/${canceled.id}/cancel`)
    await app.rows('UPDATE time_slots SET slot_date = slot_date - 60 WHERE event_id = $1', [passed.event.id])
    await host.call('POST', '/api/erasures', { bookingId: erased.id })
    for (const [id, status, message] of [
      [ids.canceled, 409, emailMessages.bookingCanceled],
      [ids.passed, 409, emailMessages.startPassed],
      [ids.erased, 409, emailMessages.guestErased],
    ] as const) {
      expect(await resend(host, id, { attendeeEmail: 'new@mail.test' })).toMatchObject({
        status,
        body: { message },
      })
      expect(await read(host, id)).toMatchObject({ cannotResend: message })
    }
    const kept = await app.rows('SELECT id FROM bookings WHERE company_id = $1 AND attendee_email = $2', [
      host.companyId,
      'new@mail.test',
    ])
    expect(kept).toEqual([])

    for (let times = 0; times < 5; times++) {
      expect((await resend(host, ids.often)).status).toBe(201)
      await drain(mailbox.url)
      await app.rows(
        `UPDATE email_notifications SET created_at = created_at - interval '2 minutes' WHERE booking_id = $1`,
        [often.id],
      )
    }
    await mailbox.close()
    expect(await resend(host, ids.often)).toMatchObject({
      status: 429,
      body: { message: emailMessages.tooOften(5) },
    })
    expect(mailbox.to(often.guest)).toHaveLength(6)
  })
})
