import { centsToDecimal } from '@trunkshow/contract/money.ts'
import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import { and, asc, desc, eq, inArray, isNull, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { events } from '../db/schema/events.ts'
import { orders } from '../db/schema/orders.ts'
import { hasWords } from '../db/search.ts'
import { findRows, type Listed } from '../http/find-rows.ts'
import { countRows, type List, type Page, pageOf, readPage } from '../http/paging.ts'

export interface OrderFilter {
  /** Words of a name, an address, a product; a number, `1042` or `#1042`, is an order's. */
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
  event: { id: events.id, name: events.name },
  bookingId: orders.bookingId,
  shopifyOrderId: orders.shopifyOrderId,
}

/** As they were taken, the oldest first unless told. */
function listed({ actor }: StaffContext, filter: OrderFilter): Listed {
  const { q = '', status, event, customerId, bookingId, ids, sort } = filter
  const [, number] = /^#?(\d{1,9})$/.exec(q.trim()) ?? []
  return {
    scope: eq(orders.companyId, actor.companyId),
    which: and(
      status && eq(orders.status, status),
      event === 'none' ? isNull(orders.eventId) : event ? eq(orders.eventId, event) : undefined,
      customerId ? eq(orders.customerId, customerId) : undefined,
      bookingId ? eq(orders.bookingId, bookingId) : undefined,
      ids && inArray(orders.id, ids),
      number ? eq(orders.id, Number(number)) : q ? hasWords(orders.search, q) : undefined,
    ),
    order: [orders.createdAt, orders.id],
    direction: sort === 'newest' ? 'falling' : 'rising',
  }
}

async function pageOfOrders(
  ctx: StaffContext,
  page: Page,
  filter: OrderFilter,
  { scope, which, order, direction } = listed(ctx, filter),
) {
  const rows = await ctx.db
    .select(summaryRow)
    .from(orders)
    .leftJoin(events, eq(events.id, orders.eventId))
    .where(and(scope, which, page.after(order, direction)))
    .orderBy(...order.map(direction === 'rising' ? asc : desc))
    .limit(page.limit + 1)
  return pageOf(
    rows,
    page,
    (last) => [last.createdAt.toISOString(), last.id],
    ({ createdAt, totalCents, ...order }): OrderSummary => ({
      ...order,
      createdAt: createdAt.toISOString(),
      total: centsToDecimal(totalCents),
    }),
  )
}

/** The company's orders as they were taken, the oldest first unless told (spec back-office §2). */
export async function listOrders(
  ctx: StaffContext,
  page: Page,
  filter: OrderFilter,
): Promise<List<OrderSummary>> {
  const list = listed(ctx, filter)
  if (filter.q) {
    const { total, which } = await findRows(ctx, page, list)
    return { ...(await pageOfOrders(ctx, page, filter, { ...list, which })), total }
  }
  const total = await countRows(ctx, sql`FROM ${orders} WHERE ${and(list.scope, list.which)}`)
  return { ...(await pageOfOrders(ctx, page, filter, list)), total }
}

/** Every one of them in the same order, read page by page. */
export async function* eachOrder(ctx: StaffContext, filter: OrderFilter) {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, next } = await pageOfOrders(ctx, readPage({ limit: 500, cursor }), filter)
    yield* items
    cursor = next
  }
}
