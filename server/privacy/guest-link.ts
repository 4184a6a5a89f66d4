import { AppError } from '@trunkshow/contract/errors.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import { DATA_LINK_HOURS } from '@trunkshow/contract/privacy/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import { recordSecurity } from '../activity/record-activity.ts'
import { getBooking, linkedBooking } from '../bookings/queries.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isLink } from '../platform/http/tokens.ts'
import { mailboxOf, typeAndAudience } from '../platform/mail/outbox.ts'
import { getEntry, linkedEntry } from '../waitlist/queries.ts'

const RESEND_AFTER_MINUTES = 60

/** The guest of a data link: one email within one company. */
export interface LinkedGuest {
  companyId: number
  email: string
  /** The company's name as guests know it. */
  company: string
}

/** What the guest asks from: its link, and those of all emails about it, lead to their data. */
export type AskedFrom = 'booking' | 'waitlist'

/** Returns the guest of a booking's link, or of one who waits. @throws AppError not_found */
export async function getAskingGuest(ctx: Context, from: AskedFrom, token: string) {
  if (from === 'waitlist') {
    const { entry, event } = await getEntry(ctx, linkedEntry(ctx, token))
    return { event, email: entry.attendeeEmail, bookingId: null, waitlistEntryId: entry.id }
  }
  const { booking, event } = await getBooking(ctx, linkedBooking(ctx, token))
  return { event, email: booking.attendeeEmail ?? '', bookingId: booking.id, waitlistEntryId: null }
}

/** The bookings and places on waitlists that meet a condition. */
const guests = (which: SQL) => sql`(
  SELECT id AS booking_id, NULL::int AS waitlist_entry_id, event_id, attendee_email AS email FROM bookings WHERE ${which}
  UNION ALL
  SELECT NULL, id, event_id, attendee_email FROM waitlist_entries WHERE ${which}) AS g`
/** The links that were emailed, as `m`, to them. */
const links = sql`email_notifications AS m ON m.email_type = 'guest_data'
  AND (m.booking_id = g.booking_id OR m.waitlist_entry_id = g.waitlist_entry_id)`

/**
 * Emails a link to the guest's data to the address of their booking or their place on a waitlist. Its own link proves
 * nothing about the mailbox, since anyone can book or wait with any email.
 *
 * @throws AppError not_found; too_many if one was sent within the hour
 */
export async function sendGuestLink(ctx: Context, from: AskedFrom, token: string): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { event, email, bookingId, waitlistEntryId } = await getAskingGuest(ctx, from, token)
    const { companyId } = event
    await ctx.db.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended('data of ' || ${companyId}::int || ' ' || lower(${email}), 0))`,
    )
    const mailbox = mailboxOf(ctx.config, email)
    const theirs = sql`company_id = ${companyId} AND lower(attendee_email) = lower(${email})`
    const { rows } = await ctx.db.execute(sql`
      INSERT INTO email_notifications (company_id, booking_id, waitlist_entry_id, email_type, audience)
      SELECT ${companyId}::int, ${bookingId}::int, ${waitlistEntryId}::int, ${typeAndAudience('guest_data')}
      WHERE NOT EXISTS (
        SELECT FROM ${guests(theirs)} JOIN ${links}
        WHERE m.status NOT IN ('failed', 'skipped')
          AND coalesce(m.recipient_hash, ${mailbox}) = ${mailbox}
          AND m.created_at > now() - ${RESEND_AFTER_MINUTES} * interval '1 minute')
      RETURNING id`)
    if (rows.length === 0) throw new AppError('too_many', privacyMessages.alreadySent)
    await recordSecurity(ctx, { companyId, action: 'dataLinkSent', user: null })
  })
  ctx.wakeEmailWorker()
}

interface FoundLink extends LinkedGuest, Record<string, unknown> {
  mailId: number
  /** Of the mailbox that it was sent to, from `mailboxOf`. */
  mailbox: string | null
  isErased: boolean
  isFresh: boolean
}

/**
 * Returns the guest of a link, or null if it has expired, was replaced, or its guest was erased. It acts for the mailbox
 * that it was sent to, and for no other that its booking has now (decision 060).
 *
 * @throws AppError not_found for a link we didn't sign
 */
export async function findGuest({ config, db }: Context, token: string): Promise<LinkedGuest | null> {
  const [, publicId] = /^([0-9a-f]{1,16})-[0-9a-f]{32}$/.exec(token) ?? []
  if (!publicId) throw new AppError('not_found', privacyMessages.personNotFound)
  const { rows } = await db.execute<FoundLink>(sql`
    SELECT m.id AS "mailId", m.recipient_hash AS mailbox, m.company_id AS "companyId", g.email, g.email = '' AS "isErased",
      coalesce(c.company_name, e.host_name) AS company,
      coalesce(m.sent_at, m.created_at) > now() - ${DATA_LINK_HOURS} * interval '1 hour' AS "isFresh"
    FROM ${guests(sql`public_id = ${publicId}`)} JOIN ${links}
      JOIN events AS e ON e.id = g.event_id JOIN companies AS c ON c.id = m.company_id
    ORDER BY m.id DESC LIMIT 100`)
  const at = rows.findIndex(({ mailId }) => isLink(config, 'guest-data', publicId, mailId, token))
  if (at < 0) throw new AppError('not_found', privacyMessages.personNotFound)
  const { companyId, email, company, isErased, isFresh, mailbox } = rows[at]!
  const isTheirs = !isErased && mailbox === mailboxOf(config, email)
  return at === 0 && isTheirs && isFresh ? { companyId, email, company } : null
}
