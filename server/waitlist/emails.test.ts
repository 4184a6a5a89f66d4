import type { Email, ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { describe, expect, test } from 'vitest'
import { unique } from '../test/app.ts'
import { makeCoHost, makeCompany, makeCustomer, makeUser, type TestUser } from '../test/factories.ts'
import { openMailbox, smtpReply } from '../test/mail/mailbox.ts'
import { startWaitlistApp } from '../test/waits.ts'
import { untilBlocked, whileUncommitted } from '../test/while-uncommitted.ts'

const { app, join, find, cancel, makeFullShow, drain } = startWaitlistApp()

/** A full show, with someone on its waitlist. */
async function makeWait() {
  const show = await makeFullShow({ contactEmail: '' })
  const joined = await join(show, 'event')
  expect(joined.status).toBe(201)
  return { owner: show.host, event: show.event, waits: joined.email, token: show.guest }
}

/** Sends what is due through a server that does not know this address. */
async function drainRefusing(address: string) {
  const mailbox = await openMailbox({
    refuse: (to) => (to === address ? smtpReply(550, '5.1.1 User unknown') : null),
  })
  await drain(mailbox.url)
  await mailbox.close()
}

const list = async (user: TestUser, query: string): Promise<ListedEmail[]> =>
  (await user.call('GET', `/api/emails?${query}`)).body
const read = async (user: TestUser, id: number): Promise<Email> =>
  (await user.call('GET', `/api/emails/${id}`)).body

describe('an email to a guest who waits', () => {
  test('is seen by everyone who sees those about bookings, and is in the customer’s history', async () => {
    const { owner, event, waits } = await makeWait()
    const mailbox = await openMailbox()
    await drain(mailbox.url)
    await mailbox.close()
    const [joined] = await list(owner, 'kind=waitlist')
    expect(joined).toMatchObject({
      emailType: 'waitlist_joined',
      status: 'sent',
      toEmail: waits,
      bookingId: null,
      attendeeName: 'Nora Lind',
      eventId: event.id,
    })
    const viewer = await makeUser(app, owner.companyId, 'view only')
    expect(await list(viewer, 'kind=waitlist')).toEqual([joined])
    expect((await read(viewer, joined!.id)).text).toContain('Nora')
    const coHost = await makeCoHost(app, event)
    expect(await list(coHost, `waitlistOf=${event.id}`)).toEqual([joined])
    expect((await read(coHost, joined!.id)).text).toContain('Nora')
    const customer = await makeCustomer(owner, { email: waits.toUpperCase() })
    expect(await list(owner, `customerId=${customer.id}`)).toEqual([joined])
    const stranger = await makeCompany(app)
    expect((await stranger.call('GET', `/api/emails?waitlistOf=${event.id}`)).status).toBe(404)
    expect((await stranger.call('GET', `/api/emails/${joined!.id}`)).status).toBe(404)
    expect((await stranger.call('POST', `/api/emails/${joined!.id}/resend`, {})).status).toBe(404)
    expect((await viewer.call('POST', `/api/emails/${joined!.id}/resend`, {})).status).toBe(403)
  })

  test('that failed asks for attention, and is sent again to a corrected address while they wait', async () => {
    const { owner, event, waits, token } = await makeWait()
    const mailbox = await openMailbox({
      refuse: (to) => (to === waits ? smtpReply(550, '5.1.1 User unknown') : null),
    })
    await drain(mailbox.url)
    expect(await list(owner, 'state=attention')).toMatchObject([
      { emailType: 'waitlist_joined', toEmail: waits },
    ])
    expect((await owner.call('GET', '/api/user/mail')).body).toMatchObject({ failed: 1 })
    const [fill] = (await owner.call('GET', `/api/timeslots/fill?eventIds=${event.id}`)).body
    expect(fill).toMatchObject({ eventId: event.id, failedEmails: 1 })
    const [joined] = await list(owner, `waitlistOf=${event.id}`)
    const resend = (id: number, attendeeEmail?: string) =>
      owner.call('POST', `/api/emails/${id}/resend`, { attendeeEmail })
    const corrected = `${unique('right')}@mail.test`
    const answers = await Promise.all([resend(joined!.id, corrected), resend(joined!.id, corrected)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409])
    await drain(mailbox.url)
    expect(await list(owner, 'state=attention')).toEqual([])
    expect((await cancel(token)).status).toBe(200)
    await drain(mailbox.url)
    await mailbox.close()
    expect(mailbox.to(corrected).map(({ subject }) => subject)).toEqual([
      expect.stringContaining('waitlist'),
      expect.stringContaining('A spot opened up'),
    ])
    await app.rows(`UPDATE waitlist_entries SET status = 'left' WHERE attendee_email = $1`, [corrected])
    expect((await resend(joined!.id)).text).toContain('no longer waiting')
    const { body: log } = await owner.call('GET', '/api/activity?subject=waitlist')
    expect(log).toMatchObject([
      {
        activity: 'waitlist.emailed',
        subjectName: 'Nora Lind',
        changes: [{ field: 'email', from: waits, to: corrected }],
      },
    ])
  })

  test('that a mail server refused is not sent again, as the offer is over and goes to the next guest', async () => {
    const { owner, event, waits, token } = await makeWait()
    await cancel(token)
    await drainRefusing(waits)
    const [offer] = await list(owner, `waitlistOf=${event.id}`)
    expect(offer).toMatchObject({ emailType: 'waitlist_offer', needsAttention: true })
    const refused = await owner.call('POST', `/api/emails/${offer!.id}/resend`, { attendeeEmail: waits })
    expect(refused).toMatchObject({ status: 409, body: { code: 'conflict' } })
    expect(refused.text).toContain('no longer waiting')
  })

  test('that failed can be dismissed', async () => {
    const { owner, waits } = await makeWait()
    await drainRefusing(waits)
    const [failed] = await list(owner, 'state=attention')
    expect((await owner.call('POST', `/api/emails/${failed!.id}/dismiss`)).status).toBe(200)
    expect(await list(owner, 'state=attention')).toEqual([])
    expect((await owner.call('POST', `/api/emails/${failed!.id}/dismiss`)).status).toBe(409)
    const { body: log } = await owner.call('GET', '/api/activity?subject=waitlist')
    expect(log).toMatchObject([{ activity: 'waitlist.emailDismissed', subjectName: 'Nora Lind' }])
  })

  test('leaves no name in the activity log when it is dismissed while the guest is erased', async () => {
    const { owner, waits } = await makeWait()
    await drainRefusing(waits)
    const [failed] = await list(owner, 'state=attention')
    const { id } = await find(waits)
    await app.rows(
      `INSERT INTO activity_log (company_id, activity, subject, subject_id, subject_name, changes)
       VALUES ($1, 'waitlist.moved', 'waitlist', $2, 'Nora Lind', '[]')`,
      [owner.companyId, id],
    )
    // Its last step waits, with all its locks.
    const dismissed = await whileUncommitted(
      app,
      'SELECT FROM activity_log WHERE company_id = $1 FOR UPDATE',
      [owner.companyId],
      async () => {
        const erased = owner.call('POST', '/api/erasures', { waitlistEntryId: id })
        await untilBlocked(app)
        return Promise.all([erased, owner.call('POST', `/api/emails/${failed!.id}/dismiss`)])
      },
      2,
    )
    expect(dismissed.map(({ status }) => status)).toEqual([200, 200])
    const { text } = await owner.call('GET', '/api/activity?subject=waitlist')
    expect(text).toContain('waitlist.emailDismissed')
    expect(text).not.toContain('Nora')
  })
})
