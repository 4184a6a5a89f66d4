import type { Email } from '@trunkshow/contract/emails/schema.ts'
import { expect, onTestFinished, test } from 'vitest'
import { bookingEmails } from '../../bookings/emails.ts'
import { databaseOf } from '../../db/transaction.ts'
import { startTestApp, unique } from '../../test/app.ts'
import { book, makeCompany, makeEvent } from '../../test/factories.ts'
import { openMailbox } from '../../test/mail/mailbox.ts'
import { sendDue } from '../../test/mail/send-due.ts'
import { openImapMailbox } from '../../test/processes/imap-mailbox.ts'
import { collectReturned } from './collect-returned.ts'
import { readReport } from './read-report.ts'

const app = startTestApp({ MAIL_FROM: 'Trunkshow <shows@trunkshow.test>', SMTP_URL: 'smtp://mail.test' })

interface Report {
  id?: number
  emailType?: string
  recipient?: string
  original?: string
  action?: string
  status?: string
  diagnostic?: string
}

/** A report in the form that Postfix 3.7 gave one of our emails. */
function report(given: Report = {}): string {
  const { id = 77, emailType = 'booking_confirmation', recipient = 'nobody@mail.test' } = given
  const {
    action = 'failed',
    status = '5.1.1',
    diagnostic = 'smtp; 550 5.1.1 <nobody@mail.test>: no such user',
  } = given
  return `Return-Path: <>
From: Mail Delivery System <MAILER-DAEMON@mail.test>
Subject: Undelivered Mail Returned to Sender
Auto-Submitted: auto-replied
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status;
	boundary="E1ED7184537.1795470688/mail.test"
Message-Id: <20261123215128.E664C184875@mail.test>

--E1ED7184537.1795470688/mail.test
Content-Description: Notification
Content-Type: text/plain; charset=utf-8

I'm sorry to have to inform you that your message could not be delivered.

--E1ED7184537.1795470688/mail.test
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.test
Arrival-Date: Mon, 23 Nov 2026 21:51:28 +0000 (UTC)

Final-Recipient: rfc822; ${recipient}
Original-Recipient: rfc822;${given.original ?? recipient}
Action: ${action}
Status: ${status}
Diagnostic-Code: ${diagnostic}

--E1ED7184537.1795470688/mail.test
Content-Type: message/rfc822

From: Shop <shows@mail.test>
To: ${recipient}
Message-ID: <mail-${id}-${emailType}@mail.test>

Hi

--E1ED7184537.1795470688/mail.test--
`.replaceAll('\n', '\r\n')
}

test('a report of a failed delivery names the email, its recipient and the reason', () => {
  expect(readReport(report())).toEqual({
    id: 77,
    emailType: 'booking_confirmation',
    addresses: ['nobody@mail.test', 'nobody@mail.test'],
    failure: 'unknownAddress',
    message: '550 5.1.1 <nobody@mail.test>: no such user',
  })
})

test('a report that names the recipient in Unicode names the stored address', () => {
  // RFC 6533, section 3
  const { addresses } = readReport(report({ recipient: 'Tom@MÜNCHEN.test' }))!
  expect(addresses).toEqual(['tom@xn--mnchen-3ya.test', 'tom@xn--mnchen-3ya.test'])
})

test.each([
  [
    'folded by the server',
    { diagnostic: 'smtp; 552 5.2.2 The mailbox\n    is over its quota' },
    'mailboxFull',
  ],
  [
    'only in words of the server',
    { status: '5.2.0', diagnostic: 'X-Postfix; cannot write' },
    'refusedAddress',
  ],
  ['without a reply', { status: '5.1.2', diagnostic: '' }, 'unknownDomain'],
  ['given up after days of the same reply', { status: '4.4.1', diagnostic: '' }, 'unreachableMailbox'],
  [
    'which was only asked to wait',
    { status: '4.7.1', diagnostic: 'smtp; 451 4.7.1 Greylisted' },
    'refusedAddress',
  ],
])('a reason %s', (_, given, failure) => {
  expect(readReport(report(given))).toMatchObject({ failure })
})

