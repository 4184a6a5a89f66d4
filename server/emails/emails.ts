import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { GuestMessageInput, WhichGuests } from '@trunkshow/contract/emails/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { type SQL, sql } from 'drizzle-orm'
import { facts, guestPage, type Subject, when } from '../bookings/emails.ts'
import { listBookingsOfEmails } from '../bookings/queries.ts'
import type { Context } from '../context.ts'
import { eventView } from '../events/queries.ts'
import type { EmailWriter } from '../platform/mail/drain-outbox.ts'
import type { Fact } from '../platform/mail/email-layout.tsx'
import { greet } from '../platform/mail/guest-names.ts'
import { addressGuest, findContact } from '../platform/mail/notices.ts'
import type { EmailContext, Notification } from '../platform/mail/outbox.ts'
import type { Message } from '../platform/mail/transport.ts'

/** An event whose guests get a message, and the company whose it is. */
interface OfEvent extends WhichGuests {
  companyId: number
  eventId: number
}

/** The bookings that a message is about, from FROM on, with their slots: active, with an email or not. */
export const bookingsOf = ({ companyId, eventId, date, includesPast = false }: OfEvent): SQL => sql`
  FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id
  WHERE b.company_id = ${companyId} AND b.event_id = ${eventId} AND b.status = 'active'
    AND b.attendee_email IS DISTINCT FROM ''
    AND (${date ?? null}::date IS NULL OR s.slot_date = ${date ?? null}::date)
    AND (${includesPast} OR s.starts_at + (s.end_time - s.start_time) > now())`

/** What a host wrote. */
type Text = Pick<GuestMessageInput, 'subject' | 'text'>
type Content = Omit<Message, 'to'>

const compose = ({ subject, text }: Text, name: string, lines: Fact[]): Content => {
  const paragraphs = text.split(/\n\s*\n/).map((paragraph) => paragraph.trim())
  return { subject, preview: paragraphs[0]!, lead: `${greet(name)},`, paragraphs, facts: lines }
}

const note = 'You’re receiving this because this email was used to book an appointment.'

/** Returns a guest's active bookings that a message is about, the next one first. */
async function listTheirs(ctx: EmailContext, which: OfEvent, ofGuest: SQL) {
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`SELECT b.id ${bookingsOf(which)} AND ${ofGuest} ORDER BY s.starts_at, b.id LIMIT 20`,
  )
  const ids = rows.map(({ id }) => id)
  const found = await listBookingsOfEmails(ctx, which.companyId, ids)
  return found.map(({ booking, event }) => ({ booking, event: eventView(event, null) }))
}

async function findMessage({ db }: EmailContext, { companyId, messageId }: Notification) {
  const { rows } = await db.execute<
    Text & { eventId: number; date: string | null; includesPast: boolean }
  >(sql`
    SELECT event_id AS "eventId", slot_date::text AS date, includes_past AS "includesPast", subject, text
    FROM guest_messages WHERE id = ${messageId} AND company_id = ${companyId}`)
  return rows[0]
}

/**
 * Writes a message as an event's next guest would get it, under another name and without the guest's link.
 *
 * @throws AppError conflict if no guest would get it
 */
export async function composeSample(ctx: EmailContext, which: OfEvent, text: Text, name: string) {
  const [next] = await listTheirs(ctx, which, sql`b.attendee_email <> ''`)
  if (!next) throw new AppError('conflict', emailMessages.noGuests)
  const href = ctx.config.publicUrl + paths.bookings(which.eventId)
  return {
    ...compose(text, name, facts(next)),
    action: { label: manageLabel, href },
    bannerUrl: next.event.bannerUrl,
    note,
  }
}

const manageLabel = 'Reschedule, cancel, or add to calendar'

/** The emails of messages to guests (docs/product.md, Messages to guests). */
export const messageEmails: Record<'guest_message' | 'guest_message_test', EmailWriter> = {
  /** One for each address: it names all their appointments that the message is about, and is dropped if none is left. */
  guest_message: async (ctx, notification) => {
    const { companyId, bookingId } = notification
    const message = await findMessage(ctx, notification)
    if (!message) return null
    const { eventId, date, includesPast } = message
    const which = { companyId, eventId, includesPast, ...(date && { date }) }
    const theirs = await listTheirs(
      ctx,
      which,
      sql`lower(b.attendee_email) = (
        SELECT lower(own.attendee_email) FROM bookings AS own
        WHERE own.id = ${bookingId} AND own.company_id = ${companyId})`,
    )
    const [next, ...others] = theirs
    if (!next?.booking.attendeeEmail) return null
    const { attendeeName, attendeeEmail } = next.booking
    const pageOf = (one: Pick<Subject, 'booking'>) => guestPage({ ctx, ...one })
    const also = others.map((one): Fact => ['Also', { label: when(one), href: pageOf(one) }])
    return {
      ...(await addressGuest(
        ctx,
        { companyId, contactEmail: next.event.contactEmail },
        { name: attendeeName, address: attendeeEmail },
      )),
      ...compose(message, attendeeName, [...facts(next), ...also]),
      action: { label: manageLabel, href: pageOf(next) },
      bannerUrl: next.event.bannerUrl,
      note,
    }
  },

  guest_message_test: async (ctx, notification) => {
    const { companyId, userId } = notification
    const message = await findMessage(ctx, notification)
    const user = await findTester(ctx, userId ?? 0)
    if (!message || !user) return null
    const { eventId, date } = message
    const which = { companyId, eventId, includesPast: message.includesPast, ...(date && { date }) }
    const { subject, ...sample } = await composeSample(ctx, which, message, user.name)
    const { rows } = await ctx.db.execute<{ contactEmail: string | null }>(
      sql`SELECT contact_email AS "contactEmail" FROM events WHERE id = ${eventId} AND company_id = ${companyId}`,
    )
    const contact = await findContact(ctx, { companyId, contactEmail: rows[0]?.contactEmail ?? null })
    return {
      ...sample,
      to: { name: user.name, address: user.email },
      ...(contact && { replyTo: contact }),
      subject: `Test: ${subject}`,
      heading: subject,
      note: 'This is a test that only you get.',
    }
  },
}

/** Returns a user's name and confirmed email, to which a test goes; undefined without one. */
export async function findTester({ config, db }: Pick<Context, 'config' | 'db'>, userId: number) {
  const { rows } = await db.execute<{ name: string; email: string }>(sql`
    SELECT coalesce(nullif(name, ''), username, '') AS name, email FROM users
    WHERE id = ${userId} AND is_active AND email <> '' AND (${!config.smtpUrl} OR email_confirmed_at IS NOT NULL)`)
  return rows[0]
}
