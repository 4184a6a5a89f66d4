import { randomBytes } from 'node:crypto'
import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, inArray } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { shopifyOperations } from '../db/schema/shopify.ts'
import type { StoredOrder } from './lock-order.ts'

/**
 * Has the store cancel an order that is cancelled here, in the transaction that does it; whether the store can be
 * reached now is no matter. An order is cancelled once. The ledger is written here and not by a verb of `shopify/`,
 * which needs the orders.
 */
export async function cancelAtStore(
  { db, actor }: StaffContext,
  { id, shopifyOrderId }: Pick<StoredOrder, 'id' | 'shopifyOrderId'>,
): Promise<void> {
  if (!shopifyOrderId) return
  const kind = 'order.cancel'
  await db.insert(shopifyOperations).values({
    companyId: actor.companyId,
    userId: actor.userId,
    kind,
    entityType: operationKinds[kind].entity,
    entityId: id,
    subjectName: `Order ${id}`,
    remoteId: shopifyOrderId,
    attemptKey: randomBytes(12).toString('hex'),
  })
}

/** Refuses to delete an order while it is on its way to the store. @throws AppError conflict */
export async function assertNotUnderway({ db, actor }: StaffContext, orderId: number): Promise<void> {
  const [open] = await db
    .select({ id: shopifyOperations.id })
    .from(shopifyOperations)
    .where(
      and(
        eq(shopifyOperations.companyId, actor.companyId),
        eq(shopifyOperations.entityType, operationKinds['order.push'].entity),
        eq(shopifyOperations.entityId, orderId),
        inArray(shopifyOperations.state, openStates),
      ),
    )
  if (open) throw new AppError('conflict', orderMessages.onItsWayToShopify)
}
