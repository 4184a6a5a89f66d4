import { firstOf } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { methodWords } from '@trunkshow/contract/payments/fields.ts'
import type { EntryMethod } from '@trunkshow/contract/payments/rules.ts'
import { daysBefore } from '@trunkshow/contract/reports/rules.ts'
import type { Outcome, Report, ReportScope } from '@trunkshow/contract/reports/schema.ts'
import { type UsState, usStates } from '@trunkshow/contract/us-states.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { owes } from '../platform/db/schema/orders.ts'
import { inTransaction } from '../platform/db/transaction.ts'

/** The most rows: events, and names in a revenue table, whose rest is one more. */
interface Most {
  events: number
  names: number
}
export const mostOnScreen: Most = { events: 100, names: 20 }
export const mostInFile: Most = { events: 10_000, names: 10_000 }

/**
 * Reads a report (docs/product.md, Reports).
 *
 * @param scope an event's ID, or the first and last day of a period, `yyyy-MM-dd`: of appointments by the venue's clock,
 *   of orders by the company's
 * @throws AppError not_found for an event of another company
 */
export async function readReport(ctx: StaffContext, scope: ReportScope, most: Most): Promise<Report> {
  const eventName = scope.eventId === undefined ? null : await getEventName(ctx, scope.eventId)
  const parts = await findParts(ctx, scope)
  const [goods, { byEvent, ...sums }] = await Promise.all([
    inOneProcess(ctx, async (ctx) => ({
      products: await readProducts(ctx, parts, most.names),
      before: await readBefore(ctx, scope),
    })),
    inOneProcess(ctx, async (ctx) => ({
      ...(await readRevenue(ctx, parts, most.names)),
      ...(await readBookings(ctx, parts)),
      ...(await readMoney(ctx, scope, parts)),
      taxes: await readTaxes(ctx, parts),
    })),
  ])
  return { eventName, ...goods, ...sums, events: await listEvents(ctx, parts, byEvent, most.events) }
}

/** PostgreSQL would divide each statement among several processes: slower for two beside each other (measured), and more load. */
const inOneProcess = <T>(ctx: StaffContext, read: (ctx: StaffContext) => Promise<T>) =>
  inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`SET LOCAL max_parallel_workers_per_gather = 0`)
    return read(ctx)
  })

async function getEventName({ db, actor }: StaffContext, id: number): Promise<string> {
  const { rows } = await db.execute<{ name: string }>(
    sql`SELECT name FROM events WHERE id = ${id} AND company_id = ${actor.companyId}`,
  )
  return firstOf(rows, eventMessages.notFound).name
}

/** The outcome of the event before this one that had bookings or orders, or of the days before these; null without either. */
async function readBefore(ctx: StaffContext, { eventId, from, to }: ReportScope): Promise<Report['before']> {
  const { db, actor } = ctx
  const read = async (scope: ReportScope, eventName: string | null) => {
    const { slots, bookings, orders } = await findParts(ctx, scope)
    const { rows } = await db.execute<Pick<Outcome, 'steps' | 'total'>>(sql`
      WITH ${slots}, ${bookings}, ${orders}, sums AS (
        SELECT count(*) AS orders, sum(total_cents) AS ordered, sum(total_cents) FILTER (WHERE paid) AS paid FROM taken)
      SELECT ${steps} AS steps, ${total} AS total`)
    const outcome = rows[0]!
    return outcome.steps.booked + outcome.total.orders === 0 ? null : { scope, eventName, ...outcome }
  }
  if (eventId === undefined) return read(daysBefore(from!, to!), null)
  const { rows } = await db.execute<{ id: number; name: string }>(sql`
    SELECT p.id, p.name FROM events AS e
    JOIN events AS p ON p.company_id = e.company_id AND (p.event_date, p.id) < (e.event_date, e.id)
    WHERE e.id = ${eventId} AND e.company_id = ${actor.companyId} AND (
      EXISTS (SELECT FROM bookings AS b WHERE b.event_id = p.id AND b.status = 'active')
      OR EXISTS (SELECT FROM orders AS o
        WHERE o.event_id = p.id AND o.company_id = e.company_id AND o.status <> 'cancelled'))
    ORDER BY p.event_date DESC, p.id DESC LIMIT 1`)
  return rows[0] ? read({ eventId: rows[0].id }, rows[0].name) : null
}

/** Days begin by the company's clock. The planner is told when: otherwise it expects few orders of any period. */
async function takenBetween(
  db: StaffContext['db'],
  companyId: number,
  { from, to }: Pick<ReportScope, 'from' | 'to'>,
): Promise<SQL> {
  const { rows } = await db.execute<{ begins: Date; ends: Date }>(sql`
    SELECT instant_of(${from}::date, time_zone) AS begins, instant_of(${to}::date + 1, time_zone) AS ends
    FROM companies WHERE id = ${companyId}`)
  const { begins, ends } = rows[0]!
  return sql`AND o.created_at >= ${begins} AND o.created_at < ${ends}`
}

