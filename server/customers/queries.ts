import type { api } from '@trunkshow/contract/api.ts'
import { customerMessages } from '@trunkshow/contract/customers/messages.ts'
import {
  type Address,
  address,
  type Customer,
  customer,
  type HistoryBooking,
  historyBooking,
} from '@trunkshow/contract/customers/schema.ts'
import type { whichCustomers } from '@trunkshow/contract/customers/screens.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { and, asc, desc, eq, isNotNull, isNull, ne, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { StaffContext } from '../context.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { assigneeOf } from '../platform/db/schema/company.ts'
import { addresses, customers, customerWords } from '../platform/db/schema/customers.ts'
import { events } from '../platform/db/schema/events.ts'
import { columnsOf, hasWords, iso, own, rowsOf, selection } from '../platform/db/statement.ts'
import {
  countRows,
  eachRow,
  type List,
  listRows,
  type Page,
  pageOf,
  sortedBy,
} from '../platform/http/paging.ts'
import { type FileColumns, fileOf } from '../platform/http/send-file.ts'
import { startView } from '../zones.ts'
import { bookingsOf } from './records-of.ts'

/** The columns of a customer in the API. */
export const customerRow = {
  ...columnsOf(customers, customer),
  assignee: assigneeOf(customers),
  isArchived: sql<boolean>`${customers.archivedAt} IS NOT NULL`,
  // max() reads one index entry; EXISTS may scan all orders when most belong to other customers.
  hasOrders: sql<boolean>`(
    SELECT max(o.created_at) FROM orders AS o WHERE o.customer_id = customers.id) IS NOT NULL`,
}

export const addressRow = columnsOf(addresses, address)

export const ownCustomer = (ctx: StaffContext, id: number): SQL => own(ctx, customers, { id })

export const ownAddress = (ctx: StaffContext, id: number): SQL => own(ctx, addresses, { id })

/** Selects the ids of the company's customers with this primary or secondary email, using one index each. */
export function idsWithEmail(companyId: number, email: SQL): SQL {
  // OFFSET 0 looks up the email first: PostgreSQL underestimates the customers of a company that has just grown.
  return sql`SELECT c.id FROM customers AS c WHERE c.company_id = ${companyId} AND lower(c.email) = lower(${email})
    UNION ALL SELECT c.id FROM (
      SELECT merged.id, merged.company_id FROM customers AS merged
      WHERE merged.also_emails <> '{}' AND merged.also_emails @> ARRAY[lower(${email})] OFFSET 0
    ) AS c WHERE c.company_id = ${companyId}`
}

/** Matches customers with these ids. The array is computed first, by its indexes, independent of other conditions. */
export function hasIdIn(...ids: SQL[]): SQL {
  return sql`${customers.id} = ANY(ARRAY(${sql.join(ids, sql` UNION ALL `)}))`
}

export type CustomerFilter = z.output<typeof whichCustomers>

const columns = selection({ ...customerRow, sortName: customers.sortName })
const sorts = {
  name: sortedBy({ sortName: customers.sortName, id: customers.id }, 'rising'),
  newest: sortedBy({ id: customers.id }, 'falling'),
}

function listQuery(ctx: StaffContext, { q, archived = false, tag, mine, sort = 'name' }: CustomerFilter) {
  return {
    columns,
    scope: and(
      eq(customers.companyId, ctx.actor.companyId),
      archived ? isNotNull(customers.archivedAt) : isNull(customers.archivedAt),
      tag ? sql`tags <> '' AND string_to_array(lower(tags), ', ') @> ARRAY[lower(${tag})]` : undefined,
      mine ? eq(customers.assigneeId, ctx.actor.userId) : undefined,
    ),
    words: q ? hasWords(customerWords, ctx.actor.companyId, q, 'customers_found') : undefined,
    order: sorts[sort],
    counted: sorts.name,
  }
}

/** Lists active or archived customers by last name, or newest first (docs/product.md, Customers and addresses). */
export const listCustomers = (ctx: StaffContext, page: Page, filter: CustomerFilter) =>
  listRows(ctx, page, listQuery(ctx, filter))

/** Lists up to a hundred tags of active customers, the most used first, as they are written most. */
export async function listTags({ db, actor }: StaffContext): Promise<string[]> {
  const { rows } = await db.execute<{ tag: string }>(sql`
    SELECT mode() WITHIN GROUP (ORDER BY tag) AS tag
    FROM customers, unnest(string_to_array(tags, ', ')) AS tag
    WHERE company_id = ${actor.companyId} AND tags <> '' AND archived_at IS NULL
    GROUP BY lower(tag) ORDER BY count(*) DESC, lower(tag) LIMIT 100`)
  return rows.map(({ tag }) => tag)
}

