import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { inArray, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { applyShopifyStatus } from '../../orders/change/change-status.ts'
import { ownOrder } from '../../orders/queries.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { updateStore } from '../queries.ts'
import { newProgress, type OperationHandler } from '../tasks/operation-handler.ts'
import { saveProgress } from '../tasks/operation-queries.ts'
import { fetchOrder } from './fetch-order.ts'

const ORDERS_PER_PAGE = 50

/** Fetches one order that a webhook named. */
export const checkOrder: OperationHandler = {
  withoutPrices: true,
  async run(step) {
    const [found] = await step.ctx.db
      .select({ id: orders.shopifyOrderId })
      .from(orders)
      .where(ownOrder(step.ctx, step.operation.entityId))
    const order = found?.id ? await fetchOrder(step, found.id) : null
    if (order) await step.write((ctx) => applyShopifyStatus(ctx, order))
    return { message: text.orderChecked }
  },
}

/** Fetches all orders that changed in Shopify since the last poll, a page per turn. */
export const checkOrders: OperationHandler = {
  withoutPrices: true,
  async run(step) {
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
    for (const order of page.nodes) await step.write((ctx) => applyShopifyStatus(ctx, order))
    if (page.pageInfo.hasNextPage) {
      await step.write((ctx) => saveProgress(ctx, step.operation, progress))
      return { again: progress }
    }
    await step.write((ctx) => saveChecked(ctx, progress.until))
    return { message: text.ordersChecked }
  },
}

/** An order that is still being sent is linked later, so the next poll starts no later than that. */
async function saveChecked(ctx: TenantContext, until: string | null) {
  const onTheWay = sql`
    SELECT min(created_at) FROM shopify_operations
    WHERE company_id = ${ctx.actor.companyId} AND entity_type = ${operationKinds['order.push'].entity}
      AND ${inArray(shopifyOperations.state, openStates)}`
  const ordersSyncedUntil = sql`greatest(orders_synced_until, least(${until}::timestamptz, (${onTheWay})))`
  await updateStore(ctx, { ordersSyncedUntil })
}
