import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, inArray, sql } from 'drizzle-orm'
import { applyShopifyStatus } from '../../orders/change/change-status.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { shopifyOperations, shopifyStores } from '../../platform/db/schema/shopify.ts'
import type { Database } from '../../platform/db/transaction.ts'
import { newProgress, type OperationHandler } from '../tasks/operation-handler.ts'
import { fetchOrder } from './fetch-order.ts'

const ORDERS_PER_PAGE = 50

/** Fetches one order that a webhook named. */
export const checkOrder: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const { companyId, entityId } = step.operation
    const [found] = await step.ctx.db
      .select({ id: orders.shopifyOrderId })
      .from(orders)
      .where(and(eq(orders.id, entityId), eq(orders.companyId, companyId)))
    const order = found?.id ? await fetchOrder(step, found.id) : null
    if (order) await step.write((db) => applyShopifyStatus({ db, actor: { companyId } }, order))
    return { message: text.orderChecked }
  },
}

/** Fetches all orders that changed in Shopify since the last poll, a page per turn. */
export const checkOrders: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const { companyId, id } = step.operation
    const before = step.operation.progress ?? newProgress(null)
    const query = `updated_at:>='${before.since}'`
    const { orders: page } = await step.call('orders', {
      query,
      first: ORDERS_PER_PAGE,
      after: before.cursor,
    })
    const progress = {
      ...before,
      seen: before.seen + page.nodes.length,
      cursor: page.pageInfo.endCursor ?? before.cursor,
      until: page.nodes.at(-1)?.updatedAt ?? before.until,
    }
    for (const order of page.nodes)
      await step.write((db) => applyShopifyStatus({ db, actor: { companyId } }, order))
    if (page.pageInfo.hasNextPage) {
      await step.write((db) =>
        db.update(shopifyOperations).set({ progress }).where(eq(shopifyOperations.id, id)),
      )
      return { again: progress }
    }
    await step.write((db) => saveChecked(db, companyId, progress.until))
    return { message: text.ordersChecked }
  },
}

/** An order that is still being sent is linked later, so the next poll starts no later than that. */
async function saveChecked(db: Database, companyId: number, until: string | null) {
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
