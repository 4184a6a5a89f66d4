import { type EmailType, emailTypes } from '@trunkshow/contract/emails/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Actor } from '../../context.ts'
import { emailNotifications } from '../db/schema/mail.ts'
import type { Database } from '../db/transaction.ts'

/**
 * The emails of each change to a booking: the guest's and the host's notice
 * (docs/product.md, What is sent and when).
 */
const bookingEmailTypes = {
  booked: ['booking_confirmation', 'booking_notice'],
  rescheduled: ['booking_rescheduled', 'booking_rescheduled_notice'],
  partyChanged: ['booking_party_changed', 'booking_party_changed_notice'],
  canceled: ['booking_cancelled', 'booking_cancelled_notice'],
} as const satisfies Record<string, EmailType[]>

export type BookingChange = keyof typeof bookingEmailTypes
export type BookingEmailType = (typeof bookingEmailTypes)[BookingChange][number]

/** The values of `email_type` and `audience` of an email, for the statement that queues it. */
export const typeAndAudience = (type: EmailType): SQL => sql.raw(`'${type}', '${emailTypes[type].audience}'`)

/**
 * Returns the INSERT that queues a change's two emails, for use inside the statement that makes the change. `source`
 * names the changed rows, which have the booking's `id`, `company_id`, `sequence`, and `attendee_email`: without one,
 * only the host's is queued. `actor` is the user who makes it, null if it is the guest.
 */
export function queueBookingEmails(
  change: BookingChange,
  source: string,
  actor: Partial<Pick<Actor, 'companyId' | 'userId'>> | null,
): SQL {
  const kinds = sql.join(
    bookingEmailTypes[change].map((type) => sql`(${typeAndAudience(type)})`),
    sql`, `,
  )
  return sql`
    INSERT INTO email_notifications (company_id, booking_id, email_type, audience, sequence, actor_id)
    SELECT source.company_id, source.id, kinds.type, kinds.audience, source.sequence, ${actor?.userId ?? sql`NULL`}::int
    FROM ${sql.identifier(source)} AS source, (VALUES ${kinds}) AS kinds (type, audience)
    WHERE source.attendee_email <> '' OR kinds.audience = 'staff'`
}

/** Queues an email about a user, a co-host, an address to confirm, or a guest who waits, in the transaction that causes it. */
export async function queueEmail(
  { db }: { db: Database },
  mail: {
    companyId: number
    emailType: EmailType
    sequence: number
  } & ( // Only an email about a changed address names one.
    | { userId: number; recipientEmail?: string }
    | { coHostId: number }
    | { confirmationId: number }
    | { waitlistEntryId: number }
  ),
) {
  await db.insert(emailNotifications).values({ ...mail, audience: emailTypes[mail.emailType].audience })
}
