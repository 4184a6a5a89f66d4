import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { percentOn } from '@trunkshow/contract/prices/rules.ts'
import type { CommissionInput, Statement } from '@trunkshow/contract/reports/schema.ts'
import { sql } from 'drizzle-orm'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { events } from '../platform/db/schema/events.ts'
import { rowsOf, setRows } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'

/** Whose order it is: who serves it, or else who took it. */
const colleague = sql`coalesce(o.assignee_id, o.user_id, 0)`

type Counts = Record<'booked' | 'arrived' | 'orders', number>
type Sums = Counts & Record<'ordered' | 'paid', number>

const percentText = (rate: number) => String(rate / 1000)

async function getEvent(ctx: StaffContext, id: number) {
  const { name, commissionRate } = events
  const found = await rowsOf(ctx, events, { id }, { id: events.id, name, commissionRate })
  return firstOf(found as { id: number; name: string; commissionRate: number }[], eventMessages.notFound)
}

/**
 * Reads what an event brought by who serves its orders (docs/product.md, The statement). Canceled orders are left out;
 * paid is what was received less what was refunded, in cents.
 *
 * @throws AppError not_found for an event of another company
 */
export async function readStatement(ctx: StaffContext, eventId: number): Promise<Statement> {
  const event = await getEvent(ctx, eventId)
  const { companyId } = ctx.actor
  const { rows } = await ctx.db.execute<{ name: string | null } & Sums>(sql`
    WITH taken AS (
      SELECT o.id, o.booking_id, ${colleague} AS colleague, o.total_cents, o.received_cents FROM orders AS o
      WHERE o.company_id = ${companyId} AND o.event_id = ${eventId} AND o.status <> 'cancelled'),
    by_order AS (
      SELECT colleague, count(*)::int AS orders, sum(total_cents) AS ordered, sum(received_cents) AS paid
      FROM taken GROUP BY colleague),
    by_booking AS (
      SELECT coalesce(t.colleague, 0) AS colleague, count(*)::int AS booked,
        (count(*) FILTER (WHERE b.attendance = 'arrived' OR t.colleague IS NOT NULL))::int AS arrived
      FROM bookings AS b LEFT JOIN LATERAL (
        SELECT colleague FROM taken WHERE booking_id = b.id ORDER BY id LIMIT 1) AS t ON true
      WHERE b.event_id = ${eventId} AND b.company_id = ${companyId} AND b.status = 'active' GROUP BY 1)
    SELECT CASE WHEN colleague > 0 THEN coalesce(nullif(u.name, ''), u.username, 'Former colleague') END AS name,
      coalesce(booked, 0) AS booked, coalesce(arrived, 0) AS arrived, coalesce(orders, 0) AS orders,
      coalesce(ordered, 0)::float8 AS ordered, coalesce(paid, 0)::float8 AS paid
    FROM by_order FULL JOIN by_booking USING (colleague) LEFT JOIN users AS u ON u.id = colleague
    ORDER BY colleague = 0, paid DESC, colleague`)
  const withCommission = rows.map((row) => ({
    ...row,
    commission: percentOn(row.paid, event.commissionRate),
  }))
  const sum = (key: Exclude<keyof (typeof withCommission)[number], 'name'>) =>
    withCommission.reduce((sum, row) => sum + row[key], 0)
  const inDecimals = ({ ordered, paid, commission, ...counts }: Sums & { commission: number }) => ({
    ...counts,
    ordered: centsToDecimal(ordered),
    paid: centsToDecimal(paid),
    commission: centsToDecimal(commission),
  })
  return {
    eventName: event.name,
    percent: percentText(event.commissionRate),
    rows: withCommission.map(({ name, ...sums }) => ({ name, ...inDecimals(sums) })),
    total: inDecimals({
      booked: sum('booked'),
      arrived: sum('arrived'),
      orders: sum('orders'),
      ordered: sum('ordered'),
      paid: sum('paid'),
      commission: sum('commission'),
    }),
  }
}

/** Changes an event's commission. @throws AppError not_found; changed if someone else just changed it */
export async function saveCommission(ctx: StaffContext, eventId: number, { percent, seen }: CommissionInput) {
  return inTransaction(ctx, async (ctx) => {
    const { id, name, commissionRate } = await getEvent(ctx, eventId)
    const before = percentText(commissionRate)
    const isSeen = sql`id = ${id} AND company_id = ${ctx.actor.companyId} AND commission_rate = ${seen}`
    const { rowCount } = await setRows(ctx, events, isSeen, { commissionRate: percent })
    if (!rowCount)
      throw new AppError('changed', `A colleague just changed this to ${before}%. Review it, then save.`)
    const changes = changesBetween({ commission: percentText(seen) }, { commission: percentText(percent) }, [
      'commission',
    ])
    if (changes.length > 0) await record(ctx, 'event.changed', { id, name }, changes)
    return readStatement(ctx, id)
  })
}
