import { AppError } from '@trunkshow/contract/errors.ts'
import { orderCan, orderName } from '@trunkshow/contract/orders/rules.ts'
import type { PushedOrderAnswer } from '@trunkshow/contract/orders/schema.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, desc, eq } from 'drizzle-orm'
import type { FastifyReply } from 'fastify'
import type { StaffContext } from '../../context.ts'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import { inTransaction } from '../../db/transaction.ts'
import { lockOrder } from '../../orders/change/lock-order.ts'
import { getOrder } from '../../orders/queries.ts'
import { getUsableStore } from '../queries.ts'
import { awaitOperation } from '../tasks/await-operation.ts'
import { queueOperation } from '../tasks/queue-operation.ts'

type OrderKind = 'order.push' | 'order.recreate'

async function ask(
  ctx: StaffContext,
  kind: OrderKind,
  id: number,
  reply: FastifyReply,
): Promise<PushedOrderAnswer> {
  const queued = await inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id) // so that nobody deletes or cancels it meanwhile
    const refusal = orderCan.push(order)
    if (refusal) throw new AppError('conflict', refusal)
    if (kind === 'order.recreate' && !order.shopifyOrderId)
      throw new AppError('conflict', shopifyMessages.orderNotThere)
    await getUsableStore(ctx)
    const { companyId, userId } = ctx.actor
    const record = {
      entityId: id,
      subjectName: orderName(order),
      replacedId: await findLeftBehind(ctx, kind, id),
    }
    return queueOperation(ctx.db, { companyId, userId, kind, ...record })
  })
  const operation = await awaitOperation(ctx, queued, reply)
  const { shopifyOrderId } = await getOrder(ctx, id)
  return { ...operation, shopifyOrderId }
}

/** The order there that the last operation should have cancelled, and could not. */
async function findLeftBehind({ db, actor }: StaffContext, kind: OrderKind, id: number) {
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
 * An order to the store: made there, or brought up to date where it is there already; then the message says `updated`
 * (docs/product.md, Orders in Shopify).
 *
 * @returns what it is called at the store; null with 202 while it goes on
 * @throws AppError not_found; conflict with the sentence that says why it cannot go there
 */
export function pushOrderToShopify(ctx: StaffContext, id: number, reply: FastifyReply) {
  return ask(ctx, 'order.push', id, reply)
}

/** An order at the store anew, in place of the one that is there, which is cancelled. @throws AppError not_found, conflict */
export function recreateOrderInShopify(ctx: StaffContext, id: number, reply: FastifyReply) {
  return ask(ctx, 'order.recreate', id, reply)
}
