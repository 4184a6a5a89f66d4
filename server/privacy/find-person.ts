import { domainToUnicode } from 'node:url'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { erasedNames, privacyMessages } from '@trunkshow/contract/privacy/messages.ts'
import type { Erasure, PersonInput } from '@trunkshow/contract/privacy/schema.ts'
import { sql } from 'drizzle-orm'
import type { TenantContext } from '../context.ts'

/** How to look up a person within one company. */
export interface PersonQuery {
  customerIds?: readonly number[]
  emails?: readonly string[]
  /** A booking that has no email to find it by. */
  bookingId?: number
  /** Matches only these emails, as customers' primary ones: access to one mailbox proves nothing about another. */
  exact?: boolean
  /** Keeps orders and their customers, which the store needs for its books: for people who ask themselves. */
  keepOrders?: boolean
}

/** The ids of records about people. */
export interface Records {
  customerIds: number[]
  bookingIds: number[]
  /** Places on waitlists. */
  waitIds: number[]
  orderIds: number[]
}

/** Everything a company has about one person. */
export interface Person extends Records {
  emails: string[]
  /** Pattern to find in free text; null if the company keeps the person's orders. */
  pattern: string | null
  /** Lowercase. */
  names: string[]
  /** Whether nothing is left to erase. */
  isErased: boolean
  reach: Erasure
}

/** Rounds of following shared emails between customers, for people merged several times. */
const MAX_ROUNDS = 10

/** Keeps new orders from using these emails until the transaction ends; see `choose-parts.ts`. */
async function lockEmails({ db, actor }: TenantContext, emails: readonly string[]) {
  for (const email of [...emails].sort())
    await db.execute(
      sql`SELECT pg_advisory_xact_lock(hashtextextended('customer of ' || ${actor.companyId}::int || ' ' || ${email}, 0))`,
    )
}

/** How a customer is written. */
type Named = { name: string; phone: string | null }
type Order = { id: number; email: string; open: boolean; inShopify: boolean; files: number } & Named

/** Finds and locks customers by id or email, and those who share an email with them. */
async function findCustomers(
  ctx: TenantContext,
  { customerIds = [], emails = [], exact = false }: PersonQuery,
) {
  const known = new Set(emails.map((email) => email.toLowerCase()).filter(Boolean))
  const ids = new Set(customerIds)
  for (let round = 1; ; round++) {
    await lockEmails(ctx, [...known])
    const { rows } = await ctx.db.execute<{ id: number; emails: string[]; hasOrders: boolean } & Named>(sql`
      SELECT id, first_name || ' ' || last_name AS name, lower(email) || also_emails AS emails, phone,
        EXISTS (SELECT FROM orders AS o WHERE o.customer_id = customers.id) AS "hasOrders"
      FROM customers
      WHERE company_id = ${ctx.actor.companyId} AND (
        id = ANY(${sql.param([...ids])}::int[]) OR lower(email) = ANY(${sql.param([...known])}::text[])
        OR NOT ${exact} AND also_emails && ${sql.param([...known])}::text[])
      ORDER BY id FOR UPDATE`)
    const before = known.size
    if (!exact) for (const email of rows.flatMap(({ emails }) => emails)) if (email) known.add(email)
    if (known.size === before || round === MAX_ROUNDS) return { rows, emails: [...known].sort() }
  }
}

/** Returns the names of duplicates merged into these customers, which only the log still has. */
async function findMergedNames({ db, actor }: TenantContext, customerIds: number[]) {
  const { rows } = await db.execute<{ name: string }>(sql`
    SELECT regexp_replace(change->>'from', ', [^,]*$', '') AS name
    FROM activity_log, jsonb_array_elements(changes) AS change
    WHERE company_id = ${actor.companyId} AND subject = 'customer' AND subject_id = ANY(${sql.param(customerIds)}::int[])
      AND activity = 'customer.merged' AND change->>'from' IS NOT NULL`)
  return rows.map(({ name }) => name)
}

const isName = (name: string) => name !== erasedNames.customer

/**
 * Finds and locks everything a company has about a person: customers by id or any of their emails, the bookings made
 * with those emails, ignoring case, and the orders of those customers or emails.
 */
