import { type Customer, fullName, type Person } from '@trunkshow/contract/customers/schema.ts'
import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { owes } from '../platform/db/schema/orders.ts'
import { iso } from '../platform/db/statement.ts'
import { getCustomer, idsWithEmail } from './queries.ts'
import { bookingsOf, waitsOf } from './records-of.ts'

type Guest = Record<'email' | 'phone', string | null> & { name: string; customerId: number | null }

/**
 * Returns the guest of a booking or a wait, and the customer they are: the first active one with their email, or for a
 * booking without one that of its order. @throws AppError not_found
 */
async function findGuest({ db, actor }: StaffContext, { bookingId, waitlistEntryId }: WhichPerson) {
  const { companyId } = actor
  const { rows } = await db.execute<Guest>(sql`
    SELECT g.name, g.email, g.phone, (
      SELECT c.id FROM customers AS c WHERE c.id IN (
        ${idsWithEmail(companyId, sql`nullif(g.email, '')`)}
        UNION ALL SELECT o.customer_id FROM orders AS o WHERE o.booking_id = g.unnamed AND o.company_id = ${companyId})
      ORDER BY c.archived_at IS NOT NULL, c.id LIMIT 1) AS "customerId"
    FROM (
      SELECT attendee_name AS name, attendee_email AS email, phone, CASE WHEN attendee_email IS NULL THEN id END AS unnamed
      FROM bookings WHERE id = ${bookingId ?? null}::int AND company_id = ${companyId}
      UNION ALL SELECT attendee_name, attendee_email, NULL, NULL
      FROM waitlist_entries WHERE id = ${waitlistEntryId ?? null}::int AND company_id = ${companyId}
    ) AS g LIMIT 1`)
  return firstOf(rows, privacyMessages.personNotFound)
}

type Counted = Omit<Person, 'customer' | 'name' | 'emails' | 'phone' | 'spent' | 'paid' | 'due'> & {
  cents: string
  paidCents: string
  dueCents: string
  guestPhone: string | null
}

/** Counts what a person did (docs/product.md, History). */
async function countRecords({ db, actor: { companyId } }: StaffContext, who: WhichPerson): Promise<Counted> {
  const { rows } = await db.execute<Counted & Record<string, unknown>>(sql`
    SELECT ordered.orders, ordered.cents, ordered."paidCents", ordered."dueCents", booked.bookings, ordered.done + booked.past AS completed,
      booked.missed AS "noShows", booked.phone AS "guestPhone", waiting.waits
    FROM (
      SELECT count(*)::int AS orders, count(*) FILTER (WHERE status IN ('delivered', 'completed'))::int AS done,
        coalesce(sum(total_cents) FILTER (WHERE status NOT IN ('pending', 'cancelled')), 0) AS cents,
        coalesce(sum(received_cents), 0) AS "paidCents",
        coalesce(sum(total_cents - received_cents) FILTER (WHERE ${owes}), 0) AS "dueCents"
      FROM orders WHERE customer_id = ${who.customerId ?? null}::int AND company_id = ${companyId}
    ) AS ordered, (
      SELECT count(*)::int AS bookings,
        count(*) FILTER (WHERE b.attendance = 'no_show')::int AS missed, (array_agg(b.phone ORDER BY b.id DESC) FILTER (WHERE b.phone <> ''))[1] AS phone,
        count(*) FILTER (WHERE b.status = 'active' AND s.starts_at <= now() AND b.attendance IS DISTINCT FROM 'no_show')::int AS past
      FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id
      WHERE b.id = ANY (ARRAY(${bookingsOf(companyId, who)}))
    ) AS booked, (
      SELECT coalesce(json_agg(json_build_object('id', w.id, 'isOffered', w.status = 'offered',
        'event', json_build_object('id', e.id, 'name', e.name), 'createdAt', ${iso(sql`w.created_at`)}) ORDER BY w.id DESC), '[]') AS waits
      FROM waitlist_entries AS w JOIN events AS e ON e.id = w.event_id
      WHERE w.status IN ('waiting', 'offered') AND w.id = ANY (ARRAY(${waitsOf(companyId, who)}))
    ) AS waiting`)
  return rows[0]!
}

const contactOf = (customer: Customer) => ({
  name: fullName(customer),
  emails: customer.email ? [customer.email, ...customer.alsoEmails] : [],
})

/** Returns one who booked, waits or ordered, with what their page counts. @throws AppError not_found */
export async function getPerson(ctx: StaffContext, who: WhichPerson): Promise<Person> {
  const guest = who.customerId === undefined ? await findGuest(ctx, who) : null
  const customerId = guest ? guest.customerId : who.customerId
  const customer = customerId ? await getCustomer(ctx, customerId) : null
  const { cents, paidCents, dueCents, guestPhone, ...counts } = await countRecords(
    ctx,
    customer ? { customerId: customer.id } : who,
  )
  const contact = customer
    ? contactOf(customer)
    : { name: guest!.name, emails: guest!.email ? [guest!.email] : [] }
  return {
    customer,
    ...contact,
    phone: (customer ? customer.phone : guest!.phone) || guestPhone,
    ...counts,
    spent: centsToDecimal(Number(cents)),
    paid: centsToDecimal(Number(paidCents)),
    due: centsToDecimal(Number(dueCents)),
  }
}
