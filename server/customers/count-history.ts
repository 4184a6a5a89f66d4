import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import type { CustomerTotals } from '@trunkshow/contract/customers/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'

/** Counts a customer's orders and bookings (docs/product.md, History). @throws AppError not_found */
export async function countHistory({ db, actor }: StaffContext, customerId: number): Promise<CustomerTotals> {
  const { rows } = await db.execute<{ orders: number; done: number; bookings: number; past: number }>(sql`
    SELECT ordered.*, booked.*
    FROM customers AS c
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS orders, (count(*) FILTER (WHERE o.status IN ('delivered', 'completed')))::int AS done
      FROM orders AS o WHERE o.customer_id = c.id AND o.company_id = c.company_id
    ) AS ordered
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS bookings,
        (count(*) FILTER (WHERE b.status = 'active' AND s.starts_at <= now()))::int AS past
      FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id
      WHERE lower(b.attendee_email) = ANY(lower(c.email) || c.also_emails) AND b.company_id = c.company_id
    ) AS booked
    WHERE c.id = ${customerId} AND c.company_id = ${actor.companyId}`)
  const [found] = rows
  if (!found) throw new AppError('not_found', customerMessages.notFound)
  const { orders, done, bookings, past } = found
  return { orders, bookings, completed: done + past }
}
