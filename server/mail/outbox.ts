import { type SQL, sql } from 'drizzle-orm'
import { emailNotifications } from '../db/schema/mail.ts'
import type { Database } from '../db/transaction.ts'
import type { EmailType } from './message.ts'

/**
 * The mails a booking causes: the visitor's, and the host's notice of the same thing
 * (docs/product.md, What is sent and when).
 */
const bookingMails = {
  booked: ['booking_confirmation', 'booking_notice'],
  rescheduled: ['booking_rescheduled', 'booking_rescheduled_notice'],
  cancelled: ['booking_cancelled', 'booking_cancelled_notice'],
} as const satisfies Record<string, EmailType[]>

export type BookingChange = keyof typeof bookingMails
export type BookingMail = (typeof bookingMails)[BookingChange][number]

/**
 * The INSERT that puts a change's two mails into the outbox, for use inside the statement that makes the
 * change. `source` names the rows changed; it has `id`, `company_id` and `sequence` of the booking.
 */
export function queueBookingMails(change: BookingChange, source: string): SQL {
  const kinds = sql.raw(bookingMails[change].map((kind) => `('${kind}')`).join(', '))
  return sql`
    INSERT INTO email_notifications (company_id, booking_id, email_type, sequence)
    SELECT source.company_id, source.id, kinds.kind, source.sequence
    FROM ${sql.identifier(source)} AS source, (VALUES ${kinds}) AS kinds (kind)`
}

/** Puts a mail about a user, a co-host or an address to confirm into the outbox, in the transaction that causes it. */
export async function queueMail(
  { db }: { db: Database },
  mail: { companyId: number; emailType: EmailType; sequence: number } & (
    | { userId: number }
    | { coHostId: number }
    | { confirmationId: number }
  ),
) {
  await db.insert(emailNotifications).values(mail)
}