/** What a report covers, as common table expressions: its slots, bookings and orders. */
async function findParts({ db, actor: { companyId } }: StaffContext, { eventId, from, to }: ReportScope) {
  const ofEvent = eventId === undefined ? sql`` : sql`AND e.id = ${eventId}`
  const ofDays = eventId === undefined ? sql`AND s.slot_date BETWEEN ${from} AND ${to}` : sql``
  const taken =
    eventId === undefined ? await takenBetween(db, companyId, { from, to }) : sql`AND o.event_id = ${eventId}`
  return {
    which: taken,
    slots: sql`slots AS (
      SELECT s.id, s.event_id, s.slot_date, s.start_time, s.booked,
        s.starts_at + (s.end_time - s.start_time) <= now() AS over,
        CASE WHEN s.is_available THEN s.total_slots ELSE s.booked END AS spots
      FROM events AS e JOIN time_slots AS s ON s.event_id = e.id ${ofDays}
      WHERE e.company_id = ${companyId} ${ofEvent})`,
    // Who ordered or paid has come, marked or not. An appointment that is not over is to come, unless it is marked.
    bookings: sql`booked AS (
      SELECT b.id, b.event_id, b.attendance, lower(b.attendee_email) AS email, b.created_at,
        coalesce(b.attendance = 'arrived', false) OR o.ordered AS arrived,
        b.attendance IS NULL AND NOT o.ordered AND NOT s.over AS to_come, o.ordered, o.paid
      FROM slots AS s JOIN bookings AS b ON b.time_slot_id = s.id AND b.status = 'active'
      CROSS JOIN LATERAL (
        SELECT count(*) > 0 AS ordered, coalesce(bool_or(o.status <> 'pending'), false) AS paid FROM orders AS o
        WHERE o.booking_id = b.id AND o.company_id = ${companyId} AND o.status <> 'cancelled'
      ) AS o)`,
    // Each use reads the orders again, since most find all they need in the index orders_listed: faster than one copy.
    orders: sql`taken AS NOT MATERIALIZED (
      SELECT o.id, o.event_id, o.customer_id, o.created_at, o.template_id, o.discount_code,
        o.items COLLATE "C" AS items, o.total_cents, o.status <> 'pending' AS paid
      FROM orders AS o WHERE o.company_id = ${companyId} AND o.status <> 'cancelled' ${taken})`,
  }
}

type Parts = Awaited<ReturnType<typeof findParts>>
const steps = sql`(SELECT json_build_object(
  'booked', count(*),
  'toCome', count(*) FILTER (WHERE to_come),
  'arrived', count(*) FILTER (WHERE arrived),
  'ordered', count(*) FILTER (WHERE ordered),
  'paid', count(*) FILTER (WHERE paid)) FROM booked)`

type Booked = Pick<Report, 'steps' | 'attendance' | 'fill' | 'guests'>

async function readBookings({ db, actor }: StaffContext, { slots, bookings }: Parts): Promise<Booked> {
  const { rows } = await db.execute<Booked>(sql`
    WITH ${slots}, ${bookings},
    guests AS (SELECT email, max(created_at) AS latest FROM booked WHERE email <> '' GROUP BY email),
    known AS (
      SELECT EXISTS (
        SELECT FROM bookings AS b WHERE lower(b.attendee_email) = g.email AND b.company_id = ${actor.companyId}
          AND b.status = 'active' AND b.created_at < g.latest - interval '1 day') AS before
      FROM guests AS g)
    SELECT
      ${steps} AS steps,
      (SELECT json_build_object(
        'arrived', count(*) FILTER (WHERE arrived),
        'noShows', count(*) FILTER (WHERE attendance = 'no_show' AND NOT arrived),
        'unmarked', count(*) FILTER (WHERE attendance IS NULL AND NOT ordered)) FROM booked WHERE NOT to_come) AS attendance,
      (SELECT coalesce(json_agg(f), '[]') FROM (
        SELECT extract(dow FROM slot_date)::int AS weekday, extract(hour FROM start_time)::int AS hour,
          sum(spots)::int AS spots, sum(booked)::int AS booked
        FROM slots WHERE spots > 0 GROUP BY 1, 2 ORDER BY 1, 2) AS f) AS fill,
      (SELECT json_build_object('new', count(*) FILTER (WHERE NOT before), 'returning', count(*) FILTER (WHERE before))
        FROM known) AS guests`)
  return rows[0]!
}

/** An event's orders. */
type EventSum = { eventId: number } & Report['total']

