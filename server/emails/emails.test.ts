import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { describe, expect, test } from 'vitest'
import { unique } from '../test/app.ts'
import {
  book,
  bookingNumber,
  eventForm,
  formField,
  makeCoHost,
  makeCompany,
  makeCustomer,
  makeEvent,
  makeUser,
  type TestUser,
} from '../test/factories.ts'
import { startEmailApp } from '../test/mail/email-app.ts'
import { openMailbox, smtpReply } from '../test/mail/mailbox.ts'

const { app, drain, makeBooking, list, read, toGuest } = startEmailApp()

describe('an email that was sent', () => {
  test('is kept as it was sent, apart from its private links', async () => {
    const mailbox = await openMailbox()
    const host = await makeCompany(app)
    const { guest, event, id, token } = await makeBooking(host)
    await drain(mailbox.url)
    await mailbox.close()
    const [sent] = mailbox.to(guest)
    const [listed] = await toGuest(host, id)
    expect(listed).toMatchObject({
      emailType: 'booking_confirmation',
      status: 'sent',
      toEmail: guest,
      subject: sent!.subject,
      bookingId: id,
      attendeeName: 'Grace Okafor',
      eventId: event.id,
      eventName: event.name,
      failure: null,
      needsAttention: false,
    })
    const email = await read(host, listed!.id)
    expect(email).toMatchObject({
      fromEmail: 'Trunkshow <shows@trunkshow.test>',
      hasCalendar: true,
      errorMessage: null,
      resendTo: guest,
      cannotResend: null,
    })
    const link = `http://shows.test/booking/${token}`
    expect(sent!.html).toContain(link)
    expect(email.body).toBe(sent!.html!.trimEnd().replaceAll(link, '[private link]'))
    expect(email.text).toBe(sent!.text!.trimEnd().replaceAll(link, '[private link]'))
  })

  test('never shows a link of any kind that works for anyone who has it', async () => {
    const mailbox = await openMailbox()
    const owner = await makeCompany(app)
    await app.rows(`UPDATE companies SET company_name = 'Maison Vale' WHERE id = $1`, [owner.companyId])
    const { event, token, id } = await makeBooking(owner)
    await owner.call('POST', '/api/company/users', {
      name: 'Nora Lind',
      email: `${unique('nora')}@mail.test`,
      role: 'view only',
    })
    await owner.call('POST', `/api/events/${event.id}/co-hosts`, { email: `${unique('cleo')}@mail.test` })
    await app.call('POST', '/api/password/forgot', { email: owner.email })
    await owner.call('POST', '/api/events', eventForm({ contactEmail: `${unique('contact')}@mail.test` }))
    const form = new FormData()
    await app.call('POST', `/booking/${token}/data`, form, { accept: 'text/html' })
    await drain(mailbox.url)
    await mailbox.close()

    const kinds = new Set<string>()
    const dump = await app.rows<{ row: string }>(
      'SELECT email_type || body || text AS row FROM emails WHERE company_id = $1',
      [owner.companyId],
    )
    for (const mail of mailbox.mails)
      for (const [, secret] of mail.text!.matchAll(/\/([0-9a-f]+-[0-9a-f]{32})\b/g)) {
        kinds.add(mail.subject!)
        for (const { row } of dump) expect(row).not.toContain(secret)
      }
    expect([...kinds]).toHaveLength(7)
    expect(dump.length).toBeGreaterThanOrEqual(7)
    const seen = (await list(owner)).map(({ emailType }) => emailType).toSorted()
    expect(seen).toEqual([
      'booking_confirmation',
      'booking_notice',
      'co_host_invitation',
      'contact_confirmation',
      'guest_data',
      'invitation',
      'password_reset',
    ])
    expect(await toGuest(owner, id)).toHaveLength(2)
  })

  test('is one email if it says several things, and no one’s text remains once one of them is erased', async () => {
    const mailbox = await openMailbox()
    const host = await makeCompany(app)
    const event = await makeEvent(host, { contactEmail: '', maxBookingsPerSlot: 5 })
    const ids: number[] = []
    for (let guest = 0; guest < 13; guest++) {
      const { body } = await book(app, event.slots[guest % 4]!.id, {
        attendeeName: `Guest ${guest}`,
        attendeeEmail: `${unique()}@mail.test`,
      })
      ids.push(await bookingNumber(app, body.id))
    }
    await drain(mailbox.url)
    await app.rows(
      `UPDATE email_notifications SET sent_at = sent_at - interval '5 minutes', next_attempt_at = now()
       WHERE company_id = $1 AND audience = 'staff'`,
      [host.companyId],
    )
    await drain(mailbox.url)
    await mailbox.close()
    const digests = (await list(host, 'kind=notice')).filter(({ subject }) => /updates/.test(subject ?? ''))
    expect(digests).toHaveLength(1)
    const [digest] = digests
    for (const id of ids.slice(10))
      expect((await list(host, `bookingId=${id}`)).map(({ id }) => id)).toContain(digest!.id)
    expect((await read(host, digest!.id)).text).toContain('Guest 12')
    await host.call('POST', '/api/erasures', { bookingId: ids[12] })
    expect(await read(host, digest!.id)).toMatchObject({ body: null, text: null })
  })
})

