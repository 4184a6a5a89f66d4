import type { WhichPerson } from '@trunkshow/contract/customers/screens.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { followUpMessages, MAX_OPEN_FOLLOW_UPS } from '@trunkshow/contract/follow-ups/messages.ts'
import type { FollowUp } from '@trunkshow/contract/follow-ups/schema.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import { bookingsOf } from '../customers/records-of.ts'
import { todayOf } from '../orders/money/queries.ts'
import { iso } from '../platform/db/statement.ts'

/** Of the customer or guest of `f`, in lower case. */
const emails = sql`ARRAY(
  SELECT unnest(lower(email) || also_emails) FROM customers WHERE id = f.customer_id AND email <> ''
  UNION ALL SELECT lower(attendee_email) FROM bookings WHERE id = f.booking_id AND attendee_email <> '')`

/** The first order or booking of theirs since `f` is open: it closes it (docs/product.md, Follow-ups). */
const met = sql`LATERAL (
  SELECT * FROM (
    SELECT 'order' AS by, o.created_at AS at, '#' || o.order_number AS name FROM orders AS o
    WHERE o.company_id = f.company_id AND o.created_at > f.open_since AND o.customer_id IN (
      SELECT f.customer_id UNION ALL
      SELECT c.id FROM customers AS c WHERE c.company_id = f.company_id AND lower(c.email) = ANY (${emails}))
    UNION ALL SELECT 'order', o.created_at, '#' || o.order_number FROM orders AS o
    WHERE o.booking_id = f.booking_id AND o.company_id = f.company_id AND o.created_at > f.open_since
    UNION ALL SELECT 'booking', b.created_at, e.name FROM bookings AS b JOIN events AS e ON e.id = b.event_id
    WHERE lower(b.attendee_email) = ANY (${emails}) AND b.company_id = f.company_id AND b.created_at > f.open_since
  ) AS later ORDER BY at LIMIT 1) AS met`

const open = sql`f.closed_at IS NULL AND met.by IS NULL`

interface Selected {
  where: SQL
  orderBy?: SQL
  limit?: number
  /** For each of these guests; `guest` is their booking. */
  guests?: SQL
}

async function select(
  { db, actor: { companyId } }: TenantContext,
  { where, orderBy = sql`f.due_on, f.id`, limit = MAX_OPEN_FOLLOW_UPS, guests }: Selected,
): Promise<FollowUp[]> {
  const { rows } = await db.execute<FollowUp & Record<string, unknown>>(sql`
    SELECT f.id, f.customer_id AS "customerId", f.booking_id AS "bookingId",
      coalesce(trim(c.first_name || ' ' || c.last_name), b.attendee_name) AS name,
      u.id AS "assigneeId", coalesce(nullif(u.name, ''), u.username) AS "assigneeName",
      f.due_on::text AS "dueOn", f.text, f.version, coalesce(f.closed_by, met.by) AS "closedBy",
      coalesce(f.closed_name, met.name) AS "closedName", ${iso(sql`coalesce(f.closed_at, met.at)`)} AS "closedAt",
      ${guests ? sql`guest.id` : sql`NULL`} AS "guestBookingId"
    FROM follow_ups AS f ${guests ?? sql``}
      LEFT JOIN ${met} ON f.closed_at IS NULL
      LEFT JOIN customers AS c ON c.id = f.customer_id LEFT JOIN bookings AS b ON b.id = f.booking_id
      LEFT JOIN users AS u ON u.id = f.assignee_id
    WHERE f.company_id = ${companyId} AND ${where} ORDER BY ${orderBy} LIMIT ${limit}`)
  return rows
}

/** Returns a follow-up. @throws AppError not_found */
export const getFollowUp = async (ctx: TenantContext, id: number): Promise<FollowUp> =>
  firstOf(await select(ctx, { where: sql`f.id = ${id}` }), followUpMessages.notFound)

/** How many of a person's follow-ups are listed, with the closed ones. */
const MAX_OF_PERSON = 50

/** Returns a person's follow-ups, the open ones of an event's guests, or those that are due by the company's clock. */
export async function listFollowUps(
  ctx: TenantContext,
  { eventId, ...who }: WhichPerson & { eventId?: number | undefined },
): Promise<FollowUp[]> {
  const { companyId } = ctx.actor
  if (eventId !== undefined)
    return select(ctx, {
      where: open,
      guests: sql`JOIN bookings AS guest ON guest.event_id = ${eventId} AND guest.company_id = f.company_id
        AND guest.status = 'active' AND (guest.id = f.booking_id OR lower(guest.attendee_email) = ANY (${emails}))`,
    })
  if (Object.values(who).every((id) => id === undefined))
    return select(ctx, { where: sql`${open} AND f.due_on <= ${await todayOf(ctx)}` })
  return select(ctx, {
    where: sql`(f.customer_id = ${who.customerId ?? null}::int OR f.booking_id IN (${bookingsOf(companyId, who)}))`,
    orderBy: sql`NOT (${open}), coalesce(f.closed_at, met.at) DESC, f.due_on, f.id`,
    limit: MAX_OF_PERSON,
  })
}

/** Counts the company's open follow-ups. */
export async function countOpen(ctx: TenantContext): Promise<number> {
  const { rows } = await ctx.db.execute<{ count: number }>(sql`
    SELECT count(*)::int AS count FROM follow_ups AS f LEFT JOIN ${met} ON true
    WHERE f.company_id = ${ctx.actor.companyId} AND ${open}`)
  return rows[0]!.count
}

/** Stores which orders and bookings closed what, of all companies: what is read otherwise would grow. */
export async function closeMet({ db }: Pick<TenantContext, 'db'>): Promise<void> {
  await db.execute(sql`
    UPDATE follow_ups AS stored SET closed_at = met.at, closed_by = met.by, closed_name = met.name, updated_at = now()
    FROM follow_ups AS f JOIN ${met} ON true
    WHERE f.id = stored.id AND f.closed_at IS NULL AND stored.closed_at IS NULL AND stored.open_since = f.open_since`)
}