type Revenue = Pick<Report, 'total' | 'templates' | 'discounts' | 'customers'> & { byEvent: EventSum[] }

/** Cents as a decimal. */
const decimal = (cents: SQL) => sql`(${cents} / 100.0)::numeric(20, 2)::text`
const [ordered, paid] = [decimal(sql`coalesce(sum(ordered), 0)`), decimal(sql`coalesce(sum(paid), 0)`)]

/** The total of the orders, from sums in cents. */
const total = sql`(SELECT json_build_object(
  'orders', coalesce(sum(orders), 0), 'ordered', ${ordered}, 'paid', ${paid}) FROM sums)`

/** The names with the highest sums, and the rest as one row, of rows that have a name and sums. */
const byName = (from: SQL, most: number) => sql`(
  SELECT coalesce(json_agg(r), '[]') FROM (
    SELECT CASE WHEN count(*) > 1 THEN 'Others' ELSE min(name) END AS name, sum(orders)::int AS orders,
      ${ordered} AS ordered, ${paid} AS paid
    FROM (
      SELECT name, sum(orders) AS orders, sum(ordered) AS ordered, sum(paid) AS paid,
        least(row_number() OVER (ORDER BY sum(ordered) DESC, name), ${most + 1}::int) AS rank
      FROM ${from} AS summed GROUP BY name
    ) AS ranked GROUP BY rank ORDER BY rank
  ) AS r)`

async function readRevenue({ db, actor }: StaffContext, { orders }: Parts, most: number): Promise<Revenue> {
  const { rows } = await db.execute<Revenue>(sql`
    WITH ${orders},
    sums AS MATERIALIZED (
      SELECT event_id, template_id, discount_code, count(*) AS orders, sum(total_cents) AS ordered,
        coalesce(sum(total_cents) FILTER (WHERE paid), 0) AS paid
      FROM taken GROUP BY 1, 2, 3),
    by_template AS (
      SELECT t.template_name AS name, s.orders, s.ordered, s.paid
      FROM sums AS s JOIN order_form_templates AS t ON t.id = s.template_id AND t.company_id = ${actor.companyId}),
    by_discount AS (SELECT coalesce(discount_code, 'No discount code') AS name, orders, ordered, paid FROM sums),
    by_event AS (
      SELECT event_id AS "eventId", sum(orders)::int AS orders, ${ordered} AS ordered, ${paid} AS paid
      FROM sums WHERE event_id IS NOT NULL GROUP BY event_id),
    buyers AS (
      SELECT customer_id, max(created_at) AS latest, min(created_at) AS first FROM taken GROUP BY customer_id),
    known AS (
      SELECT first < latest - interval '1 day' OR EXISTS (
        SELECT FROM orders AS o WHERE o.customer_id = b.customer_id AND o.company_id = ${actor.companyId}
          AND o.status <> 'cancelled' AND o.created_at < b.latest - interval '1 day') AS before
      FROM buyers AS b)
    SELECT
      ${total} AS total,
      (SELECT coalesce(json_agg(by_event), '[]') FROM by_event) AS "byEvent",
      ${byName(sql`by_template`, most)} AS templates,
      ${byName(sql`by_discount`, most)} AS discounts,
      (SELECT json_build_object('new', count(*) FILTER (WHERE NOT before), 'returning', count(*) FILTER (WHERE before))
        FROM known) AS customers`)
  return rows[0]!
}

async function readProducts({ db, actor }: StaffContext, { orders }: Parts, most: number) {
  const { rows } = await db.execute<Pick<Report, 'products'>>(sql`
    WITH ${orders},
    -- Only the items of more than one product have a comma, or a name that has one.
    sums AS MATERIALIZED (
      SELECT items AS name, count(*) AS orders, sum(total_cents) AS ordered,
        coalesce(sum(total_cents) FILTER (WHERE paid), 0) AS paid, array_agg(id) FILTER (WHERE strpos(items, ', ') > 0) AS several
      FROM taken GROUP BY items),
    -- The total of another order is shared among its products by their prices, up to each in turn, so that the shares add
    -- up to it.
    shared AS (
      SELECT id, name, paid, CASE
        WHEN prices > 0 THEN floor(total_cents * so_far / prices) - floor(total_cents * (so_far - price) / prices)
        WHEN place = 1 THEN total_cents ELSE 0 END AS cents
      FROM (
        SELECT *, sum(price) OVER (PARTITION BY id ORDER BY line) AS so_far, sum(price) OVER (PARTITION BY id) AS prices,
          row_number() OVER (PARTITION BY id ORDER BY line) AS place
        FROM (
          SELECT o.id, o.status <> 'pending' AS paid, o.total_cents, p.id AS line, p.name COLLATE "C" AS name,
            p.unit_price_cents::bigint * p.quantity AS price
          FROM sums AS s CROSS JOIN unnest(s.several) AS one (id)
          JOIN orders AS o ON o.id = one.id AND o.company_id = ${actor.companyId}
          JOIN order_products AS p ON p.order_id = o.id AND p.company_id = ${actor.companyId}) AS lines) AS priced),
    by_product AS (
      SELECT name, orders, ordered, paid FROM sums WHERE several IS NULL AND name <> ''
      UNION ALL
      SELECT name, count(DISTINCT id), sum(cents), coalesce(sum(cents) FILTER (WHERE paid), 0) FROM shared GROUP BY name)
    SELECT ${byName(sql`by_product`, most)} AS products`)
  return rows[0]!.products
}

