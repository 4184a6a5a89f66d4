import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { expect, onTestFinished, test } from 'vitest'
import { emailWriters } from '../email-writers.ts'
import { databaseOf } from '../platform/db/transaction.ts'
import { exportPerson } from '../privacy/export-person.ts'
import { startTestApp, unique } from '../test/app.ts'
import {
  book,
  bookingNumber,
  dayAhead,
  makeCoHost,
  makeCompany,
  makeEvent,
  makeUser,
} from '../test/factories.ts'
import { openMailbox } from '../test/mail/mailbox.ts'
import { sendDue } from '../test/mail/sent-mails.ts'

const app = startTestApp({
  MAIL_FROM: 'Trunkshow <shows@trunkshow.test>',
  PUBLIC_URL: 'http://shows.test',
  SMTP_URL: 'smtp://mail.test',
})

const message = {
  subject: 'A new door',
  text: 'Please ring at 12 Mercer Street.\n\nThe <b>rest</b> stays:\nwww.vale.test',
}

/** A show of two days with a guest on each, and one of them on both. */
async function makeShow(changes: Record<string, unknown> = {}) {
  const host = await makeCompany(app)
  const days = { eventDate: dayAhead(20), endDate: dayAhead(21), isMultiDay: true }
  const event = await makeEvent(host, {
    ...days,
    contactEmail: host.email,
    maxBookingsPerSlot: 5,
    ...changes,
  })
  const [ann, bea] = [`${unique('ann')}@mail.test`, `${unique('bea')}@mail.test`]
  const first = event.slots[0]!
  const last = event.slots.at(-1)!
  const bookFor = async (slotId: number, attendeeName: string, attendeeEmail: string) =>
    bookingNumber(app, (await book(app, slotId, { attendeeName, attendeeEmail })).body.id)
  const ids = {
    annFirst: await bookFor(first.id, 'Ann Ito', ann),
    annLast: await bookFor(last.id, 'Ann Ito', ann.toUpperCase()),
    beaLast: await bookFor(last.id, 'Bea Hart', bea),
  }
  await app.rows(`UPDATE email_notifications SET status = 'skipped' WHERE company_id = $1`, [host.companyId])
  const url = `/api/events/${event.id}/messages`
  const send = (body: object = message, key = unique('key')) =>
    host.call('POST', url, body, { 'idempotency-key': key })
  return { host, event, ann, bea, ids, days, first, last, url, send }
}

async function deliver() {
  const mailbox = await openMailbox()
  onTestFinished(mailbox.close)
  await sendDue(app, emailWriters, mailbox.url)
  return mailbox
}

