import { erasedNames } from '@trunkshow/contract/privacy/messages.ts'
import { type Answers, chosenOption } from '@trunkshow/contract/templates/rules.ts'
import type { TemplateField } from '@trunkshow/contract/templates/schema.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'
import { eraseEmailRows } from '../platform/mail/erase-emails.ts'
import { lockWaitlist } from '../slots/offer-spots.ts'
import type { Records } from './find-person.ts'

type Ids = readonly number[]
/** A photo that a guest gave as an answer, without its row. */
export interface ErasedPhoto extends Record<string, unknown> {
  filename: string
}
const ids = (list: Ids) => sql`${sql.param(list)}::int[]`

/**
 * Removes the guest and what they answered from bookings but keeps date, time and status. The network hash stays until the booking is a day old,
 * so that erasing can't reset the booking limit.
 *
 * @returns their photos, whose files the caller deletes after the commit
 */
export async function blankBookings({ db, actor }: TenantContext, bookingIds: Ids): Promise<ErasedPhoto[]> {
  await db.execute(sql`
    UPDATE bookings SET attendee_name = ${erasedNames.guest}, phone = NULL, answers = NULL, attendee_email = '', notes = '', room = '', idempotency_key = NULL,
      request_hash = NULL, network_hash = CASE WHEN created_at > now() - interval '1 day' THEN network_hash END,
      updated_at = now()
    WHERE company_id = ${actor.companyId} AND id = ANY(${ids(bookingIds)})`)
  const { rows } = await db.execute<ErasedPhoto>(sql`
    DELETE FROM booking_photos WHERE company_id = ${actor.companyId} AND booking_id = ANY(${ids(bookingIds)})
    RETURNING filename`)
  return rows
}

/**
 * Takes the guest off waitlists, keeping network hashes as above, and withdraws offers, whose slots are locked.
 *
 * @returns the slots that have spots again
 */
export async function blankWaits({ db, actor }: TenantContext, waitIds: Ids): Promise<number[]> {
  if (waitIds.length === 0) return []
  const theirs = sql`company_id = ${actor.companyId} AND id = ANY(${ids(waitIds)})`
  await lockWaitlist({ db }, sql`SELECT event_id FROM waitlist_entries WHERE ${theirs}`)
  const { rows } = await db.execute<{ slotId: number }>(sql`
    WITH ended AS (
      UPDATE waitlist_offers SET state = 'withdrawn', ended_at = now()
      WHERE company_id = ${actor.companyId} AND entry_id = ANY(${ids(waitIds)}) AND state = 'open'
      RETURNING time_slot_id, spots
    ), blanked AS (
      UPDATE waitlist_entries SET attendee_name = ${erasedNames.guest}, attendee_email = '',
        network_hash = CASE WHEN created_at > now() - interval '1 day' THEN network_hash END,
        status = CASE WHEN status IN ('waiting', 'offered') THEN 'removed' ELSE status END, updated_at = now()
      WHERE ${theirs}
    )
    UPDATE time_slots SET booked = booked - freed.spots
    FROM (SELECT time_slot_id, sum(spots)::int AS spots FROM ended GROUP BY time_slot_id) AS freed
    WHERE time_slots.id = freed.time_slot_id RETURNING time_slots.id AS "slotId"`)
  return rows.map(({ slotId }) => slotId)
}

/** Erases the emails of these blanked bookings and waits, and skips guest emails not sent yet. Raising `attempts` invalidates a send in progress. */
export async function blankMails(
  { db, actor: { companyId } }: TenantContext,
  { bookingIds, waitIds, orderIds }: Pick<Records, 'bookingIds' | 'waitIds' | 'orderIds'>,
) {
  await db.execute(sql`
    UPDATE email_notifications SET attempts = attempts + 1,
      status = CASE WHEN status IN ('sent', 'failed') OR audience = 'staff' THEN status ELSE 'skipped' END
    WHERE company_id = ${companyId}
      AND (booking_id = ANY(${ids(bookingIds)}) OR waitlist_entry_id = ANY(${ids(waitIds)})
        OR order_id = ANY(${ids(orderIds)}))`)
  await eraseEmailRows({ db }, { companyId, bookingIds, waitIds, orderIds })
}

/** Deletes what was to be done for these people: nothing else counts it. */
export async function deleteFollowUps(
  { db, actor }: TenantContext,
  { customerIds, bookingIds }: Pick<Records, 'customerIds' | 'bookingIds'>,
) {
  await db.execute(sql`
    DELETE FROM follow_ups WHERE company_id = ${actor.companyId}
      AND (customer_id = ANY(${ids(customerIds)}) OR customer_id IS NULL AND booking_id = ANY(${ids(bookingIds)}))`)
}

