import { AppError } from '@trunkshow/contract/errors.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import { DATA_LINK_HOURS } from '@trunkshow/contract/privacy/rules.ts'
import { sql } from 'drizzle-orm'
import { getBooking, linkedBooking } from '../bookings/queries.ts'
import type { Context } from '../context.ts'
import { bookings } from '../db/schema/bookings.ts'
import { inTransaction } from '../db/transaction.ts'
import { isLink } from '../http/tokens.ts'

const RESEND_AFTER_MINUTES = 60

/** The guest of a data link: one email within one company. */
export interface LinkedGuest {
  companyId: number
  email: string
  /** The company's name as guests know it. */
  company: string
}

/**
 * Emails a link to the guest's data to the address of their booking. The booking's own link proves nothing about the
 * mailbox, since anyone can book with any email.
 *
 * @throws AppError not_found; too_many if one was sent within the hour
 */
export async function sendGuestLink(ctx: Context, token: string): Promise<void> {
  const scope = linkedBooking(ctx, token)
  await inTransaction(ctx, async (ctx) => {
    await getBooking(ctx, scope)
    await ctx.db.select({ id: bookings.id }).from(bookings).where(scope).for('update')
    const { rows } = await ctx.db.execute(sql`
      INSERT INTO email_notifications (company_id, booking_id, email_type)
      SELECT company_id, id, 'guest_data' FROM ${bookings}
      WHERE ${scope} AND NOT EXISTS (
        SELECT FROM email_notifications AS m JOIN bookings AS b ON b.id = m.booking_id
        WHERE m.email_type = 'guest_data' AND m.status NOT IN ('failed', 'skipped')
          AND m.created_at > now() - ${RESEND_AFTER_MINUTES} * interval '1 minute' AND b.company_id = ${bookings.companyId}
          AND lower(b.attendee_email) = lower(${bookings.attendeeEmail}))
      RETURNING id`)
    if (rows.length === 0) throw new AppError('too_many', privacyMessages.alreadySent)
  })
  ctx.wakeEmailWorker()
}

interface FoundLink extends LinkedGuest, Record<string, unknown> {
  mailId: number
  isErased: boolean
  isFresh: boolean
}

/**
 * Returns the guest of a link, or null if it has expired, was replaced, or its guest was erased.
 *
 * @throws AppError not_found for a link we didn't sign
 */
export async function findGuest({ config, db }: Context, token: string): Promise<LinkedGuest | null> {
  const [, publicId] = /^([0-9a-f]{1,16})-[0-9a-f]{32}$/.exec(token) ?? []
  if (!publicId) throw new AppError('not_found', privacyMessages.personNotFound)
  const { rows } = await db.execute<FoundLink>(sql`
    SELECT m.id AS "mailId", m.company_id AS "companyId", b.attendee_email AS email, b.attendee_email = '' AS "isErased",
      coalesce(c.company_name, e.host_name) AS company,
      coalesce(m.sent_at, m.created_at) > now() - ${DATA_LINK_HOURS} * interval '1 hour' AS "isFresh"
    FROM bookings AS b JOIN email_notifications AS m ON m.booking_id = b.id AND m.email_type = 'guest_data'
      JOIN events AS e ON e.id = b.event_id JOIN companies AS c ON c.id = m.company_id
    WHERE b.public_id = ${publicId} ORDER BY m.id DESC LIMIT 100`)
  const at = rows.findIndex(({ mailId }) => isLink(config, 'guest-data', publicId, mailId, token))
  if (at < 0) throw new AppError('not_found', privacyMessages.personNotFound)
  const { companyId, email, company, isErased, isFresh } = rows[at]!
  return at > 0 || isErased || !isFresh ? null : { companyId, email, company }
}