export async function findPerson(ctx: TenantContext, sought: PersonQuery): Promise<Person> {
  const { db, actor } = ctx
  const { rows: found, emails } = await findCustomers(ctx, sought)
  const isTheirs = (email: string) => sql`lower(${sql.raw(email)}) = ANY(${sql.param(emails)}::text[])`
  const { rows: allOrders } = await db.execute<Order>(sql`
    SELECT id, customer_name AS name, lower(customer_email) AS email, customer_phone AS phone,
      status IN ('pending', 'paid', 'shipped') AS open, shopify_order_id IS NOT NULL AS "inShopify",
      (SELECT count(*)::int FROM attachments AS a WHERE a.order_id = orders.id) AS files
    FROM orders
    WHERE company_id = ${actor.companyId}
      AND (customer_id = ANY(${sql.param(found.map(({ id }) => id))}::int[]) OR ${isTheirs('customer_email')})
    ORDER BY id FOR UPDATE`)
  const keepsOrders = sought.keepOrders === true && allOrders.length > 0
  const customers = found.filter(({ hasOrders }) => !(keepsOrders && hasOrders))
  const orders = keepsOrders ? [] : allOrders
  const customerIds = customers.map(({ id }) => id)
  const { rows: bookings } = await db.execute<{ id: number; upcoming: boolean; photos: number }>(sql`
    SELECT b.id, b.status = 'active' AND s.starts_at > now() AS upcoming,
      (SELECT count(*)::int FROM booking_photos AS p WHERE p.booking_id = b.id) AS photos
    FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id
    WHERE b.company_id = ${actor.companyId} AND (${isTheirs('attendee_email')} OR b.id = ${sought.bookingId ?? 0}
      OR b.attendee_email IS NULL AND b.id IN (SELECT booking_id FROM orders WHERE id = ANY(${sql.param(orders.map(({ id }) => id))}::int[])))
    ORDER BY b.id FOR UPDATE OF b`)
  const { rows: waits } = await db.execute<{ id: number }>(sql`
    SELECT id FROM waitlist_entries
    WHERE company_id = ${actor.companyId} AND ${isTheirs('attendee_email')} ORDER BY id`)
  const waitIds = waits.map(({ id }) => id)
  // Leaves out names guests typed: anyone could book as “Spring Show” and have that removed from all texts.
  const names = [
    ...[...customers, ...orders].map(({ name }) => name),
    ...(await findMergedNames(ctx, customerIds)),
  ].filter(isName)
  const allEmails = new Set([...emails, ...orders.flatMap(({ email }) => email || [])])
  const phones = [...customers, ...orders].flatMap(({ phone }) => phone ?? [])
  return {
    emails,
    customerIds,
    bookingIds: bookings.map(({ id }) => id),
    waitIds,
    orderIds: orders.map(({ id }) => id),
    pattern: keepsOrders ? null : buildPattern(allEmails, phones, names),
    isErased:
      bookings.length + waitIds.length === 0 && ![...customers, ...orders].some(({ name }) => isName(name)),
    names: [...new Set(names.map((name) => name.trim().toLowerCase()))],
    reach: {
      emails,
      customers: customers.map(({ name }) => name.trim()),
      bookings: bookings.length,
      upcoming: bookings.filter(({ upcoming }) => upcoming).length,
      waits: waitIds.length,
      orders: orders.length,
      openOrders: orders.filter(({ open }) => open).length,
      inShopify: orders.filter(({ inShopify }) => inShopify).length,
      files: orders.reduce((sum, { files }) => sum + files, 0),
      photos: bookings.reduce((sum, { photos }) => sum + photos, 0),
    },
  }
}

/** Finds who a request means: a customer, a booking's guest or one who waits. @throws AppError not_found */
export async function personQueryOf(
  { db, actor }: TenantContext,
  { customerId, bookingId, waitlistEntryId }: PersonInput,
): Promise<PersonQuery> {
  const own = (id: number | undefined) => sql`id = ${id ?? null}::int AND company_id = ${actor.companyId}`
  const { rows } = await db.execute<{ email: string | null }>(sql`
    SELECT email FROM customers WHERE ${own(customerId)}
    UNION ALL SELECT attendee_email FROM bookings WHERE ${own(bookingId)}
    UNION ALL SELECT attendee_email FROM waitlist_entries WHERE ${own(waitlistEntryId)}`)
  const { email } = firstOf(rows, privacyMessages.personNotFound)
  if (customerId !== undefined) return { customerIds: [customerId] }
  return email === null && bookingId !== undefined ? { bookingId } : { emails: [email ?? ''] }
}

const escaped = (text: string) => text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&')

/** The email, and with its international domain as people write it. */
function spellings(email: string): string[] {
  const at = email.lastIndexOf('@') + 1
  return [...new Set([email, email.slice(0, at) + domainToUnicode(email.slice(at))])]
}

/** Matches the email on its own: not `ann@…` at the end of `maryann@…`. */
const emailPattern = (email: string) =>
  `(?<![[:alnum:]._%+-])${escaped(email)}(?![[:alnum:]-]|\\.[[:alnum:]])`

/** Matches a phone number in any format by its last ten digits; fewer than seven aren't a number. */
function phonePatterns(phone: string): string[] {
  const digits = phone.replace(/\D/g, '').slice(-10)
  if (digits.length < 7) return []
  return [`(?<!\\d)(?:\\+?1[\\s().-]{0,3})?${[...digits].join('[\\s()./-]{0,3}')}(?!\\d)`]
}

/** Matches a name of two words or more, also with the last name first; single words would match texts about others. */
function namePatterns(name: string): string[] {
  const words = name.split(/\s+/).filter(Boolean).map(escaped)
  const last = words.at(-1)
  if (!last || words.length < 2) return []
  const between = `[\\s,;|_-]{1,4}`
  const either = [words, [last, ...words.slice(0, -1)]].map((order) => order.join(between)).join('|')
  return [`(?<![[:alnum:]])(?:${either})(?![[:alnum:]])`]
}

/** Returns a case-insensitive regular expression for PostgreSQL, or null if there is nothing to search for. */
function buildPattern(emails: Iterable<string>, phones: string[], names: string[]): string | null {
  const parts = [
    ...Array.from(emails).flatMap(spellings).map(emailPattern),
    ...phones.flatMap(phonePatterns),
    ...names.flatMap(namePatterns),
  ]
  return parts.length > 0 ? parts.join('|') : null
}
