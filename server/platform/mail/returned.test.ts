import type { Email } from '@trunkshow/contract/emails/schema.ts'
import { expect, onTestFinished, test } from 'vitest'
import { bookingEmails } from '../../bookings/emails.ts'
import { startTestApp, unique } from '../../test/app.ts'
import { book, makeCompany, makeEvent } from '../../test/factories.ts'
import { openMailbox } from '../../test/mail/mailbox.ts'
import { sendDue } from '../../test/mail/sent-mails.ts'
import { openImapMailbox } from '../../test/processes/imap-mailbox.ts'
import { databaseOf } from '../db/transaction.ts'
import { collectReturned, readReport } from './collect-returned.ts'
import { nameMessage, readMessageId } from './transport.ts'

const app = startTestApp({ MAIL_FROM: 'Trunkshow <shows@trunkshow.test>', SMTP_URL: 'smtp://mail.test' })

interface Report {
  id?: number
  emailType?: string
  /** Instead of ours. */
  messageId?: string
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
Message-ID: ${given.messageId ?? `<${nameMessage(app.config, { id, emailType })}@mail.test>`}

Hi

--E1ED7184537.1795470688/mail.test--
`.replaceAll('\n', '\r\n')
}

test('a report of a failed delivery names the email, its recipient and the reason', () => {
  expect(readReport(app.config, report())).toEqual({
    id: 77,
    emailType: 'booking_confirmation',
    addresses: ['nobody@mail.test', 'nobody@mail.test'],
    failure: 'unknownAddress',
    message: '550 5.1.1 <nobody@mail.test>: no such user',
  })
})

test('a report that names the recipient in Unicode names the stored address', () => {
  // RFC 6533, section 3
  const { addresses } = readReport(app.config, report({ recipient: 'Tom@MÜNCHEN.test' }))!
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
  expect(readReport(app.config, report(given))).toMatchObject({ failure })
})

test.each([
  ['a delay', { action: 'delayed' }],
  ['a success', { action: 'delivered' }],
  ['an email of another program', { messageId: '<other-77@mail.test>' }],
  ['an email without a signature', { messageId: '<mail-77-booking_confirmation@mail.test>' }],
])('%s is not a failed delivery', (_, given) => expect(readReport(app.config, report(given))).toBeNull())

test('a reply that quotes a report is not a report', () => {
  const quoted = report().replace('multipart/report; report-type=delivery-status', 'text/plain')
  expect(readReport(app.config, quoted)).toBeNull()
})

test('a signature is of one email, one type, and one installation', () => {
  const name = nameMessage(app.config, { id: 77, emailType: 'waitlist_offer' })
  const read = (token: string, config = app.config) => readMessageId(config, `<${token}@mail.test>`)
  expect(read(name)).toEqual({ id: 77, emailType: 'waitlist_offer' })
  const wrong = [
    name.replace('77', '78'),
    name.replace('waitlist_offer', 'booking_confirmation'),
    name.replace(/.$/, (last) => (last === '0' ? '1' : '0')),
    name.slice(0, -1),
    `${name}0`,
    name.toUpperCase(),
  ]
  expect(wrong.map((token) => read(token))).toEqual(wrong.map(() => null))
  expect(read(name, { ...app.config, appSecret: 'another secret of 16 or more' })).toBeNull()
})

test('a report of the maximum length, or of nothing but nested parts, is read at once', () => {
  const deep = Array.from(
    { length: 4000 },
    (_, at) => `--b${at}\r\nContent-Type: multipart/mixed; boundary=b${at}\r\n\r\n`,
  )
  const ids = 'Message-ID: <mail-1-a-b@c>\r\n'.repeat(5000)
  for (const filler of [
    deep.join(''),
    ids,
    '\n'.repeat(150_000),
    `\n${' '.repeat(150_000)}`,
    'message-id:\n'.repeat(12_000),
  ])
    expect(readReport(app.config, report().replace("I'm sorry", filler))).toMatchObject({ id: 77 })
})

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
    report({ id: id + 1, recipient: guest }),
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

test('reports that guess the number, the type and the recipient of an email change nothing', async () => {
  const { guest, id, read } = await sendConfirmation()
  const guesses = Array.from({ length: 12 }, (_, at) =>
    report({ recipient: guest, messageId: `<mail-${id - at}-booking_confirmation@mail.test>` }),
  )
  const { mailbox, run } = await collect(guesses)
  expect(await run()).toBe(0)
  expect(await read()).toMatchObject({ status: 'sent' })
  expect([...mailbox.seen]).toEqual([])
})

/** Reports of emails that are not ours. */
const foreign = (count: number) =>
  Array.from({ length: count }, (_, at) => report({ messageId: `<other-${at}@mail.test>` }))

test('reports of other emails hide none of ours: each run continues after the one before', async () => {
  const { guest, id, read } = await sendConfirmation()
  const others = foreign(700)
  const { mailbox, run } = await collect([report({ id, recipient: guest }), ...others])
  expect(await run()).toBe(1)
  expect(mailbox.fetched).toHaveLength(500)
  expect(await run()).toBe(0)
  expect(mailbox.fetched.slice(500)).toEqual(Array.from({ length: 201 }, (_, at) => 501 + at))
  expect(await run()).toBe(0)
  expect(mailbox.fetched).toHaveLength(701)
  expect(await read()).toMatchObject({ status: 'failed' })
})

test('ours behind them gets its turn, even if someone opened it', async () => {
  const { guest, id, read } = await sendConfirmation()
  const { mailbox, run } = await collect([...foreign(1100), report({ id, recipient: guest })])
  mailbox.seen.add(1101)
  expect([await run(), await run()]).toEqual([0, 0])
  expect(await read()).toMatchObject({ status: 'sent' })
  expect(await run()).toBe(1)
  expect(await read()).toMatchObject({ status: 'failed' })
})

test('a recreated mailbox is read from its beginning', async () => {
  const { guest, id, read } = await sendConfirmation()
  const { mailbox, run } = await collect(foreign(20))
  expect(await run()).toBe(0)
  mailbox.messages = [report({ id, recipient: guest })]
  expect(await run()).toBe(0)
  expect(await read()).toMatchObject({ status: 'sent' })
  mailbox.uidValidity++
  expect(await run()).toBe(1)
  expect(await read()).toMatchObject({ status: 'failed' })
})

test('a message that cannot be read is tried once, and those after it are read', async () => {
  const { guest, id, read } = await sendConfirmation()
  const bad = report({ id, recipient: guest, diagnostic: 'smtp; 550 \0 no' }).replace(
    'Action',
    '\0\xff\0Action',
  )
  const { mailbox, run } = await collect([bad, 'gone', report({ id, recipient: guest })])
  mailbox.breaksAt = 1
  await expect(run()).rejects.toThrow()
  expect(await read()).toMatchObject({ status: 'sent' })
  expect(await run()).toBe(1)
  expect(await read()).toMatchObject({ status: 'failed' })
  expect(mailbox.fetched).toEqual([1, 3])
})

test('a reply with characters that the database refuses is stored without them', async () => {
  const { guest, id, read } = await sendConfirmation()
  const { run } = await collect([report({ id, recipient: guest, diagnostic: 'smtp; 550 5.1.1 no\0body' })])
  expect(await run()).toBe(1)
  expect(await read()).toMatchObject({ status: 'failed', errorMessage: '550 5.1.1 nobody' })
})

test('a mailbox that must be encrypted and is not gets no password', async () => {
  const { mailbox } = await collect([])
  const config = { ...app.config, imapUrl: `${mailbox.url}?tls=required` }
  const run = collectReturned({ config, db: databaseOf(app.pool) }, new AbortController().signal)
  await expect(run).rejects.toThrow('Server does not support STARTTLS')
  expect(mailbox.commands.length).toBeGreaterThan(0)
  expect(mailbox.commands.filter((command) => /LOGIN|AUTHENTICATE|secret/.test(command))).toEqual([])
})

test('a mailbox that rejects the login fails the job, which reports it', async () => {
  const { mailbox } = await collect([])
  const config = { ...app.config, imapUrl: mailbox.url.replace('shows', 'nobody') }
  const run = collectReturned({ config, db: databaseOf(app.pool) }, new AbortController().signal)
  await expect(run).rejects.toThrow('Unknown user')
})