/** Returns one customer. @throws AppError not_found */
export async function getCustomer(ctx: StaffContext, id: number): Promise<Customer> {
  const found = await ctx.db.select(customerRow).from(customers).where(ownCustomer(ctx, id))
  return firstOf(found, customerMessages.notFound)
}

/** Lists up to five customers with this email or phone, to warn of duplicates while one is typed. */
export async function listSimilar(
  ctx: StaffContext,
  { email, phone, besides = 0 }: z.output<typeof api.customers.similar.query>,
): Promise<Customer[]> {
  const { companyId } = ctx.actor
  const digits = phone?.replace(/\D/g, '') ?? '' // ignores the formatting
  const ids: SQL[] = []
  if (email) ids.push(idsWithEmail(companyId, sql`${email}`))
  if (digits.length >= 7) {
    // Ignores the country code, which either number may lack.
    const isSame = sql`right(regexp_replace(phone, '\\D', '', 'g'), 10) = ${digits.slice(-10)}`
    ids.push(sql`SELECT id FROM customers
      WHERE company_id = ${companyId} AND ${hasWords(customerWords, companyId, digits)} AND ${isSame}`)
  }
  if (ids.length === 0) return []
  return ctx.db
    .select(customerRow)
    .from(customers)
    .where(and(eq(customers.companyId, companyId), ne(customers.id, besides), hasIdIn(...ids)))
    .orderBy(asc(customers.id))
    .limit(5)
}

/** Lists the customer's addresses, default first. @throws AppError not_found */
export async function listAddresses(ctx: StaffContext, customerId: number): Promise<Address[]> {
  await getCustomer(ctx, customerId)
  return rowsOf(ctx, addresses, { customerId }, addressRow)
    .orderBy(desc(addresses.isDefault), asc(addresses.id))
    .limit(100)
}

/**
 * Lists a person's bookings, and those made with this email, latest appointment first (docs/product.md, History).
 */
export async function listBookingsOf(
  ctx: StaffContext,
  page: Page,
  { email = '', ...who }: z.output<typeof api.customers.bookings.query>,
): Promise<List<HistoryBooking>> {
  const { companyId } = ctx.actor
  const which = sql`${bookings.id} = ANY (ARRAY(
    ${bookingsOf(companyId, who)} UNION SELECT b.id FROM bookings AS b
    WHERE lower(b.attendee_email) = nullif(lower(${email}), '') AND b.company_id = ${companyId}))`
  const rows = await ctx.db
    .select({
      ...columnsOf(bookings, historyBooking),
      slotDate: timeSlots.slotDate,
      startTime: timeSlots.startTime,
      timeZone: timeSlots.timeZone,
      startsAt: iso<string>(timeSlots.startsAt),
      event: columnsOf(events, historyBooking.shape.timeSlot.shape.event),
    })
    .from(bookings)
    .innerJoin(timeSlots, eq(timeSlots.id, bookings.timeSlotId))
    .innerJoin(events, eq(events.id, bookings.eventId))
    .where(and(which, page.after([timeSlots.startsAt, bookings.id], 'falling')))
    .orderBy(desc(timeSlots.startsAt), desc(bookings.id))
    .limit(page.limit + 1)
  return {
    ...pageOf(
      rows,
      page,
      (last) => [last.startsAt, last.id],
      ({ slotDate, startTime, timeZone, startsAt: _, event, ...booking }) => ({
        ...booking,
        timeSlot: {
          ...startView({ slotDate, startTime, timeZone }),
          event: { ...event, location: event.location || null },
        },
      }),
    ),
    total: await countRows(ctx, sql`FROM ${bookings} WHERE ${which}`),
  }
}

/** Columns of the file; an import accepts the same headings. */
const fileColumns: FileColumns<Customer> = {
  'First name': (customer) => customer.firstName,
  'Last name': (customer) => customer.lastName,
  Email: (customer) => customer.email,
  Phone: (customer) => customer.phone ?? '',
  Notes: (customer) => customer.notes,
  Tags: (customer) => customer.tags,
  'Tax exempt': (customer) => customer.taxExempt,
  Archived: (customer) => (customer.isArchived ? 'Yes' : 'No'),
  'Customer number': (customer) => customer.id,
}

/** Exports the company's customers that match the filter. */
export const exportCustomers = (ctx: StaffContext, filter: CustomerFilter) =>
  fileOf(fileColumns, eachRow(ctx, listQuery(ctx, filter)), (customer) => customer)
