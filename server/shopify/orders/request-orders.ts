import { AppError } from '@trunkshow/contract/errors.ts'
import { orderCan, orderName } from '@trunkshow/contract/orders/rules.ts'
import type { PushedOrderAnswer } from '@trunkshow/contract/orders/schema.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { lockOrder } from '../../orders/change/record-order.ts'
import { getOrder } from '../../orders/queries.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { getUsableStore } from '../queries.ts'
import { awaitOperation, enqueueOnce } from '../tasks/await-operation.ts'

type OrderKind = 'order.push' | 'order.recreate'

async function requestOrder(ctx: StaffContext, kind: OrderKind, id: number): Promise<PushedOrderAnswer> {
  const queued = await inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id) // it cannot be deleted or canceled until its operation is written
    const refusal = orderCan.push(order)
    if (refusal) throw new AppError('conflict', refusal)
    if (kind === 'order.recreate' && !order.shopifyOrderId)
      throw new AppError('conflict', shopifyMessages.orderNotInShopify)
    await getUsableStore(ctx)
    const { companyId, userId } = ctx.actor
    const record = {
      entityId: id,
      subjectName: orderName(order),
      replacedId: await findUncanceled(ctx, kind, id),
    }
    return enqueueOnce(ctx.db, { companyId, userId, kind, ...record })
  })
  const operation = await awaitOperation(ctx, queued)
  const { shopifyOrderId } = await getOrder(ctx, id)
  return { ...operation, shopifyOrderId }
}

/** The Shopify order that the last operation should have canceled and could not. */
async function findUncanceled({ db, actor }: StaffContext, kind: OrderKind, id: number) {
  const [last] = await db
    .select({ state: shopifyOperations.state, replacedId: shopifyOperations.replacedId })
    .from(shopifyOperations)
    .where(
      and(
        eq(shopifyOperations.companyId, actor.companyId),
        eq(shopifyOperations.entityType, operationKinds[kind].entity),
        eq(shopifyOperations.entityId, id),
      ),
    )
    .orderBy(desc(shopifyOperations.id))
    .limit(1)
  return last?.state === 'failed' ? last.replacedId : null
}

/**
 * Creates an order in Shopify, or updates the one that is there (docs/product.md, Orders in Shopify).
 *
 * @returns the operation and the order's id in Shopify, null while there is none
 * @throws AppError not_found; conflict with the reason why it cannot be sent
 */
export function pushOrderToShopify(ctx: StaffContext, id: number) {
  return requestOrder(ctx, 'order.push', id)
}

/** Creates an order in Shopify again and cancels the one that was there. @throws AppError not_found, conflict */
export function recreateOrderInShopify(ctx: StaffContext, id: number) {
  return requestOrder(ctx, 'order.recreate', id)
}