describe('the list', () => {
  test('filters by state, kind and recipient, counts, and continues from each page', async () => {
    const host = await makeCompany(app)
    const refused = `${unique('refused')}@gone.test`
    const mailbox = await openMailbox({
      refuse: (to) => (to === refused ? smtpReply(550, '5.1.1 User unknown') : null),
    })
    const event = await makeEvent(host, { contactEmail: '', maxBookingsPerSlot: 5 })
    const bookAs = (attendeeEmail: string, slot = 0) =>
      book(app, event.slots[slot]!.id, { attendeeName: 'Grace Okafor', attendeeEmail })
    const sent = `${unique('zora')}@lind-mail.test`
    await bookAs(sent)
    const failed = await bookAs(refused)
    await drain(mailbox.url)
    const waiting = `${unique('late')}@mail.test`
    await bookAs(waiting, 1)
    const dropped = await bookAs(`${unique('drop')}@mail.test`, 2)
    await app.call('GET', `/api/bookings/${dropped.body.id}/cancel`)
    const typesOf = async (query: string) => (await list(host, query)).map(({ emailType }) => emailType)

    expect(await typesOf('state=sent')).toEqual(['booking_notice', 'booking_notice', 'booking_confirmation'])
    const [failure] = await list(host, 'state=failed')
    expect(failure).toMatchObject({
      toEmail: refused,
      status: 'failed',
      failure: 'unknownAddress',
      needsAttention: true,
      retriedUntil: null,
    })
    expect(await list(host, 'state=attention')).toEqual([failure])
    expect((await list(host, 'state=waiting&kind=confirmation')).map(({ toEmail }) => toEmail)).toContain(
      waiting,
    )
    for (const q of [sent, 'zora', 'lind-mail.test', 'LIND-MAIL'])
      expect(
        (await list(host, `q=${encodeURIComponent(q)}`)).map(({ toEmail }) => toEmail),
        q,
      ).toEqual([sent])
    expect((await list(host, `q=${waiting}`)).map(({ status }) => status)).toEqual(['pending'])
    expect(await list(host, 'q=nobody')).toEqual([])

    const whole = await host.call('GET', '/api/emails')
    const ids = whole.body.map(({ id }: ListedEmail) => id)
    expect(whole.headers['x-total-count']).toBe('10')
    expect(ids).toEqual(ids.toSorted((one: number, other: number) => other - one))
    const paged: number[] = []
    for (let url = '/api/emails?limit=3'; url; ) {
      const { body, headers } = await host.call('GET', url)
      paged.push(...body.map(({ id }: ListedEmail) => id))
      url = /^<(.+)>; rel="next"$/.exec(String(headers.link ?? ''))?.[1] ?? ''
    }
    expect(paged).toEqual(ids)

    await drain(mailbox.url)
    await mailbox.close()
    expect(await typesOf('state=skipped')).toEqual(['booking_notice', 'booking_confirmation'])
    expect(await list(host, 'state=waiting')).toEqual([])
    const customer = await makeCustomer(host, { email: refused.toUpperCase() })
    expect((await list(host, `customerId=${customer.id}`)).map(({ attendeeName }) => attendeeName)).toEqual(
      Array(2).fill('Grace Okafor'),
    )
    expect(await read(host, failure!.id)).toMatchObject({ customerId: customer.id })
    expect(failed.status).toBe(201)
  })

  test('shows bookings’ emails to every role, those of accounts to admins, and a co-host what guests got', async () => {
    const mailbox = await openMailbox()
    const owner = await makeCompany(app)
    const { event, id } = await makeBooking(owner)
    const other = await makeBooking(owner)
    await app.call('POST', '/api/password/forgot', { email: owner.email })
    await drain(mailbox.url)
    await mailbox.close()
    const all = await list(owner)
    const reset = all.find(({ emailType }) => emailType === 'password_reset')!
    const viewer = await makeUser(app, owner.companyId, 'view only')
    expect((await list(viewer)).map(({ id }) => id)).toEqual(
      all.filter((email) => email !== reset).map(({ id }) => id),
    )
    expect((await read(owner, reset.id)).text).toContain('Set a new password')

    const coHost = await makeCoHost(app, event)
    expect(await list(coHost)).toEqual([])
    const seen = await list(coHost, `bookingId=${id}`)
    expect(seen.map(({ emailType }) => emailType)).toEqual(['booking_confirmation'])
    expect((await read(coHost, seen[0]!.id)).text).toContain('Grace')
    expect((await coHost.call('GET', `/api/emails?bookingId=${other.id}`)).status).toBe(404)
    const statusesFor = async (user: Pick<TestUser, 'call'>, emailId: number) => [
      (await user.call('GET', `/api/emails/${emailId}`)).status,
      (await user.call('GET', paths.emailBody(emailId))).status,
    ]
    expect(await statusesFor(coHost, seen[0]!.id)).toEqual([200, 200])
    for (const email of all.filter(({ id }) => id !== seen[0]!.id))
      expect(await statusesFor(coHost, email.id)).toEqual([404, 404])
    expect(await statusesFor(viewer, reset.id)).toEqual([404, 404])
    expect(await statusesFor(await makeCompany(app), seen[0]!.id)).toEqual([404, 404])
    expect(await statusesFor(app, seen[0]!.id)).toEqual([401, 401])
  })
})

