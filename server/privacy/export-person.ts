import { formatMeasure } from '@trunkshow/contract/measurements/rules.ts'
import type { Measuring } from '@trunkshow/contract/measurements/schema.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { PersonData } from '@trunkshow/contract/privacy/schema.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isToGuest } from '../platform/mail/attention.ts'
import { findPerson, type PersonQuery } from './find-person.ts'

const isoOf = (column: string) =>
  sql.raw(`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')`)
const listOf = (rows: SQL) => sql`(SELECT coalesce(json_agg(listed), '[]') FROM (${rows}) AS listed)`

type StoredMeasuring = Omit<PersonData['customers'][number]['measurements'][number], 'values'> &
  Pick<Measuring, 'unit' | 'values'>
type StoredCustomer = Omit<PersonData['customers'][number], 'measurements'> & {
  measurements: StoredMeasuring[]
}

const shownCustomer = (customer: StoredCustomer): PersonData['customers'][number] => ({
  ...customer,
  measurements: customer.measurements.map(({ unit, values, ...measuring }) => ({
    ...measuring,
    values: Object.fromEntries(values.map(({ label, value }) => [label, formatMeasure(value, unit)])),
  })),
})

const shown = (order: PersonData['orders'][number]) => ({
  ...order,
  total: formatMoney(order.total),
  payments: order.payments.map((entry) => ({ ...entry, amount: formatMoney(entry.amount) })),
})

/**
 * Returns everything a company stores about a person; for the guest, without the company's own notes, and of emails only
 * those that went to them, since a booking's email may have been corrected.
 */
