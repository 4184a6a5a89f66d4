import { type EmailType, emailTypes } from '@trunkshow/contract/emails/rules.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { expect, test } from 'vitest'
import { startTestApp, unique } from '../test/app.ts'
import {
  book,
  bookingNumber,
  makeCoHost,
  makeCompany,
  makeCustomer,
  makeEvent,
  makeUser,
} from '../test/factories.ts'

/** Who may read what is kept of an email, in every place that shows it; a type without a row fails. */
const app = startTestApp()

const columns = [
  'admin',
  'order management',
  'view only',
  'co-host',
  'co-host of another event',
  'stranger',
] as const
const read = (...by: boolean[]) => Object.fromEntries(columns.map((column, at) => [column, by[at] ?? false]))
/*                                         admin  orders view   co-host */
const readers: Record<EmailType, Record<string, boolean>> = {
  booking_confirmation: /*         */ read(true, true, true, true),
  booking_reminder: /*             */ read(true, true, true, true),
  booking_reminder_soon: /*        */ read(true, true, true, true),
  booking_rescheduled: /*          */ read(true, true, true, true),
  booking_party_changed: /*        */ read(true, true, true, true),
  booking_cancelled: /*            */ read(true, true, true, true),
  waitlist_joined: /*              */ read(true, true, true, true),
  waitlist_offer: /*               */ read(true, true, true, true),
  payment_request: /*              */ read(true, true, true, false),
  payment_receipt: /*              */ read(true, true, true, false),
  proposal: /*                     */ read(true, true, true, false),
  proposal_approved: /*            */ read(true, true, true, false),
  proposal_code: /*                */ read(true, true, true, false),
  stage_begun: /*                  */ read(true, true, true, false),
  making_news: /*                  */ read(true, true, true, false),
  stage_begun_notice: /*           */ read(true, true, true, false),
  proposal_answered: /*            */ read(true, true, true, false),
  guest_message: /*                */ read(true, true, true, true),
  guest_message_test: /*           */ read(true, true, true, false),
  booking_thanks: /*               */ read(true, true, true, false), // lists orders and their prices
  booking_notice: /*               */ read(true, true, true, false), // a digest names guests of other events
  booking_rescheduled_notice: /*   */ read(true, true, true, false),
  booking_party_changed_notice: /* */ read(true, true, true, false),
  booking_cancelled_notice: /*     */ read(true, true, true, false),
  guest_data: /*                   */ read(true, true, true, false),
  data_request_notice: /*          */ read(true, false, false, false),
  invitation: /*                   */ read(true, false, false, false),
  co_host_invitation: /*           */ read(true, false, false, false),
  email_confirmation: /*           */ read(true, false, false, false),
  contact_confirmation: /*         */ read(true, false, false, false),
  password_reset: /*               */ read(true, false, false, false),
  password_changed: /*             */ read(true, false, false, false),
  email_changed: /*                */ read(true, false, false, false),
}

/** Types about those who wait, and about a user; all others are about a booking. */
const aboutWaits = ['waitlist_joined', 'waitlist_offer']
const isAboutUser = (type: EmailType) =>
  emailTypes[type].kind === 'account' || type === 'data_request_notice' || type === 'guest_message_test'

test('each type has its row', () => {
  expect(Object.keys(readers).sort()).toEqual(Object.keys(emailTypes).sort())
})

test('every email type is read only by those in its row, wherever it is shown', async () => {
  const owner = await makeCompany(app)
  const [event, other] = [await makeEvent(owner), await makeEvent(owner)]
  const attendeeEmail = `${unique('guest')}@mail.test`
  const { body } = await book(app, event.slots[0]!.id, { attendeeEmail })
  const bookingId = await bookingNumber(app, body.id)
  const customer = await makeCustomer(owner, { email: attendeeEmail })
  const [entry] = await app.rows<{ id: number }>(
    `INSERT INTO waitlist_entries (company_id, event_id, attendee_name, attendee_email, rank)
     VALUES ($1, $2, 'Nora Lind', $3, 1) RETURNING id`,
    [owner.companyId, event.id, attendeeEmail],
  )
  const callers = {
    admin: owner,
    'order management': await makeUser(app, owner.companyId, 'order management'),
    'view only': await makeUser(app, owner.companyId, 'view only'),
    'co-host': await makeCoHost(app, event),
    'co-host of another event': await makeCoHost(app, other),
    stranger: await makeCompany(app),
  }
  const types = Object.keys(emailTypes) as EmailType[]
  const ids = new Map<EmailType, number>()
  for (const type of types) {
    const about = [
      isAboutUser(type) || aboutWaits.includes(type) ? null : bookingId,
      aboutWaits.includes(type) ? entry!.id : null,
      isAboutUser(type) ? owner.id : null,
    ]
    const [row] = await app.rows<{ id: number }>(
      `WITH queued AS (
         INSERT INTO email_notifications (company_id, email_type, audience, booking_id, waitlist_entry_id, user_id, status, sent_at)
         VALUES ($1, $2, $7, $3, $4, $5, 'sent', now()) RETURNING *
       )
       INSERT INTO emails (id, company_id, email_type, booking_id, waitlist_entry_id, user_id, to_email, subject, body, text)
       SELECT id, company_id, email_type, booking_id, waitlist_entry_id, user_id, $6, 'Subject', 'Secret', 'Secret'
       FROM queued RETURNING id`,
      [owner.companyId, type, ...about, attendeeEmail, emailTypes[type].audience],
    )
    ids.set(type, row!.id)
  }

  for (const column of columns) {
    const { call } = callers[column]
    const places = [
      '',
      `bookingId=${bookingId}`,
      `waitlistOf=${event.id}`,
      // Of two, the first decides what is listed.
      `bookingId=${bookingId}&waitlistOf=${other.id}`,
      `customerId=${customer.id}`,
      'q=guest',
    ]
    const listed = new Set<number>()
    for (const place of places) {
      const { body } = await call('GET', `/api/emails?limit=100&${place}`)
      for (const { id } of Array.isArray(body) ? (body as ListedEmail[]) : []) listed.add(id)
    }
    const found: Record<string, unknown> = {}
    for (const type of types) {
      const id = ids.get(type)!
      const answers = [
        (await call('GET', `/api/emails/${id}`)).status === 200,
        (await call('GET', paths.emailBody(id))).status === 200,
        listed.has(id),
      ]
      // Sending or dismissing one reveals it, too.
      const acts = ['resend', 'dismiss'].map((act) => call('POST', `/api/emails/${id}/${act}`, {}))
      const refused = (await Promise.all(acts)).map(({ status }) => status === 404 || status === 403)
      const isRead = new Set(answers).size === 1 ? answers[0]! : answers
      found[type] = isRead === false && refused.includes(false) ? 'acts on what it cannot read' : isRead
    }
    expect([column, found]).toEqual([
      column,
      Object.fromEntries(types.map((type) => [type, readers[type][column]])),
    ])
  }
})
