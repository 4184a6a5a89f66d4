import { type EmailType, emailTypes } from '@trunkshow/contract/emails/rules.ts'
import type { Snapshot } from '@trunkshow/contract/proposals/rules.ts'
import { sql } from 'drizzle-orm'
import { renderToStaticMarkup } from 'react-dom/server'
import { emailWriters } from '../email-writers.ts'
import { emailNotifications } from '../platform/db/schema/mail.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import type { Notification, WriterContext } from '../platform/mail/outbox.ts'
import { type Message, type RenderedMessage, renderMessage } from '../platform/mail/transport.ts'

interface KindProps {
  kind: string
  /** Null if no email of the kind applies now. */
  message: RenderedMessage | null
}

const inTheme = (html: string, isDark: boolean) =>
  html.replaceAll('@media (prefers-color-scheme:dark)', isDark ? '@media all' : '@media not all')
const withoutPictures = (html: string) => html.replaceAll(/(<img[^>]*?) src="[^"]*"/g, '$1')

function Kind({ kind, message }: KindProps) {
  if (!message)
    return (
      <section>
        <h2>{kind}</h2>
        <p>No email of this kind applies now.</p>
      </section>
    )
  const { to, replyTo, subject, unsubscribeUrl, calendar, attachment, html, text } = message
  const looks: [name: string, width: number, html: string][] = [
    ['Light', 640, inTheme(html, false)],
    ['Dark', 640, inTheme(html, true)],
    ['320 pixels', 320, inTheme(html, false)],
    ['Without pictures', 320, withoutPictures(inTheme(html, false))],
  ]
  return (
    <section>
      <h2>{kind}</h2>
      <p>
        {subject}
        <br />
        To {to.name} {to.address}
        {replyTo && `, replies to ${replyTo}`}
        {calendar && `, with a calendar entry (${calendar.method})`}
        {attachment && `, with ${attachment.filename}`}
        {unsubscribeUrl && `, turned off at ${unsubscribeUrl}`}
      </p>
      {looks.map(([name, width, document]) => (
        <iframe
          key={name}
          title={`${kind}: ${name}`}
          width={width}
          height={760}
          sandbox=""
          loading="lazy"
          srcDoc={document}
        />
      ))}
      <pre>{text}</pre>
    </section>
  )
}

/**
 * Returns a page of every email type for developers, with the data of the company of the newest event: each in both themes,
 * on a narrow screen, without pictures, and as text. Changes nothing.
 */
export async function previewEmails(ctx: WriterContext): Promise<string> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    SELECT companies.id FROM companies LEFT JOIN events ON events.company_id = companies.id
    ORDER BY events.id DESC NULLS LAST, companies.id DESC LIMIT 1`)
  const messages = rows[0] ? await writeEveryKind(ctx, rows[0].id) : new Map<string, null>()
  const page = (
    <html lang="en">
      <head>
        <title>Emails</title>
      </head>
      <body>
        {[...messages].map(([kind, message]) => (
          <Kind key={kind} kind={kind} message={message && renderMessage(ctx.config, message)} />
        ))}
      </body>
    </html>
  )
  return `<!DOCTYPE html>${renderToStaticMarkup(page)}`
}

const sampleText = `We moved to the first floor. Please ring at 12 Mercer Street.

