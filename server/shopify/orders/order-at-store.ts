import type { Order, OrderInShopify } from '@trunkshow/contract/orders/schema.ts'
import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, desc, eq, inArray, isNotNull } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { getOrder, ownOrder } from '../../orders/queries.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import type { Database } from '../../platform/db/transaction.ts'
import { operationView } from '../tasks/operation-queries.ts'
import { markOfItems } from './make-order-input.ts'

/** Pushes, recreations and cancellations; checks by the schedule do not show. */
const shownEntities = [operationKinds['order.push'].entity, operationKinds['order.cancel'].entity]

/** An order's state in Shopify and its last operation. @throws AppError not_found */
export async function getOrderAtStore(ctx: StaffContext, id: number): Promise<OrderInShopify> {
  const order = await getOrder(ctx, id)
  const [last] = await ctx.db
    .select()
    .from(shopifyOperations)
    .where(
      and(
        eq(shopifyOperations.companyId, ctx.actor.companyId),
        inArray(shopifyOperations.entityType, shownEntities),
        eq(shopifyOperations.entityId, id),
      ),
    )
    .orderBy(desc(shopifyOperations.id))
    .limit(1)
  const { shopifyOrderId } = order
  return {
    shopifyOrderId,
    shopifyName:
      shopifyOrderId && (await findOrderName(ctx.db, { companyId: ctx.actor.companyId, id }, shopifyOrderId)),
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

/**
 * An order's name in Shopify, such as `#1009`.
 *
 * @param remoteId the order's id in Shopify
 * @returns null when it was never recorded
 */
export async function findOrderName(
  db: Database,
  { companyId, id }: { companyId: number; id: number },
  remoteId: string,
): Promise<string | null> {
  const [found] = await db
    .select({ name: shopifyOperations.remoteName })
    .from(shopifyOperations)
    .where(
      and(
        eq(shopifyOperations.companyId, companyId),
        eq(shopifyOperations.entityType, operationKinds['order.push'].entity),
        eq(shopifyOperations.entityId, id),
        eq(shopifyOperations.remoteId, remoteId),
        isNotNull(shopifyOperations.remoteName),
      ),
    )
    .orderBy(desc(shopifyOperations.id))
    .limit(1)
  return found?.name ?? null
}