/** Removes names, emails, phones, notes, addresses and measurements from customers and archives them. */
export async function blankCustomers({ db, actor }: TenantContext, customerIds: Ids) {
  const { companyId } = actor
  const theirs = ids(customerIds)
  for (const table of ['addresses', 'measurings'])
    await db.execute(
      sql`DELETE FROM ${sql.identifier(table)} WHERE company_id = ${companyId} AND customer_id = ANY(${theirs})`,
    )
  await db.execute(sql`
    UPDATE customers SET first_name = 'Erased', last_name = 'customer', email = '', also_emails = '{}', phone = NULL,
      notes = '', tags = '', tax_exempt = '', archived_at = coalesce(archived_at, now()), version = version + 1, updated_at = now()
    WHERE company_id = ${companyId} AND id = ANY(${theirs}) AND email <> ''`)
}

interface FilledForm extends Record<string, unknown> {
  id: number
  formData: Answers
  fields: TemplateField[]
}

/** Keeps the answers the price depends on: options with a price, in the store's own words. */
function pricedAnswers({ formData, fields }: FilledForm): Answers {
  const priced = fields.filter((field) => chosenOption(field, formData[field.id])?.cents)
  return Object.fromEntries(priced.map(({ id }) => [id, formData[id]!]))
}

/** Removes the person from orders. Products, price, discount, payments, status, dates, and the state, for sales tax, stay. */
export async function blankOrders({ db, actor }: TenantContext, orderIds: Ids) {
  const { companyId } = actor
  if (orderIds.length === 0) return
  const keptOf = async (forms: SQL) => {
    const { rows } = await db.execute<FilledForm>(sql`
      SELECT filled.id, form_data AS "formData", v.fields FROM ${forms} AS filled
      JOIN order_template_versions AS v ON v.template_id = filled.template_id AND v.version = filled.template_version
      WHERE filled.company_id = ${companyId}`)
    const kept = rows.map((form) => ({ id: form.id, answers: pricedAnswers(form) }))
    return sql`jsonb_to_recordset(${JSON.stringify(kept)}::jsonb) AS kept (id int, answers jsonb)`
  }
  const ofOrders = await keptOf(sql`(SELECT * FROM orders WHERE id = ANY(${ids(orderIds)}))`)
  await db.execute(sql`
    UPDATE orders SET customer_name = ${erasedNames.customer}, customer_email = '', customer_phone = NULL,
      customer_address = NULL, customer_address2 = NULL, customer_city = NULL, customer_zip = NULL, address_id = NULL,
      form_data = kept.answers, notes = '', tax_exempt = '', shopify_email = NULL, shopify_items = NULL, idempotency_key = NULL,
      request_hash = NULL, version = version + 1, updated_at = now()
    FROM ${ofOrders} WHERE orders.id = kept.id AND company_id = ${companyId}`)
  await db.execute(sql`
    UPDATE payment_requests SET recipient = '' WHERE company_id = ${companyId} AND order_id = ANY(${ids(orderIds)})`)
  const theirs = sql`company_id = ${companyId} AND order_id = ANY(${ids(orderIds)})`
  await db.execute(sql`UPDATE proposals SET snapshot = '', recipient = '' WHERE ${theirs}`)
  await db.execute(sql`
    UPDATE proposal_answers SET name = '', wish = '', drawing = '', network = '', browser = ''
    WHERE proposal_id IN (SELECT id FROM proposals WHERE ${theirs}) AND company_id = ${companyId}`)
  const ofLines = await keptOf(sql`(SELECT * FROM order_products WHERE order_id = ANY(${ids(orderIds)}))`)
  await db.execute(sql`
    UPDATE order_products SET form_data = kept.answers FROM ${ofLines}
    WHERE order_products.id = kept.id AND company_id = ${companyId}`)
  await db.execute(sql`
    UPDATE order_entries SET reference = '', idempotency_key = NULL, request_hash = NULL
    WHERE company_id = ${companyId} AND order_id = ANY(${ids(orderIds)})`)
  await db.execute(
    sql`DELETE FROM attachments WHERE company_id = ${companyId} AND order_id = ANY(${ids(orderIds)})`,
  )
}

/** Allows log entries to be blanked until the transaction ends (decision 034). */
async function allowLogChanges({ db }: TenantContext) {
  await db.execute(sql`SELECT set_config('trunkshow.erasing', 'on', true)`)
}

/** Activities without personal data in their changes; `blankTexts` still checks them. */
const plainActivities = sql`activity IN ('order.status', 'order.cancelled', 'order.discounted', 'order.shopify',
  'order.payment', 'order.refund', 'order.correction',
  'booking.moved', 'waitlist.offered')`
const withoutValues = sql`(
  SELECT coalesce(jsonb_agg(change || '{"from": null, "to": null}'), '[]') FROM jsonb_array_elements(changes) AS change)`

