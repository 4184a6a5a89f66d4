import { api } from '@trunkshow/contract/api.ts'
import { type Home, MAX_TODAY } from '@trunkshow/contract/home/schema.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import type { AgreementState } from '@trunkshow/contract/orders/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import type { StaffContext } from '../context.ts'
import { listEvents } from '../events/queries.ts'
import { countRisks } from '../orders/making/list-board.ts'
import { isOverdueOf } from '../orders/money/queries.ts'
import { isAgreed } from '../orders/proposals/list-agreements.ts'
import { andMine } from '../platform/db/schema/company.ts'
import { owes } from '../platform/db/schema/orders.ts'
import { iso } from '../platform/db/statement.ts'
import { readPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { listFill } from '../slots/queries.ts'

/** Events in each list of the screen. */
const LISTED = 5
/** Orders are counted up to this number: more are as urgent. */
const MAX_COUNTED = 1000

export function homeRoutes(app: FastifyInstance) {
  route(app, api.home.get, async (ctx, { query }) => readHome(ctx, query.mine))
}

/** What Home shows of all, or of what is assigned to the caller, except what failed in Shopify, which is a call of its own (docs/product.md, Home). */
async function readHome(ctx: StaffContext, mine?: boolean): Promise<Home> {
  const which = andMine(ctx, mine)
  const nextEvents = await listNextEvents(ctx)
  const [shared] =
    nextEvents.length > 0
      ? nextEvents
      : (await listEvents(ctx, readPage({ limit: 1 }), { sort: 'newest' })).items
  return {
    ...(await readCounts(ctx, which)),
    ...(await readDue(ctx, which)),
    ...(await readPayments(ctx)),
    agreements: await readAgreements(ctx, which),
    making: await countRisks(ctx, mine),
    today: await readToday(ctx, which),
    nextEvents,
    sharedEventId: shared?.id ?? null,
    revenue: await listRevenue(ctx),
  }
}

/** Bookings of today by the clock of each event's venue, from FROM on. */
const ofToday = (companyId: number, which: SQL) => sql`
  FROM events AS e
  JOIN time_slots AS s ON s.event_id = e.id AND s.slot_date = wall_clock(now(), e.time_zone)::date
  JOIN bookings AS b ON b.time_slot_id = s.id AND b.status = 'active'
  WHERE e.company_id = ${companyId} ${which}`

const endsAt = sql`instant_of(s.slot_date + s.end_time, s.time_zone)`

async function readToday({ db, actor: { companyId } }: StaffContext, which: SQL): Promise<Home['today']> {
  const today = ofToday(companyId, which)
  const { rows: counts } = await db.execute<Omit<Home['today'], 'bookings'>>(sql`
    SELECT count(*)::int AS count, coalesce(sum(party_size), 0)::int AS guests, (count(*) FILTER (WHERE attendance = 'arrived'))::int AS arrived,
      coalesce(min(place) FILTER (WHERE is_expected) - 1, greatest(0, count(*) - ${MAX_TODAY}))::int AS before,
      (SELECT coalesce(json_agg(json_build_object('id', id, 'name', name) ORDER BY starts_at), '[]') FROM (
        SELECT e.id, e.name, min(s.starts_at) AS starts_at ${today}
        GROUP BY e.id, e.name ORDER BY 3 LIMIT ${MAX_TODAY}) AS begun) AS events
    FROM (
      SELECT b.attendance, b.party_size, b.attendance IS NULL AND ${endsAt} > now() AS is_expected,
        row_number() OVER (ORDER BY s.starts_at, b.id) AS place
      ${today}) AS booked`)
  const { before } = counts[0]!
  const { rows } = await db.execute<Home['today']['bookings'][number] & Record<string, unknown>>(sql`
    SELECT b.id, e.id AS "eventId", e.name AS "eventName", b.attendee_name AS "attendeeName",
      b.party_size AS "partySize", to_char(s.start_time, 'HH24:MI') AS "startTime",
      to_char(s.end_time, 'HH24:MI') AS "endTime", ${iso(sql`s.starts_at`)} AS "startsAt",
      ${iso(endsAt)} AS "endsAt", b.attendance, b.coming_at IS NOT NULL AS "isComing"
    ${today} ORDER BY s.starts_at, b.id OFFSET ${before} LIMIT ${MAX_TODAY}`)
  return { ...counts[0]!, bookings: rows }
}

type Counts = Pick<Home, 'steps' | 'unpaidOrders' | 'ordersToShip'>

/** What orders owe, and what of it is overdue. */
async function readDue(
  { db, actor: { companyId } }: StaffContext,
  which: SQL,
): Promise<Pick<Home, 'due' | 'overdue'>> {
  const { rows } = await db.execute<Record<'due' | 'late', string> & { orders: number }>(sql`
    SELECT (SELECT coalesce(sum(total_cents - received_cents), 0) FROM orders WHERE company_id = ${companyId} AND ${owes} ${which}) AS due,
      least(count(*), ${MAX_COUNTED})::int AS orders, coalesce(sum(total_cents - received_cents), 0) AS late
    FROM orders WHERE company_id = ${companyId} AND ${isOverdueOf(companyId)} ${which}`)
  const { due, orders, late } = rows[0]!
  return { due: centsToDecimal(Number(due)), overdue: { orders, due: centsToDecimal(Number(late)) } }
}

/** How many orders in work wait for their customers, or for us because of them. */
async function readAgreements(
  { db, actor: { companyId } }: StaffContext,
  which: SQL,
): Promise<Home['agreements']> {
  const count = (...states: AgreementState[]) => sql`(SELECT count(*)::int FROM (
    SELECT FROM orders WHERE company_id = ${companyId} AND status IN ('pending', 'paid') AND ${isAgreed(states)} ${which}
    LIMIT ${MAX_COUNTED}) AS counted)`
  const { rows } = await db.execute<Home['agreements'] & Record<string, unknown>>(sql`
    SELECT ${count('sent', 'seen')} AS waiting, ${count('changeAsked')} AS "changeAsked", ${count('changed')} AS changed`)
  return rows[0]!
}

/** The most disputes that Home names. */
const MAX_DISPUTES = 10

/** What someone has to see to in Stripe. The statuses are Stripe's (https://docs.stripe.com/api/disputes/object). */
async function readPayments({
  db,
  actor: { companyId },
}: StaffContext): Promise<Pick<Home, 'mustReconnect' | 'disputes'>> {
  const { rows } = await db.execute<Pick<Home, 'mustReconnect' | 'disputes'> & Record<string, unknown>>(sql`
    SELECT EXISTS (SELECT FROM stripe_accounts WHERE company_id = ${companyId} AND must_reconnect) AS "mustReconnect",
      (SELECT coalesce(json_agg(open), '[]') FROM (
        SELECT o.id AS "orderId", o.order_number AS "orderNumber", ((dispute->>'cents')::numeric / 100)::numeric(12, 2)::text AS amount,
          dispute->>'dueBy' AS "dueBy"
        FROM payment_requests AS p JOIN orders AS o ON o.id = p.order_id
        WHERE p.company_id = ${companyId} AND dispute IS NOT NULL AND dispute->>'status' IN ('needs_response', 'warning_needs_response')
        ORDER BY 4 LIMIT ${MAX_DISPUTES}) AS open) AS disputes`)
  return rows[0]!
}

async function readCounts({ db, actor: { companyId } }: StaffContext, which: SQL): Promise<Counts> {
  const countOrders = (status: string) => sql`(SELECT count(*)::int FROM (
    SELECT FROM orders WHERE company_id = ${companyId} AND status = ${status} ${which} LIMIT ${MAX_COUNTED}) AS waiting)`
  const hasAny = (table: string) =>
    sql`EXISTS (SELECT FROM ${sql.identifier(table)} WHERE company_id = ${companyId})`
  const { rows } = await db.execute<Counts & Record<string, unknown>>(sql`
    SELECT json_build_object(
        'company', EXISTS (SELECT FROM companies WHERE id = ${companyId} AND company_name IS NOT NULL),
        'event', ${hasAny('events')},
        'booking', EXISTS (
          SELECT FROM events AS e JOIN bookings AS b ON b.event_id = e.id WHERE e.company_id = ${companyId}),
        'template', EXISTS (
          SELECT FROM order_form_templates WHERE company_id = ${companyId} AND archived_at IS NULL),
        'order', ${hasAny('orders')}
      ) AS steps,
      ${countOrders('pending')} AS "unpaidOrders", ${countOrders('paid')} AS "ordersToShip"`)
  return rows[0]!
}

async function listNextEvents(ctx: StaffContext): Promise<Home['nextEvents']> {
  const { items } = await listEvents(ctx, readPage({ limit: LISTED }), { isActive: true, when: 'upcoming' })
  const ids = items.map(({ id }) => id)
  const fill = await listFill(ctx, ids)
  return items.map(({ id, name, eventDate, endDate }) => {
    const { booked, totalSlots } = fill.find(({ eventId }) => eventId === id) ?? { booked: 0, totalSlots: 0 }
    return { id, name, eventDate, endDate, booked, totalSlots }
  })
}

async function listRevenue({ db, actor: { companyId } }: StaffContext): Promise<Home['revenue']> {
  const { rows } = await db.execute<Home['revenue'][number] & Record<string, unknown>>(sql`
    SELECT e.id, e.name, e.event_date::text AS "eventDate", o.orders, o.ordered, o.paid
    FROM (
      SELECT * FROM events AS e
      CROSS JOIN LATERAL (SELECT e.event_date <= wall_clock(now(), e.time_zone)::date AS begun) AS day
      WHERE e.company_id = ${companyId} AND (begun OR EXISTS (
        SELECT FROM orders AS o WHERE o.company_id = ${companyId} AND o.event_id = e.id AND o.status <> 'cancelled'))
      ORDER BY begun DESC, e.event_date DESC, e.id DESC LIMIT ${LISTED}
    ) AS e
    CROSS JOIN LATERAL (
      SELECT count(*)::int AS orders, coalesce(sum(total_cents), 0) AS ordered,
        coalesce(sum(total_cents) FILTER (WHERE status <> 'pending'), 0) AS paid
      FROM orders WHERE company_id = ${companyId} AND event_id = e.id AND status <> 'cancelled'
    ) AS o
    ORDER BY begun DESC, e.event_date DESC, e.id DESC`)
  return rows.map(({ ordered, paid, ...row }) => ({
    ...row,
    ordered: centsToDecimal(Number(ordered)),
    paid: centsToDecimal(Number(paid)),
  }))
}
