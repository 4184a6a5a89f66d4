import type { Order, OrderAtStore } from '@trunkshow/contract/orders/schema.ts'
import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, desc, eq, inArray } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { orders } from '../../db/schema/orders.ts'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import { getOrder, ownOrder } from '../../orders/queries.ts'
import { operationView } from '../tasks/operation-queries.ts'
import { findOrderName } from './find-order-name.ts'
import { markOfItems } from './make-order-input.ts'

/** The kinds that people ask for, and what they are of. */
const asked = [operationKinds['order.push'].entity, operationKinds['order.cancel'].entity]

/** How it stands with an order at the store. @throws AppError not_found */
export async function getOrderAtStore(ctx: StaffContext, id: number): Promise<OrderAtStore> {
  const order = await getOrder(ctx, id)
  const [last] = await ctx.db
    .select()
    .from(shopifyOperations)
    .where(
      and(
        eq(shopifyOperations.companyId, ctx.actor.companyId),
        inArray(shopifyOperations.entityType, asked),
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

async function findChanges(ctx: StaffContext, order: Order): Promise<OrderAtStore['changed']> {
  const [told] = await ctx.db
    .select({ version: orders.shopifyVersion, items: orders.shopifyItems })
    .from(orders)
    .where(ownOrder(ctx, order.id))
  if (!order.shopifyOrderId || !told?.items) return 'nothing'
  if (told.items !== markOfItems(order)) return 'items'
  return told.version === order.version ? 'nothing' : 'details'
}