test.each([
  ['a delay', report({ action: 'delayed' })],
  ['a success', report({ action: 'delivered' })],
  ['an email of another program', report({ id: 0 }).replace('<mail-0-', '<other-')],
  [
    'a reply that quotes a report',
    report().replace('multipart/report; report-type=delivery-status', 'text/plain'),
  ],
])('%s is not a failed delivery', (_, source) => expect(readReport(source)).toBeNull())

async function sendConfirmation() {
  const owner = await makeCompany(app)
  const event = await makeEvent(owner)
  const guest = `${unique('guest')}@mail.test`
  await book(app, event.slots[0]!.id, { attendeeEmail: guest.toUpperCase() })
  const mailbox = await openMailbox()
  onTestFinished(mailbox.close)
  const send = () => sendDue(app, bookingEmails, mailbox.url)
  await send()
  const { body } = await owner.call('GET', '/api/emails?kind=confirmation')
  expect(body).toMatchObject([{ status: 'sent', needsAttention: false }])
  const read = async (): Promise<Email> => (await owner.call('GET', `/api/emails/${body[0].id}`)).body
  return { owner, guest, id: body[0].id as number, read, send }
}

async function collect(messages: string[]) {
  const mailbox = await openImapMailbox(messages)
  onTestFinished(mailbox.close)
  const config = { ...app.config, imapUrl: mailbox.url }
  const run = () => collectReturned({ config, db: databaseOf(app.pool) }, new AbortController().signal)
  return { mailbox, run }
}

test('an email that came back has failed, asks for attention, and is read once', async () => {
  const { guest, id, read } = await sendConfirmation()
  const { mailbox, run } = await collect([
    'Subject: Hello\r\n\r\nIs my dress ready?\r\n',
    report({ id, recipient: guest }),
    report({ id: 0, recipient: guest }),
  ])
  expect(await run()).toBe(1)
  expect(await read()).toMatchObject({
    status: 'failed',
    failure: 'unknownAddress',
    errorMessage: '550 5.1.1 <nobody@mail.test>: no such user',
    needsAttention: true,
  })
  expect([...mailbox.seen]).toEqual([2])
  expect(await run()).toBe(0)
})

test('a failure that was dealt with stays so when its report is read again', async () => {
  const { owner, guest, id, read } = await sendConfirmation()
  await (await collect([report({ id, recipient: guest })])).run()
  await owner.call('POST', `/api/emails/${id}/dismiss`)
  await (await collect([report({ id, recipient: guest })])).run()
  expect(await read()).toMatchObject({ status: 'failed', needsAttention: false })
})

test('a report that comes after a later email to the guest was sent asks for nothing', async () => {
  const { owner, guest, id, read, send } = await sendConfirmation()
  const corrected = `${unique('right')}@mail.test`
  expect((await owner.call('POST', `/api/emails/${id}/resend`, { attendeeEmail: corrected })).status).toBe(
    201,
  )
  await send()
  await (await collect([report({ id, recipient: guest })])).run()
  expect(await read()).toMatchObject({ status: 'failed', needsAttention: false })
  expect((await owner.call('GET', '/api/emails?state=attention')).body).toEqual([])
})

test('an address that forwards is known by the one the email was sent to', async () => {
  const { guest, id, read } = await sendConfirmation()
  await (await collect([report({ id, recipient: 'elsewhere@mail.test', original: guest })])).run()
  expect(await read()).toMatchObject({ status: 'failed' })
})

test.each([
  ['another recipient', { recipient: 'someone@mail.test' }],
  ['another kind', { emailType: 'booking_notice' }],
])('a report with %s changes nothing', async (_, wrong) => {
  const { guest, id, read } = await sendConfirmation()
  const { mailbox, run } = await collect([report({ id, recipient: guest, ...wrong })])
  expect(await run()).toBe(0)
  expect(await read()).toMatchObject({ status: 'sent' })
  expect([...mailbox.seen]).toEqual([])
})

test('a mailbox that rejects the login fails the job, which reports it', async () => {
  const { mailbox } = await collect([])
  const config = { ...app.config, imapUrl: mailbox.url.replace('shows', 'nobody') }
  const run = collectReturned({ config, db: databaseOf(app.pool) }, new AbortController().signal)
  await expect(run).rejects.toThrow('Unknown user')
})
