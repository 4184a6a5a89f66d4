import { centsToDecimal } from '@trunkshow/contract/money.ts'
import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { and, eq, isNull, or, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { events } from '../db/schema/events.ts'
import { orders } from '../db/schema/orders.ts'
import { hasWords } from '../db/search.ts'
import { runQuery, selection } from '../db/statement.ts'
import { findRows, type Listed } from '../http/find-rows.ts'
import { type List, type Page, pageOf, readPage, selectCount, totalOf } from '../http/paging.ts'

export interface OrderFilter {
  /** Words of a name, an address, a product; `1042`, `#1042` and `Order 1042` are an order's number, or the store's. */
  q?: string | undefined
  status?: OrderStatus | undefined
  event?: number | 'none' | undefined
  customerId?: number | undefined
  bookingId?: number | undefined
  ids?: number[] | undefined
  sort?: 'oldest' | 'newest' | undefined
}

const summaryRow = {
  id: orders.id,
  createdAt: orders.createdAt,
  status: orders.status,
  customerId: orders.customerId,
  customerName: orders.customerName,
  customerEmail: orders.customerEmail,
  items: orders.items,
  totalCents: orders.totalCents,
  eventId: events.id,
  eventName: events.name,
  bookingId: orders.bookingId,
  shopifyOrderId: orders.shopifyOrderId,
}
const summary = selection(summaryRow)

/** As they were taken, the oldest first unless told. */
function listed({ actor }: StaffContext, filter: OrderFilter): Listed {
  const { q = '', status, event, customerId, bookingId, ids, sort } = filter
  const [, number] = /^(?:order)?\s*#?(\d{1,20})$/i.exec(q.trim()) ?? []
  const atStore = number ? eq(orders.shopifyOrderId, `gid://shopify/Order/${number}`) : undefined
  // A longer one is the store's, or the beginning of an e-mail address.
  const id = number && number.length < 10 ? Number(number) : undefined
  return {
    scope: and(
      eq(orders.companyId, actor.companyId),
      status && eq(orders.status, status),
      event === 'none' ? isNull(orders.eventId) : event ? eq(orders.eventId, event) : undefined,
      customerId ? eq(orders.customerId, customerId) : undefined,
      bookingId ? eq(orders.bookingId, bookingId) : undefined,
      ids && sql`${orders.id} = ANY(${sql.param(ids)})`,
      id === undefined ? undefined : or(eq(orders.id, id), atStore),
    ),
    words: q && id === undefined ? or(hasWords(orders.words, actor.companyId, q), atStore) : undefined,
    order: [orders.createdAt, orders.id],
    direction: sort === 'newest' ? 'falling' : 'rising',
  }
}

type SummaryRow = { [Name in keyof typeof summaryRow]: (typeof summaryRow)[Name]['_']['data'] }

/**
 * One page, and with it, where it is asked for, how many rows the list has.
 *
 * @param walks whether each row of the list is tested for words: the best plan of that is not always the same
 */
async function pageOfOrders(
  ctx: StaffContext,
  page: Page,
  { scope, words, order, direction }: Listed,
  { counted, walks }: Record<'counted' | 'walks', boolean>,
) {
  const sorted = direction === 'rising' ? sql`ASC` : sql`DESC`
  const rows = sql`
    SELECT ${summary} FROM ${orders} LEFT JOIN ${events} ON ${events.id} = ${orders.eventId}
    WHERE ${and(scope, words, page.after(order, direction))}
    ORDER BY ${orders.createdAt} ${sorted}, ${orders.id} ${sorted} LIMIT ${page.limit + 1}`
  const all = counted ? selectCount(sql`FROM ${orders} WHERE ${scope}`) : sql`SELECT 0 AS count`
  const found = await runQuery<{ count: number } & (SummaryRow | Record<keyof SummaryRow, null>)>(
    ctx,
    sql`SELECT * FROM (${all}) AS whole LEFT JOIN (${rows}) AS page ON true
      ORDER BY page."createdAt" ${sorted}, page.id ${sorted}`,
    { prepared: !walks },
  )
  const listed = pageOf(
    found.filter((row): row is SummaryRow & { count: number } => row.id !== null),
    page,
    (last) => [last.createdAt.toISOString(), last.id],
    ({ createdAt, totalCents, eventName, eventId, count: _, ...order }): OrderSummary => ({
      ...order,
      createdAt: createdAt.toISOString(),
      total: centsToDecimal(totalCents),
      event: eventId === null ? null : { id: eventId, name: eventName },
    }),
  )
  return { ...listed, total: totalOf(found[0]!.count) }
}

/** The company's orders as they were taken, the oldest first unless told (spec back-office §2). */
export async function listOrders(
  ctx: StaffContext,
  page: Page,
  filter: OrderFilter,
): Promise<List<OrderSummary>> {
  const list = listed(ctx, filter)
  if (!list.words) return pageOfOrders(ctx, page, list, { counted: true, walks: false })
  const { total, words, walks } = await findRows(ctx, page, list)
  return { ...(await pageOfOrders(ctx, page, { ...list, words }, { counted: false, walks })), total }
}

/** Every one of them in the same order, read page by page. */
export async function* eachOrder(ctx: StaffContext, filter: OrderFilter) {
  const list = listed(ctx, filter)
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = readPage({ limit: 500, cursor })
    const walks = list.words !== undefined
    const { items, next } = await pageOfOrders(ctx, page, list, { counted: false, walks })
    yield* items
    cursor = next
  }
}
