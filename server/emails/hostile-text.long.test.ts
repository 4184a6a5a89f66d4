import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import ICAL from 'ical.js'
import { expect, test } from 'vitest'
import { bookingEmails } from '../bookings/emails.ts'
import { privacyEmails } from '../privacy/emails.ts'
import { startTestApp, unique } from '../test/app.ts'
import { book, formField, makeCompany, makeEvent } from '../test/factories.ts'
import { sendEveryKind } from '../test/mail/every-email.ts'
import { openMailbox, type ReceivedMail } from '../test/mail/mailbox.ts'
import { sendDue } from '../test/mail/sent-mails.ts'

const app = startTestApp({ MAIL_FROM: 'Trunkshow <shows@trunkshow.test>', PUBLIC_URL: 'http://shows.test' })

const drain = (smtpUrl: string) => sendDue(app, { ...bookingEmails, ...privacyEmails }, smtpUrl)

const bookingKinds: EmailType[] = [
  'booking_confirmation',
  'booking_rescheduled',
  'booking_party_changed',
  'booking_cancelled',
  'booking_notice',
  'booking_rescheduled_notice',
  'booking_party_changed_notice',
  'booking_cancelled_notice',
  'guest_data',
]

/** Sends every email type, and a digest, with a text wherever a guest or host types one, cut to the fields' limits. */
async function sendAll(text: string): Promise<ReceivedMail[]> {
  const mailbox = await openMailbox()
  const host = await makeCompany(app)
  const guest = `${unique('guest')}@mail.test`
  const short = text.slice(0, 90)
  const event = await makeEvent(host, {
    name: short,
    hostName: short,
    location: short,
    contactEmail: '',
    maxBookingsPerSlot: 5,
    maxPartySize: 3,
    phoneQuestion: 'optional',
    questions: [formField({ id: 'wishes', label: `Wishes ${short}`, type: 'textarea' })],
  })
  const bookWith = async (typed: string, slot: number) =>
    book(app, event.slots[slot]!.id, {
      attendeeName: typed,
      attendeeEmail: guest,
      phone: typed.slice(0, 30),
      answers: { wishes: typed },
    })
  const whole = await bookWith(text, 0)
  expect(whole.status).toBe(text.length > 5000 ? 400 : 201)
  const { body } = whole.status === 201 ? whole : await bookWith(short, 0)
  await drain(mailbox.url)
  const manage = `/api/bookings/manage/${body.id}/reschedule`
  for (const change of [
    { newTimeSlotId: event.slots[1]!.id },
    { newTimeSlotId: event.slots[1]!.id, partySize: 2 },
  ]) {
    expect((await app.call('POST', manage, change)).status).toBe(200)
    await drain(mailbox.url)
  }
  await app.call('POST', `/booking/${body.id}/data`)
  await drain(mailbox.url)
  expect((await app.call('GET', `/api/bookings/${body.id}/cancel`)).status).toBe(200)
  await drain(mailbox.url)

  const alerts = { ownActions: false, toMe: true }
  await host.call('PUT', '/api/company/notices', { ...alerts, schedule: 'daily' })
  for (const slot of [0, 2]) expect((await bookWith(short, slot)).status).toBe(201)
  await drain(mailbox.url)
  await host.call('PUT', '/api/company/notices', { ...alerts, schedule: 'now' })
  await drain(mailbox.url)
  await mailbox.close()
  const kinds = await app.rows<{ kind: string }>(
    `SELECT DISTINCT email_type AS kind FROM emails WHERE company_id = $1 AND status = 'sent'`,
    [host.companyId],
  )
  expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(bookingKinds))
  expect(mailbox.mails).toContainEqual(
    expect.objectContaining({ subject: expect.stringMatching(/^2 booking updates/) }),
  )
  const allowed = [guest, host.email]
  expect(mailbox.mails.filter(({ recipients }) => !allowed.includes(recipients[0]!))).toEqual([])
  return mailbox.mails
}

test.each([
  ['markup', '<img src=x onerror="alert(1)"><script>alert(1)</script><a href="javascript:alert(1)">'],
  ['line breaks', 'Eve\r\nBcc: all@mail.test\r\n\r\nBEGIN:VEVENT\nATTENDEE:all@mail.test'],
  ['a header', 'Bcc: all@mail.test'],
  ['a template', '{{7*7}} <%= 7*7 %> #{7*7}'],
  ['marks of direction', 'Eve \u202Egnp.exe\u202C \u2066live\u2069'],
  ['10,000 characters', 'Eve '.repeat(2500)],
])('%s is text in every email, or refused', async (_, text) => {
  const aboutBookings = await sendAll(text)
  const { mails } = await sendEveryKind(app, text.slice(0, 90))
  for (const mail of [...aboutBookings, ...mails.values()]) {
    expect(mail.recipients).toHaveLength(1)
    expect(mail.to).toHaveLength(1)
    const keys = mail.headers.map(({ key }) => key)
    expect(keys.filter((key) => ['bcc', 'cc'].includes(key))).toEqual([])
    for (const once of ['from', 'to', 'subject', 'message-id', 'date'])
      expect(keys.filter((key) => key === once)).toHaveLength(1)
    expect(mail.subject).not.toMatch(/[\p{Cc}\u202a-\u202e\u2066-\u2069]/u)
    expect(mail.html).not.toMatch(/<(script|img)\b|href="javascript:/i)
    if (text.startsWith('{{') && aboutBookings.includes(mail))
      expect(`${mail.html} ${mail.subject}`).toContain('{{7*7}}')
    expect(mail.text).not.toMatch(/\b49\b/)
    for (const { mimeType, content } of mail.attachments) {
      if (mimeType === 'application/pdf') {
        // A receipt shows its texts: it runs and opens nothing.
        const pdf = Buffer.from(content as ArrayBuffer).toString('latin1')
        expect(pdf).toMatch(/^%PDF-/)
        expect(pdf).not.toMatch(/\/(JavaScript|JS|OpenAction|Launch|URI)\b/)
        continue
      }
      expect(mimeType).toMatch(/calendar|ics/)
      const calendar = new ICAL.Component(ICAL.parse(new TextDecoder().decode(content as ArrayBuffer)))
      expect(calendar.getAllSubcomponents('vevent')).toHaveLength(1)
      expect(calendar.getFirstSubcomponent('vevent')!.getAllProperties('attendee').length).toBeLessThan(2)
    }
  }
})
