import { AppError, assertAllowed } from '@trunkshow/contract/errors.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { orderCan, orderName } from '@trunkshow/contract/orders/rules.ts'
import type { Order, OrderInShopify } from '@trunkshow/contract/orders/schema.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { and, eq, isNotNull } from 'drizzle-orm'
import type { StaffContext, TenantContext } from '../../context.ts'
import { lockOrder } from '../../orders/change/record-order.ts'
import { untoldOf } from '../../orders/money/record-transactions.ts'
import { getOrder, ownOrder } from '../../orders/queries.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { rowsOf } from '../../platform/db/statement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { assertUsableStore } from '../queries.ts'
import { awaitOperation, enqueueOnce, findLastOperation, operationView } from '../tasks/operation-queries.ts'
import { markOfItems } from './make-order-input.ts'

/** An order's state in Shopify and its last push, recreation or cancellation. @throws AppError not_found */
export async function getOrderAtStore(ctx: StaffContext, id: number): Promise<OrderInShopify> {
  const order = await getOrder(ctx, id)
  const last = await findLastOperation(ctx, id, ['order.push', 'order.cancel'])
  const { shopifyOrderId } = order
  const [stored] = await rowsOf(ctx, orders, { id })
  return {
    shopifyOrderId,
    untold: centsToDecimal(shopifyOrderId && stored ? untoldOf(stored) : 0),
    shopifyName: shopifyOrderId && (await findOrderName(ctx, id, shopifyOrderId)),
    changed: await findChanges(ctx, order),
    operation: last ? operationView(last) : null,
  }
}

async function findChanges(ctx: StaffContext, order: Order): Promise<OrderInShopify['changed']> {
  const [sent] = await ctx.db
    .select({ version: orders.shopifyVersion, items: orders.shopifyItems })
    .from(orders)
    .where(ownOrder(ctx, order.id))
  if (!order.shopifyOrderId || !sent?.items) return 'nothing'
  if (sent.items !== markOfItems(order)) return 'items'
  return sent.version === order.version ? 'nothing' : 'details'
}

/** The name, such as `#1009`, of an order with this id in Shopify; null when it was never recorded. */
export async function findOrderName(ctx: TenantContext, id: number, remoteId: string) {
  const isNamed = and(eq(shopifyOperations.remoteId, remoteId), isNotNull(shopifyOperations.remoteName))
  const last = await findLastOperation(ctx, id, ['order.push'], isNamed)
  return last?.remoteName ?? null
}

/**
 * Pushes an order to Shopify, or creates it there again and cancels the one before (docs/product.md, Orders in Shopify).
 *
 * @returns the operation and the order's id in Shopify, null while there is none
 * @throws AppError not_found; conflict with the reason why it cannot be sent
 */
export async function requestOrder(ctx: StaffContext, id: number, kind: 'order.push' | 'order.recreate') {
  const queued = await inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id) // it cannot be deleted or canceled until its operation is written
    assertAllowed(orderCan.push(order))
    if (kind === 'order.recreate' && !order.shopifyOrderId)
      throw new AppError('conflict', shopifyMessages.orderNotInShopify)
    await assertUsableStore(ctx)
    const last = await findLastOperation(ctx, id, [kind])
    // The Shopify order that the last operation should have canceled and could not.
    const replacedId = last?.state === 'failed' ? last.replacedId : null
    return enqueueOnce(ctx, { kind, entityId: id, subjectName: orderName(order), replacedId })
  })
  const operation = await awaitOperation(ctx, queued)
  const { shopifyOrderId } = await getOrder(ctx, id)
  return { ...operation, shopifyOrderId }
}
