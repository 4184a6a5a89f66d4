import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import { type SQL, sql } from 'drizzle-orm'

const idOf = (id: number | undefined) => sql`${id ?? null}::int`

/** Selects the emails of a person in lower case; none for one who was erased (docs/product.md, History). */
const emailsOf = (companyId: number, { customerId, bookingId, waitlistEntryId }: WhichPerson): SQL => sql`
  SELECT unnest(lower(email) || also_emails) FROM customers WHERE id = ${idOf(customerId)} AND company_id = ${companyId} AND email <> ''
  UNION ALL SELECT lower(attendee_email) FROM bookings
  WHERE id = ${idOf(bookingId)} AND company_id = ${companyId} AND attendee_email <> ''
  UNION ALL SELECT lower(attendee_email) FROM waitlist_entries
  WHERE id = ${idOf(waitlistEntryId)} AND company_id = ${companyId} AND attendee_email <> ''`

const withEmails = (table: 'bookings' | 'waitlist_entries', companyId: number, who: WhichPerson): SQL => sql`
  SELECT r.id FROM ${sql.identifier(table)} AS r
  WHERE lower(r.attendee_email) = ANY (ARRAY(${emailsOf(companyId, who)})) AND r.company_id = ${companyId}`

/** Selects the ids of a person's bookings: by email, and those without one that an order of theirs was taken for. */
export const bookingsOf = (companyId: number, who: WhichPerson): SQL => sql`
  ${withEmails('bookings', companyId, who)}
  UNION SELECT b.id FROM bookings AS b WHERE b.id = ${idOf(who.bookingId)} AND b.company_id = ${companyId}
  UNION SELECT b.id FROM orders AS o JOIN bookings AS b ON b.id = o.booking_id
  WHERE o.customer_id = ${idOf(who.customerId)} AND o.company_id = ${companyId} AND b.attendee_email IS NULL`

/** Selects the ids of a person's places on waitlists. */
export const waitsOf = (companyId: number, who: WhichPerson): SQL => sql`
  ${withEmails('waitlist_entries', companyId, who)}
  UNION SELECT w.id FROM waitlist_entries AS w
  WHERE w.id = ${idOf(who.waitlistEntryId)} AND w.company_id = ${companyId}`
