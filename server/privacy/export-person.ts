import type { GivenAnswer } from '@trunkshow/contract/bookings/rules.ts'
import { centsToDecimal, formatMoney } from '@trunkshow/contract/money.ts'
import type { PersonData } from '@trunkshow/contract/privacy/schema.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import { runQuery } from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isToGuest } from '../platform/mail/attention.ts'
import { findPerson, type Person, type PersonQuery } from './find-person.ts'

type RowOf<Part extends keyof PersonData> = PersonData[Part] extends (infer Row)[] ? Row : never

const isoOf = (column: string) =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)

const readCustomers = (ctx: TenantContext, { customerIds }: Person) =>
  runQuery<RowOf<'customers'>>(
    ctx,
    sql`
    SELECT first_name AS "firstName", last_name AS "lastName", email || also_emails AS emails, phone, notes,
      ARRAY(SELECT concat_ws(', ', street, street2, city, state || ' ' || zip) FROM addresses AS a
        WHERE a.customer_id = customers.id ORDER BY a.id) AS addresses,
      ${isoOf('created_at')} AS since
    FROM customers WHERE company_id = ${ctx.actor.companyId} AND id = ANY(${sql.param(customerIds)}::int[]) ORDER BY id`,
  )

async function readBookings(ctx: TenantContext, { bookingIds }: Person) {
  const rows = await runQuery<Omit<RowOf<'bookings'>, 'answers'> & { given: GivenAnswer[] | null }>(
    ctx,
    sql`
    SELECT e.name AS event, s.slot_date::text AS date, s.start_time AS "startTime", s.end_time AS "endTime", b.status,
      b.attendee_name AS name, b.attendee_email AS email, b.phone,
      b.party_size AS "partySize", b.notes, b.answers AS given,
      ${isoOf('b.created_at')} AS "bookedAt"
    FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id JOIN events AS e ON e.id = b.event_id
    WHERE b.company_id = ${ctx.actor.companyId} AND b.id = ANY(${sql.param(bookingIds)}::int[]) ORDER BY b.id`,
  )
  return rows.map(({ given, ...booking }) => ({
    ...booking,
    answers: Object.fromEntries((given ?? []).map(({ label, answer }) => [label, answer])),
  }))
}

async function readOrders(ctx: TenantContext, { orderIds }: Person) {
  const rows = await runQuery<
    Omit<RowOf<'orders'>, 'total'> & { totalCents: number; fields: TemplateField[] }
  >(
    ctx,
    sql`
    SELECT '#' || order_number AS number, status, ${isoOf('o.created_at')} AS date, customer_name AS name,
      customer_email AS email, customer_phone AS phone, items, notes, total_cents AS "totalCents",
      form_data AS answers, v.fields,
      nullif(concat_ws(', ', customer_address, customer_address2, customer_city,
        concat_ws(' ', customer_state, customer_zip)), '') AS address,
      ARRAY(SELECT display_name FROM attachments AS a WHERE a.order_id = o.id ORDER BY a.id) AS files
    FROM orders AS o JOIN order_template_versions AS v ON v.template_id = o.template_id AND v.version = o.template_version
    WHERE o.company_id = ${ctx.actor.companyId} AND o.id = ANY(${sql.param(orderIds)}::int[]) ORDER BY o.id`,
  )
  return rows.map(({ totalCents, fields, answers, ...order }) => ({
    ...order,
    // Uses the labels of the form the order was filled in on.
    answers: Object.fromEntries(
      Object.entries(answers).map(([id, answer]) => [
        fields.find((field) => field.id === id)?.label ?? id,
        answer,
      ]),
    ),
    total: formatMoney(centsToDecimal(totalCents)),
  }))
}

const readWaits = (ctx: TenantContext, { waitIds }: Person) =>
  runQuery<RowOf<'waitlists'>>(
    ctx,
    sql`
    SELECT e.name AS event, coalesce(w.slot_date, s.slot_date)::text AS date,
      to_char(s.start_time, 'HH24:MI') AS "startTime", w.status, w.attendee_name AS name, w.attendee_email AS email,
      w.party_size AS "partySize", ${isoOf('w.created_at')} AS "joinedAt"
    FROM waitlist_entries AS w JOIN events AS e ON e.id = w.event_id LEFT JOIN time_slots AS s ON s.id = w.time_slot_id
    WHERE w.company_id = ${ctx.actor.companyId} AND w.id = ANY(${sql.param(waitIds)}::int[]) ORDER BY w.id`,
  )

/** A booking's email may have been corrected: its guest gets only the emails that went to theirs. */
const readMails = (ctx: TenantContext, { bookingIds, waitIds, emails }: Person, forGuest: boolean) =>
  runQuery<RowOf<'emails'>>(
    ctx,
    sql`
    SELECT m.recipient_email AS to, m.subject, ${isoOf('m.sent_at')} AS "sentAt", e.text
    FROM email_notifications AS m LEFT JOIN emails AS e ON e.id = m.id
    WHERE m.company_id = ${ctx.actor.companyId}
      AND (m.booking_id = ANY(${sql.param(bookingIds)}::int[])
        OR m.waitlist_entry_id = ANY(${sql.param(waitIds)}::int[]))
      AND ${isToGuest(sql`m`)} AND m.sent_at IS NOT NULL AND m.recipient_email IS NOT NULL
      AND (NOT ${forGuest} OR lower(m.recipient_email) = ANY(${sql.param(emails)}::text[]))
    ORDER BY m.id`,
  )

const withoutNotes = <Row extends { notes?: string }>({ notes: _, ...row }: Row) => row

/** Returns everything a company stores about a person; for the guest, without the company's own notes. */
export async function exportPerson(
  ctx: TenantContext,
  sought: PersonQuery,
  { forGuest = false } = {},
): Promise<PersonData> {
  return inTransaction(ctx, async (ctx) => {
    const person = await findPerson(ctx, sought)
    const [company] = await runQuery<Pick<PersonData, 'company' | 'madeAt'>>(
      ctx,
      sql`SELECT company_name AS company, ${isoOf('now()')} AS "madeAt" FROM companies WHERE id = ${ctx.actor.companyId}`,
    )
    const shown = <Row extends { notes?: string }>(rows: Row[]) => (forGuest ? rows.map(withoutNotes) : rows)
    return {
      ...company!,
      customers: shown(await readCustomers(ctx, person)),
      bookings: shown(await readBookings(ctx, person)),
      orders: shown(await readOrders(ctx, person)),
      waitlists: await readWaits(ctx, person),
      emails: await readMails(ctx, person, forGuest),
    }
  })
}
