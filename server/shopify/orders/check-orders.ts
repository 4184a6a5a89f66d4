import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { orders } from '../../db/schema/orders.ts'
import { shopifyOperations, shopifyStores } from '../../db/schema/shopify.ts'
import type { Database } from '../../db/transaction.ts'
import { followStore } from '../../orders/change/follow-store.ts'
import type { OperationHandler } from '../tasks/operation-handler.ts'
import { newProgress } from '../tasks/sync-progress.ts'
import { fetchOrder } from './fetch-order.ts'

/** Orders asked for at once. */
const PAGE = 50

/** One order as the store has it now, where the store said that it changed. */
export const lookAtOrder: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const { companyId, entityId } = step.operation
    const [found] = await step.ctx.db
      .select({ id: orders.shopifyOrderId })
      .from(orders)
      .where(and(eq(orders.id, entityId), eq(orders.companyId, companyId)))
    const order = found?.id ? await fetchOrder(step, found.id) : null
    if (order) await step.write((db) => followStore({ db, actor: { companyId } }, order))
    return { message: text.orderLooked }
  },
}

/** Every order that changed at the store since it was asked last, page by page, from where it was left. */
export const lookAtOrders: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const { companyId, id } = step.operation
    const before = step.operation.progress ?? newProgress(null)
    const query = `updated_at:>='${before.since}'`
    const { orders: page } = await step.call('orders', { query, first: PAGE, after: before.cursor })
    const progress = {
      ...before,
      seen: before.seen + page.nodes.length,
      cursor: page.pageInfo.endCursor ?? before.cursor,
      until: page.nodes.at(-1)?.updatedAt ?? before.until,
    }
    for (const order of page.nodes) await step.write((db) => followStore({ db, actor: { companyId } }, order))
    if (page.pageInfo.hasNextPage) {
      await step.write((db) =>
        db.update(shopifyOperations).set({ progress }).where(eq(shopifyOperations.id, id)),
      )
      return { again: progress }
    }
    await step.write((db) => noteLooked(db, companyId, progress.until))
    return { message: text.ordersLooked }
  },
}

/** An order on its way there may be known as ours only later, so what befalls it meanwhile is asked for once more. */
async function noteLooked(db: Database, companyId: number, until: string | null) {
  const onTheWay = sql`
    SELECT min(created_at) FROM shopify_operations
    WHERE company_id = ${companyId} AND entity_type = ${operationKinds['order.push'].entity}
      AND ${inArray(shopifyOperations.state, openStates)}`
  await db
    .update(shopifyStores)
    .set({
      ordersSyncedUntil: sql`greatest(orders_synced_until, least(${until}::timestamptz, (${onTheWay})))`,
    })
    .where(eq(shopifyStores.companyId, companyId))
}