test('a message goes once to each address, with all appointments it is about, and is answered to the contact', async () => {
  const { host, event, ann, bea, ids, send } = await makeShow()
  const count = await host.call('GET', `/api/events/${event.id}/guests`)
  expect(count.body).toMatchObject({ guests: 2, withoutEmail: 0, waitsFor: 'budget' })
  expect((await send()).body).toEqual({ guests: 2 })
  const mailbox = await deliver()
  const [toAnn, ...more] = mailbox.to(ann)
  expect(more).toEqual([])
  expect(mailbox.to(bea)).toHaveLength(1)
  expect(toAnn).toMatchObject({ subject: 'A new door', replyTo: [{ address: host.email }] })
  expect(toAnn!.text).toContain('Hi Ann Ito')
  expect(toAnn!.text).toContain('The <b>rest</b> stays:\nwww.vale.test')
  expect(toAnn!.html).not.toContain('<b>')
  expect(toAnn!.text!.match(/shows\.test\/booking\//g)).toHaveLength(2)
  const { body: listed } = await host.call('GET', `/api/emails?bookingId=${ids.annFirst}&kind=message`)
  expect(listed).toMatchObject([{ emailType: 'guest_message', status: 'sent', attendeeName: 'Ann Ito' }])
  const [logged] = (await host.call('GET', '/api/activity')).body as { activity: string; changes: object[] }[]
  expect(logged).toMatchObject({ activity: 'event.emailed' })
  expect(logged!.changes).toEqual([
    { field: 'subject', from: null, to: 'A new door' },
    { field: 'guests', from: null, to: '2' },
  ])
})

test('a day, canceled bookings, and those who left', async () => {
  const { host, event, bea, ids, days, first, send } = await makeShow()
  await host.call('POST', `/api/timeslots/${event.slots[1]!.id}/bookings`, { attendeeName: 'Walk-in' })
  const count = async (query = '') =>
    (await host.call('GET', `/api/events/${event.id}/guests?${query}`)).body as {
      guests: number
      withoutEmail: number
    }
  expect(await count()).toMatchObject({ guests: 2, withoutEmail: 1 })
  expect(await count(`date=${days.eventDate}`)).toMatchObject({ guests: 1 })
  await host.call('PATCH', `/api/bookings/${ids.annLast}/cancel`)
  expect(await count(`date=${days.endDate}`)).toMatchObject({ guests: 1 })
  await app.rows(`UPDATE time_slots SET slot_date = '2026-01-05' WHERE id = $1`, [first.id])
  expect(await count()).toMatchObject({ guests: 1 })
  expect(await count('includesPast=true')).toMatchObject({ guests: 2 })
  await app.rows(`UPDATE email_notifications SET status = 'skipped' WHERE company_id = $1`, [host.companyId])
  expect((await send({ ...message, date: days.eventDate })).status).toBe(409)
  expect((await send({ ...message, includesPast: true })).body).toEqual({ guests: 2 })
  // Canceled after the press: not sent.
  await host.call('PATCH', `/api/bookings/${ids.beaLast}/cancel`)
  const mailbox = await deliver()
  expect(mailbox.to(bea).map(({ subject }) => subject)).not.toContain('A new door')
  const sent = mailbox.mails.filter(({ subject }) => subject === 'A new door')
  expect(sent).toHaveLength(1)
})

test('two presses at once, and a repeat after it was sent, send once', async () => {
  const { host, event, ann, send, url } = await makeShow()
  const key = unique('key')
  const answers = await Promise.all([1, 2, 3].map(() => send(message, key)))
  expect(answers.map(({ status, body }) => [status, body])).toEqual(Array(3).fill([201, { guests: 2 }]))
  const mailbox = await deliver()
  expect((await send(message, key)).body).toEqual({ guests: 2 })
  await sendDue(app, emailWriters, mailbox.url)
  expect(mailbox.to(ann)).toHaveLength(1)
  const other = await send({ ...message, text: 'Another' }, key)
  expect([other.status, other.body.code]).toEqual([422, 'key_reused'])
  const rows = await app.rows('SELECT id FROM guest_messages WHERE event_id = $1', [event.id])
  expect(rows).toHaveLength(1)
  for (const user of [await makeUser(app, host.companyId, 'view only'), await makeCompany(app)])
    expect((await user.call('POST', url, message)).status).toBeGreaterThanOrEqual(403)
  const coHost = await makeCoHost(app, event)
  expect((await coHost.call('POST', url, message)).body).toEqual({ guests: 2 })
})

test('a lease that ends after the email was sent does not send it again', async () => {
  const { host, ann, send } = await makeShow()
  await send()
  const mailbox = await deliver()
  await app.rows(
    `UPDATE email_notifications SET next_attempt_at = now() - interval '1 hour' WHERE company_id = $1 AND status = 'sent'`,
    [host.companyId],
  )
  await sendDue(app, emailWriters, mailbox.url)
  expect(mailbox.to(ann)).toHaveLength(1)
})

test('what exceeds the budget waits, says so, and lets confirmations pass', async () => {
  const { host, event, send } = await makeShow()
  app.config.emailBudgetPerDay = 2
  onTestFinished(() => {
    app.config.emailBudgetPerDay = 2000
  })
  await app.rows(
    `INSERT INTO email_notifications (company_id, email_type, audience, status, sent_at)
     VALUES ($1, 'booking_reminder', 'reminder', 'sent', now())`,
    [host.companyId],
  )
  expect((await host.call('GET', `/api/events/${event.id}/guests`)).body).toMatchObject({
    guests: 2,
    sendsNow: 1,
  })
  await send()
  await deliver()
  const { body } = await host.call('GET', '/api/emails?kind=message')
  expect((body as ListedEmail[]).map(({ status, waitsFor }) => [status, waitsFor]).toSorted()).toEqual([
    ['sent', null],
    ['waiting', 'budget'],
  ])
})

test('a failed one is sent again with the same text', async () => {
  const { host, bea, ids, send } = await makeShow()
  await send()
  await app.rows(
    `UPDATE email_notifications SET status = 'failed' WHERE booking_id = $1 AND email_type = 'guest_message'`,
    [ids.beaLast],
  )
  await app.rows(
    `INSERT INTO emails (id, company_id, booking_id, email_type, status, failure)
     SELECT id, company_id, booking_id, email_type, 'failed', 'mailboxFull' FROM email_notifications
     WHERE booking_id = $1 AND email_type = 'guest_message'`,
    [ids.beaLast],
  )
  const { body } = await host.call('GET', `/api/emails?bookingId=${ids.beaLast}&kind=message`)
  expect(body).toMatchObject([{ status: 'failed', needsAttention: true }])
  expect((await host.call('POST', `/api/emails/${body[0].id}/resend`, {})).status).toBe(201)
  const mailbox = await deliver()
  expect(mailbox.to(bea)).toMatchObject([
    { subject: 'A new door', text: expect.stringContaining('Please ring') },
  ])
})

test('a test goes to its writer alone, and neither it nor the preview has a guest’s link', async () => {
  const { host, event, ann, url } = await makeShow()
  expect((await host.call('POST', `${url}/test`, message)).body).toEqual({ toEmail: host.email })
  const mailbox = await deliver()
  const [mail] = mailbox.to(host.email)
  expect(mail).toMatchObject({ subject: 'Test: A new door' })
  expect(mailbox.to(ann)).toEqual([])
  const form = new URLSearchParams(message).toString()
  const shown = await host.call('POST', paths.messagePreview(event.id), form, {
    'content-type': 'application/x-www-form-urlencoded',
  })
  expect(shown.status).toBe(200)
  for (const text of [mail!.html!, shown.text]) {
    expect(text).toContain('Please ring at 12 Mercer Street.')
    expect(text).not.toContain('/booking/')
  }
  expect(shown.text).toContain('&lt;b&gt;rest')
  await app.rows('UPDATE users SET email_confirmed_at = NULL WHERE id = $1', [host.id])
  const refused = await host.call('POST', `${url}/test`, message)
  expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('confirm it')])
})

test('a guest who is erased takes the message about them along, and gets a copy of theirs before', async () => {
  const { host, bea, ids, send } = await makeShow()
  await send({ subject: `For ${bea}`, text: `Say hello to ${bea}.` })
  await deliver()
  const data = await exportPerson({ db: databaseOf(app.pool), actor: host }, { emails: [bea] })
  expect(data.emails).toMatchObject([
    { to: bea, subject: `For ${bea}`, text: expect.stringContaining('Say hello') },
  ])
  expect((await host.call('POST', '/api/erasures', { bookingId: ids.beaLast })).status).toBe(200)
  const left = await app.rows(
    `SELECT subject || coalesce(text, '') AS said FROM emails WHERE company_id = $1
     UNION ALL SELECT subject || text FROM guest_messages WHERE company_id = $1`,
    [host.companyId],
  )
  expect(JSON.stringify(left)).not.toContain(bea)
})