Everything else stays as it is.`

const sampleSnapshot: Snapshot = {
  ...{ format: 1, number: 1, company: 'Maison Vale', terms: null, expiresOn: null },
  proposed: {
    ...{
      order: 'Order #0',
      customer: 'Grace Okafor',
      subtotal: '2500.00',
      total: '2500.00',
      deposit: '1250.00',
    },
    lines: [{ name: 'Aurelie gown', quantity: 1, amount: '2500.00', form: null, details: [] }],
    ...{ sums: [], balance: '', pictures: [] },
  },
}

/** The rows that emails are about, by their numbers; those of an event are null without one. */
type Subjects = Record<'ownerId' | 'resetSequence' | 'invitedId' | 'confirmationId' | 'contactId', number> &
  Record<
    | 'waitlistEntryId'
    | 'orderId'
    | 'requestId'
    | 'proposalId'
    | 'answerId'
    | 'stageId'
    | 'entryId'
    | 'offerId'
    | 'coHostId'
    | 'messageId',
    number | null
  > & { bookingIds: number[] }

/**
 * Adds a row for every email type that is due: of the company's owner, and of its newest event, on a
 * new day, with the newest guests who booked it. What could hold an email back, such as alerts that are off, is changed.
 */
async function makeSubjects({ db }: Pick<WriterContext, 'db'>, companyId: number): Promise<Subjects> {
  const { rows } = await db.execute<Subjects>(sql`
    WITH company AS (
      UPDATE companies SET company_name = coalesce(company_name, 'Maison Vale') WHERE id = ${companyId}
    ), turned_on AS (
      DELETE FROM notices_off WHERE company_id = ${companyId}
    ), owner AS (
      UPDATE users SET email = coalesce(email, 'owner@preview.test'), reset_until = now() + interval '1 hour'
      WHERE company_id = ${companyId} AND is_owner RETURNING id, email, reset_sequence
    ), event AS (
      UPDATE events
      SET is_active = true, event_date = greatest(last_day, current_date + 1) + 1, end_date = NULL, is_multi_day = false
      WHERE company_id = ${companyId} AND id = (SELECT max(id) FROM events WHERE company_id = ${companyId})
      RETURNING *
    ), guest AS (
      (SELECT attendee_name, attendee_email, phone, answers, party_size, spots FROM bookings
       WHERE company_id = ${companyId} AND event_id = (SELECT id FROM event) AND attendee_email <> ''
       ORDER BY id DESC LIMIT 2)
      UNION ALL VALUES
        ('Grace Okafor', 'grace@preview.test', NULL, NULL::jsonb, 1, 1),
        ('Nora Lind', 'nora@preview.test', NULL, NULL, 1, 1)
      LIMIT 2
    ), slot AS (
      INSERT INTO time_slots (company_id, event_id, slot_date, start_time, end_time, total_slots, time_zone)
      SELECT company_id, id, event_date, start_time,
        start_time + slot_duration * interval '1 minute', max_bookings_per_slot, time_zone
      FROM event RETURNING id, event_id
    ), booking AS (
      INSERT INTO bookings
        (company_id, event_id, time_slot_id, attendee_name, attendee_email, phone, answers, party_size, spots)
      SELECT ${companyId}, slot.event_id, slot.id, guest.* FROM slot, guest RETURNING id
    ), entry AS (
      INSERT INTO waitlist_entries (company_id, event_id, time_slot_id, attendee_name, attendee_email, rank)
      SELECT ${companyId}, event_id, id, attendee_name, attendee_email, 1
      FROM slot, (SELECT * FROM guest LIMIT 1) AS guest RETURNING id, time_slot_id
    ), offer AS (
      INSERT INTO waitlist_offers (company_id, entry_id, time_slot_id, spots, expires_at)
      SELECT ${companyId}, id, time_slot_id, 1, now() + interval '1 hour' FROM entry RETURNING id
    ), message AS (
      INSERT INTO guest_messages (company_id, event_id, subject, text)
      SELECT company_id, id, 'A new door on the day of the show', ${sampleText} FROM event RETURNING id
    ), co_host AS (
      INSERT INTO event_co_hosts (company_id, event_id, invited_email, invited_by)
      SELECT company_id, id, 'co-host@preview.test', user_id FROM event RETURNING id
    ), invited AS (
      INSERT INTO users (company_id, name, is_active, invited_email, invited_by, invite_sequence)
      SELECT ${companyId}, attendee_name, false, 'colleague@preview.test', owner.id, 1
      FROM owner, (SELECT * FROM guest LIMIT 1) AS guest RETURNING id
    ), confirmation AS (
      INSERT INTO email_confirmations (company_id, user_id, email) SELECT ${companyId}, id, email FROM owner
      ON CONFLICT (user_id) DO UPDATE SET asked_at = now(), confirmed_at = NULL RETURNING id
    ), contact AS (
      INSERT INTO email_confirmations (company_id, email) VALUES (${companyId}, 'contact@preview.test') RETURNING id
    ), customer AS (
      INSERT INTO customers (company_id, first_name, last_name, email)
      VALUES (${companyId}, 'Grace', 'Okafor', 'grace@preview.test') RETURNING id
    ), form AS (
      INSERT INTO order_form_templates (company_id, template_name)
      SELECT ${companyId}, 'Preview ' || gen_random_uuid() RETURNING id
    ), form_version AS (
      INSERT INTO order_template_versions (company_id, template_id, version, template_name, item_type, fields)
      SELECT ${companyId}, id, 1, 'Gown', '', '[]' FROM form RETURNING template_id
    ), ordered AS (
      INSERT INTO orders (company_id, order_number, customer_id, customer_name, customer_email, template_id,
        template_version, form_data, items, total_cents, assignee_id)
      SELECT ${companyId}, 0, customer.id, 'Grace Okafor', 'grace@preview.test', template_id, 1, '{}', 'Aurelie gown', 250000, owner.id
      FROM customer, form_version, owner RETURNING id
    ), request AS (
      INSERT INTO payment_requests (company_id, order_id, purpose, cents)
      SELECT ${companyId}, id, 'deposit', 125000 FROM ordered RETURNING id
    ), paid AS (
      INSERT INTO order_entries (company_id, order_id, kind, cents, method, received_on)
      SELECT ${companyId}, id, 'payment', 125000, 'card', current_date FROM ordered RETURNING id
    ), proposed AS (
      INSERT INTO proposals (company_id, order_id, user_id, number, snapshot, hash, recipient)
      SELECT ${companyId}, ordered.id, owner.id, 1, ${JSON.stringify(sampleSnapshot)}, '', '' FROM ordered, owner
      RETURNING id
    ), answered AS (
      INSERT INTO proposal_answers (company_id, proposal_id, kind, wish, network, browser)
      SELECT ${companyId}, id, 'changeAsked', 'The hem an inch shorter, please.', '', '' FROM proposed
      RETURNING id
    ), staged AS (
      INSERT INTO stages (company_id, name, position) VALUES (${companyId}, 'Fitting', 0) RETURNING id
    )
    SELECT owner.id AS "ownerId", reset_sequence AS "resetSequence", (SELECT id FROM invited) AS "invitedId",
      (SELECT id FROM confirmation) AS "confirmationId", (SELECT id FROM contact) AS "contactId",
      ARRAY(SELECT id FROM booking ORDER BY id) AS "bookingIds", (SELECT id FROM entry) AS "waitlistEntryId",
      (SELECT id FROM ordered) AS "orderId", (SELECT id FROM request) AS "requestId",
      (SELECT id FROM paid) AS "entryId", (SELECT id FROM proposed) AS "proposalId",
      (SELECT id FROM answered) AS "answerId", (SELECT id FROM staged) AS "stageId",
      (SELECT id FROM offer) AS "offerId", (SELECT id FROM co_host) AS "coHostId",
      (SELECT id FROM message) AS "messageId"
    FROM owner`)
  return rows[0]!
}

export type PreviewKind = EmailType | 'digest'

/**
 * Writes every email type with a company's data, as if it were sent now. All that it changes is rolled back, so nothing
 * is stored or sent.
 *
 * @returns null for the kinds about an event, if the company has none
 */
export async function writeEveryKind(
  ctx: WriterContext,
  companyId: number,
): Promise<Map<PreviewKind, Message | null>> {
  return inTransaction(ctx, async (ctx) => {
    const {
      bookingIds,
      waitlistEntryId,
      orderId,
      requestId,
      entryId,
      coHostId,
      confirmationId,
      messageId,
      ...made
    } = await makeSubjects(ctx, companyId)
    const [bookingId = null] = bookingIds
    const usual = { companyId, bookingId, userId: made.ownerId, coHostId, confirmationId }
    const others: Partial<Record<EmailType, Partial<Notification>>> = {
      waitlist_joined: { waitlistEntryId },
      waitlist_offer: { waitlistEntryId, sequence: made.offerId ?? 0 },
      payment_request: { orderId, sequence: requestId ?? 0 },
      payment_receipt: { orderId, sequence: entryId ?? 0 },
      proposal: { orderId, sequence: made.proposalId ?? 0 },
      proposal_approved: { orderId, sequence: made.proposalId ?? 0 },
      proposal_code: { orderId, sequence: made.proposalId ?? 0 },
      stage_begun: { orderId, sequence: made.stageId ?? 0 },
      making_news: { userId: made.ownerId },
      stage_begun_notice: { orderId, sequence: made.stageId ?? 0 },
      proposal_answered: { orderId, sequence: made.answerId ?? 0 },
      guest_message: { messageId },
      guest_message_test: { messageId },
      invitation: { userId: made.invitedId, sequence: 1 },
      contact_confirmation: { confirmationId: made.contactId },
      password_reset: { sequence: made.resetSequence },
      email_changed: { recipientEmail: 'earlier@preview.test' },
    }
    async function queue(emailType: EmailType, about: Partial<Notification> = {}): Promise<Notification> {
      const mail = { ...usual, ...about, emailType, audience: emailTypes[emailType].audience }
      const [row] = await ctx.db.insert(emailNotifications).values(mail).returning()
      return { ...row!, emailType, isPreview: true }
    }
    const digest = await Promise.all(bookingIds.map((bookingId) => queue('booking_notice', { bookingId })))
    const messages = new Map<PreviewKind, Message | null>()
    for (const kind of [...(Object.keys(emailTypes) as EmailType[]), 'digest' as const]) {
      const emailType = kind === 'digest' ? 'booking_notice' : kind
      const notification = await queue(emailType, others[emailType])
      const message = await emailWriters[emailType](ctx, notification, kind === 'digest' ? digest : null)
      messages.set(kind, typeof message === 'string' ? null : message)
    }
    // The COMMIT that follows has nothing left to store.
    await ctx.db.execute(sql`ROLLBACK`)
    return messages
  })
}