/** The tax by month and state. Few orders of a company without rates have any, and an index has only those. */
async function readTaxes({ db, actor }: StaffContext, { which }: Parts): Promise<Report['taxes']> {
  const { rows } = await db.execute<Report['taxes'][number] & { state: UsState }>(sql`
    SELECT to_char(wall_clock(o.created_at, c.time_zone), 'YYYY-MM') AS month, o.tax_state AS state, count(*)::int AS orders,
      ${decimal(sql`sum(o.total_cents - o.tax_cents)`)} AS sales, ${decimal(sql`sum(o.tax_cents)`)} AS tax
    FROM companies AS c
    JOIN orders AS o ON o.company_id = c.id AND o.status <> 'cancelled' AND o.tax_cents > 0 ${which}
    WHERE c.id = ${actor.companyId} GROUP BY 1, 2 ORDER BY 1, 2`)
  return rows.map((row) => ({ ...row, state: usStates[row.state] }))
}

/** What came in by method, on the days of a period or for the orders of an event, and what the orders still owe. */
async function readMoney(
  { db, actor: { companyId } }: StaffContext,
  { eventId, from, to }: ReportScope,
  { which }: Parts,
): Promise<Pick<Report, 'payments' | 'due'>> {
  const covered =
    eventId === undefined
      ? sql`e.received_on BETWEEN ${from} AND ${to}`
      : sql`e.order_id = ANY (ARRAY(SELECT id FROM orders WHERE event_id = ${eventId} AND company_id = ${companyId}))`
  const { rows } = await db.execute<{ method: EntryMethod; entries: number; received: string }>(sql`
    SELECT method, count(*)::int AS entries, ${decimal(sql`sum(cents)`)} AS received
    FROM order_entries AS e WHERE e.company_id = ${companyId} AND ${covered} GROUP BY method ORDER BY sum(cents) DESC`)
  const owed = await db.execute<Report['due'] & Record<string, unknown>>(sql`
    SELECT count(*)::int AS orders, ${decimal(sql`coalesce(sum(total_cents - received_cents), 0)`)} AS due
    FROM orders AS o WHERE o.company_id = ${companyId} AND ${owes} ${which}`)
  return {
    payments: rows.map(({ method, ...row }) => ({ ...row, name: methodWords[method] })),
    due: owed.rows[0]!,
  }
}

async function listEvents(
  { db, actor }: StaffContext,
  { slots, bookings }: Parts,
  orders: readonly EventSum[],
  most: number,
): Promise<Report['events']> {
  const { rows } = await db.execute<Report['events'][number]>(sql`
    WITH ${slots}, ${bookings},
    by_slot AS (SELECT event_id, sum(spots)::int AS spots, sum(booked)::int AS booked FROM slots GROUP BY event_id),
    by_booking AS (
      SELECT event_id, count(*) FILTER (WHERE attendance = 'no_show' AND NOT ordered)::int AS no_shows
      FROM booked WHERE NOT to_come GROUP BY event_id),
    by_order AS (
      SELECT * FROM jsonb_to_recordset(${JSON.stringify(orders)}::jsonb)
        AS ("eventId" int, orders int, ordered text, paid text))
    SELECT e.id, e.name, e.event_date::text AS "eventDate", coalesce(s.spots, 0) AS spots,
      coalesce(s.booked, 0) AS "spotsBooked", coalesce(b.no_shows, 0) AS "noShows",
      coalesce(o.orders, 0) AS orders, coalesce(o.ordered, '0.00') AS ordered, coalesce(o.paid, '0.00') AS paid
    FROM by_slot AS s FULL JOIN by_order AS o ON o."eventId" = s.event_id
    JOIN events AS e ON e.id = coalesce(s.event_id, o."eventId") AND e.company_id = ${actor.companyId}
    LEFT JOIN by_booking AS b ON b.event_id = e.id
    ORDER BY e.event_date DESC, e.id DESC LIMIT ${most}`)
  return rows
}