export async function exportPerson(ctx: TenantContext, sought: PersonQuery, { forGuest = false } = {}) {
  return inTransaction(ctx, async (ctx) => {
    const { companyId } = ctx.actor
    const { customerIds, bookingIds, orderIds, waitIds, emails } = await findPerson(ctx, sought)
    const isAmong = (ids: number[]) => sql`= ANY(${sql.param(ids)}::int[])`
    const notes = forGuest ? sql`` : sql`notes,`
    const tags = forGuest ? sql`` : sql`tags,`
    const { rows } = await ctx.db.execute<
      Omit<PersonData, 'customers'> & { customers: StoredCustomer[] }
    >(sql`
      SELECT company_name AS company, ${isoOf('now()')} AS "madeAt", ${listOf(sql`
        SELECT first_name AS "firstName", last_name AS "lastName", email || also_emails AS emails, phone, ${notes} ${tags}
          tax_exempt AS "taxExempt",
          ARRAY(SELECT concat_ws(', ', street, street2, city, state || ' ' || zip) FROM addresses AS a
            WHERE a.customer_id = customers.id ORDER BY a.id) AS addresses,
          ${listOf(sql`
            SELECT measured_on::text AS date, set_name AS set, wearer, ${forGuest ? sql`` : sql`note AS notes,`}
              unit, values
            FROM measurings AS m WHERE m.customer_id = customers.id ORDER BY m.id`)} AS measurements,
          ${isoOf('created_at')} AS since
        FROM customers WHERE company_id = ${companyId} AND id ${isAmong(customerIds)} ORDER BY id`)} AS customers,
      ${listOf(sql`
        SELECT e.name AS event, s.slot_date::text AS date, to_char(s.start_time, 'HH24:MI') AS "startTime",
          to_char(s.end_time, 'HH24:MI') AS "endTime", b.status, b.attendee_name AS name, b.attendee_email AS email,
          b.phone, b.party_size AS "partySize", ${notes} ${isoOf('b.created_at')} AS "bookedAt",
          (SELECT coalesce(json_object_agg(given->>'label', given->'answer'), '{}')
            FROM jsonb_array_elements(b.answers) AS given) AS answers
        FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id JOIN events AS e ON e.id = b.event_id
        WHERE b.company_id = ${companyId} AND b.id ${isAmong(bookingIds)} ORDER BY b.id`)} AS bookings,
      ${listOf(sql`
        SELECT text, due_on::text AS "dueOn", ${isoOf('closed_at')} AS "closedAt" FROM follow_ups
        WHERE company_id = ${companyId} AND NOT ${forGuest}
          AND (customer_id ${isAmong(customerIds)} OR booking_id ${isAmong(bookingIds)}) ORDER BY id`)} AS "followUps",
      -- Answers have the labels of the form that the order was filled in on.
      ${listOf(sql`
        SELECT '#' || order_number AS number, status, ${isoOf('o.created_at')} AS date, customer_name AS name,
          customer_email AS email, customer_phone AS phone, items, ${notes}
          nullif(concat_ws(', ', customer_address, customer_address2, customer_city,
            concat_ws(' ', customer_state, customer_zip)), '') AS address,
          ARRAY(SELECT display_name FROM attachments AS a WHERE a.order_id = o.id ORDER BY a.id) AS files,
          (SELECT coalesce(json_object_agg(coalesce(label, key), value), '{}') FROM jsonb_each(form_data)
            LEFT JOIN jsonb_to_recordset(v.fields) AS field (id text, label text) ON field.id = key) AS answers,
          ${listOf(sql`
            SELECT l.name, l.quantity,
              (SELECT coalesce(json_object_agg(chosen->>'name', chosen->>'option'), '{}')
                FROM jsonb_array_elements(l.options) AS chosen) AS options,
              (SELECT coalesce(json_object_agg(coalesce(label, key), value), '{}') FROM jsonb_each(l.form_data)
                LEFT JOIN jsonb_to_recordset(own.fields) AS field (id text, label text) ON field.id = key) AS answers
            FROM order_products AS l LEFT JOIN order_template_versions AS own
              ON own.template_id = l.template_id AND own.version = l.template_version
            WHERE l.order_id = o.id ORDER BY l.id`)} AS lines,
          (total_cents / 100.0)::numeric(20, 2)::text AS total,
          ${listOf(sql`
            SELECT kind, received_on::text AS date, (cents / 100.0)::numeric(20, 2)::text AS amount, method, reference
            FROM order_entries AS p WHERE p.order_id = o.id ORDER BY p.id`)} AS payments,
          ${listOf(sql`
            SELECT number, hash, snapshot, ${isoOf('created_at')} AS "sentAt", ${listOf(sql`
              SELECT kind, name, wish, drawing, ${isoOf('created_at')} AS "answeredAt", browser
              FROM proposal_answers AS given WHERE given.proposal_id = p.id ORDER BY given.id`)} AS answers
            FROM proposals AS p WHERE p.order_id = o.id ORDER BY p.number`)} AS proposals
        FROM orders AS o
          JOIN order_template_versions AS v ON v.template_id = o.template_id AND v.version = o.template_version
        WHERE o.company_id = ${companyId} AND o.id ${isAmong(orderIds)} ORDER BY o.id`)} AS orders,
      ${listOf(sql`
        SELECT e.name AS event, coalesce(w.slot_date, s.slot_date)::text AS date,
          to_char(s.start_time, 'HH24:MI') AS "startTime", w.status, w.attendee_name AS name, w.attendee_email AS email,
          w.party_size AS "partySize", ${isoOf('w.created_at')} AS "joinedAt"
        FROM waitlist_entries AS w JOIN events AS e ON e.id = w.event_id
          LEFT JOIN time_slots AS s ON s.id = w.time_slot_id
        WHERE w.company_id = ${companyId} AND w.id ${isAmong(waitIds)} ORDER BY w.id`)} AS waitlists,
      ${listOf(sql`
        SELECT m.recipient_email AS to, m.subject, ${isoOf('m.sent_at')} AS "sentAt", e.text
        FROM email_notifications AS m LEFT JOIN emails AS e ON e.id = m.id
        WHERE m.company_id = ${companyId}
          AND (m.booking_id ${isAmong(bookingIds)} OR m.waitlist_entry_id ${isAmong(waitIds)}
            OR m.order_id ${isAmong(orderIds)})
          AND ${isToGuest(sql`m`)} AND m.sent_at IS NOT NULL AND m.recipient_email IS NOT NULL
          AND (NOT ${forGuest} OR lower(m.recipient_email) = ANY(${sql.param(emails)}::text[]))
        ORDER BY m.id`)} AS emails
      FROM companies WHERE id = ${companyId}`)
    const data = rows[0]!
    return { ...data, customers: data.customers.map(shownCustomer), orders: data.orders.map(shown) }
  })
}
