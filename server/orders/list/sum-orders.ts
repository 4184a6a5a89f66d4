import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'

/** Counts an event's orders and sums them as a decimal, without canceled ones. @throws AppError not_found */
export async function sumOrdersOfEvent({ db, actor }: StaffContext, eventId: number) {
  const { rows } = await db.execute<{ orders: number; cents: string }>(sql`
    SELECT count(o.id)::int AS orders, coalesce(sum(o.total_cents), 0) AS cents
    FROM events AS e
    LEFT JOIN orders AS o ON o.event_id = e.id AND o.company_id = e.company_id AND o.status <> 'cancelled'
    WHERE e.id = ${eventId} AND e.company_id = ${actor.companyId}
    GROUP BY e.id`)
  const [found] = rows
  if (!found) throw new AppError('not_found', eventMessages.notFound)
  return { orders: found.orders, revenue: centsToDecimal(Number(found.cents)) }
}