/** Removes names and changed values from log entries of these records, keeping who did what and when. */
export async function blankLog(ctx: TenantContext, { bookingIds, waitIds, customerIds, orderIds }: Records) {
  await allowLogChanges(ctx)
  const isSubject = (subject: string, list: Ids): SQL =>
    sql`(subject = ${subject} AND subject_id = ANY(${ids(list)}))`
  await ctx.db.execute(sql`
    UPDATE activity_log SET changes = CASE WHEN ${plainActivities} THEN changes ELSE ${withoutValues} END,
      subject_name = CASE WHEN subject IN ('booking', 'waitlist') THEN ${erasedNames.guest} WHEN subject = 'customer' THEN ${erasedNames.customer}
        ELSE subject_name END
    WHERE company_id = ${ctx.actor.companyId} AND activity NOT IN ('customer.erased', 'booking.erased', 'waitlist.erased')
      AND (${isSubject('booking', bookingIds)} OR ${isSubject('waitlist', waitIds)} OR ${isSubject('customer', customerIds)} OR ${isSubject('order', orderIds)})`)
}

/** Blanks log entries of deleted or merged customers with these names. */
export async function blankLogOfDeleted(ctx: TenantContext, names: readonly string[]) {
  await allowLogChanges(ctx)
  await ctx.db.execute(sql`
    UPDATE activity_log SET subject_name = ${erasedNames.customer}, changes = ${withoutValues}
    WHERE company_id = ${ctx.actor.companyId} AND subject = 'customer'
      AND lower(subject_name) = ANY(${sql.param(names)}::text[])
      AND NOT EXISTS (SELECT FROM customers AS c WHERE c.id = subject_id AND c.company_id = activity_log.company_id)`)
}

/** Text columns that may mention a person, as plain text or JSON. */
const textColumns = [
  ['customers', 'notes', 'text'],
  ['customers', 'tags', 'text'],
  ['customers', 'tax_exempt', 'text'],
  ['follow_ups', 'text', 'text'],
  ['orders', 'tax_exempt', 'text'],
  ['orders', 'notes', 'text'],
  ['orders', 'form_data', 'jsonb'],
  ['orders', 'items', 'text'],
  ['order_products', 'name', 'text'],
  ['order_products', 'form_data', 'jsonb'],
  ['order_entries', 'reference', 'text'],
  ['measurings', 'wearer', 'text'],
  ['measurings', 'note', 'text'],
  ['bookings', 'answers', 'jsonb'],
  ['bookings', 'notes', 'text'],
  ['bookings', 'room', 'text'],
  ['activity_log', 'subject_name', 'text'],
  ['activity_log', 'changes', 'jsonb'],
  ['security_log', 'subject_name', 'text'],
  ['imports', 'file_name', 'text'],
  ['guest_messages', 'subject', 'text'],
  ['guest_messages', 'text', 'text'],
  ['email_notifications', 'subject', 'text'],
  ['email_notifications', 'error_message', 'text'],
  ['emails', 'subject', 'text'],
  ['emails', 'error_message', 'text'],
  ['shopify_operations', 'last_error', 'text'],
  ['shopify_logs', 'response_data', 'text'],
  ['shopify_logs', 'error_message', 'text'],
] as const

/**
 * Replaces emails, phones and full names in all free text of the company, including answers of mail servers and stores.
 * Deletes saved filters that mention the person, and the texts of emails that do: notices that quote another guest's answer,
 * and messages to guests.
 */
export async function blankTexts(ctx: TenantContext, pattern: string) {
  await allowLogChanges(ctx)
  await ctx.db.execute(sql`
    UPDATE emails SET body = NULL, text = NULL
    WHERE company_id = ${ctx.actor.companyId} AND body IS NOT NULL AND id IN (
      SELECT coalesce(m.digest_id, m.id) FROM email_notifications AS m JOIN bookings AS b ON b.id = m.booking_id
      WHERE m.company_id = ${ctx.actor.companyId} AND audience = 'staff' AND b.answers::text ~* ${pattern}
      UNION ALL SELECT m.id FROM email_notifications AS m JOIN guest_messages AS g ON g.id = m.message_id
      WHERE m.company_id = ${ctx.actor.companyId} AND concat_ws(' ', g.subject, g.text) ~* ${pattern})`)
  await ctx.db.execute(sql`
    DELETE FROM saved_filters
    WHERE company_id = ${ctx.actor.companyId} AND (name ~* ${pattern} OR filter::text ~* ${pattern})`)
  for (const [table, name, type] of textColumns) {
    const column = sql.identifier(name)
    await ctx.db.execute(sql`
      UPDATE ${sql.identifier(table)}
      SET ${column} = regexp_replace(${column}::text, ${pattern}, ${erasedNames.text}, 'gi')::${sql.raw(type)}
      WHERE company_id = ${ctx.actor.companyId} AND ${column}::text ~* ${pattern}`)
  }
}