test('an email about an erased guest keeps its row and nothing about them', async () => {
  const mailbox = await openMailbox()
  const host = await makeCompany(app)
  const questions = [formField({ id: 'who', label: 'Who comes with you?' })]
  const { id, guest, event } = await makeBooking(host, { questions })
  const friend = await book(app, event.slots[1]!.id, {
    attendeeName: 'Nora Lind',
    attendeeEmail: `${unique('nora')}@mail.test`,
    questionsVersion: 1,
    answers: { who: `my friend ${guest}` },
  })
  expect(friend.status).toBe(201)
  await drain(mailbox.url)
  await mailbox.close()
  const ids = (await list(host)).map(({ id }) => id)
  const traces = async () =>
    app.rows('SELECT id FROM emails WHERE company_id = $1 AND emails::text ILIKE $2', [
      host.companyId,
      `%${guest}%`,
    ])
  expect(await traces()).toHaveLength(3)
  const [ofFriend] = await toGuest(host, await bookingNumber(app, friend.body.id))

  const customer = await makeCustomer(host, { email: guest })
  const data = await host.call('GET', `/api/people/data?customerId=${customer.id}`)
  expect(data.body.emails).toEqual([
    expect.objectContaining({ to: guest, text: expect.stringContaining('[private link]') }),
  ])
  await host.call('POST', '/api/erasures', { bookingId: id })
  expect(await traces()).toEqual([])
  expect((await list(host, 'kind=confirmation')).map(({ toEmail }) => toEmail === null)).toEqual([
    false,
    true,
  ])
  expect((await list(host)).map(({ id }) => id)).toEqual(expect.arrayContaining(ids))
  expect((await read(host, ofFriend!.id)).text).toContain('Nora')
})
