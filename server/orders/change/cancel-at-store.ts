import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { orderName } from '@trunkshow/contract/orders/rules.ts'
import type { StaffContext } from '../../context.ts'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import { openOperationOf, writeOperation } from '../../jobs/write-operation.ts'
import type { StoredOrder } from './lock-order.ts'

/**
 * Has the store cancel an order that is cancelled here, in the transaction that does it; whether the store can be
 * reached now is no matter. An order is cancelled once.
 */
export async function cancelAtStore(
  { db, actor: { companyId, userId } }: StaffContext,
  order: Pick<StoredOrder, 'id' | 'orderNumber' | 'shopifyOrderId'>,
): Promise<void> {
  const { id, shopifyOrderId } = order
  if (!shopifyOrderId) return
  const record = { entityId: id, subjectName: orderName(order), remoteId: shopifyOrderId }
  await writeOperation(db, { companyId, userId, kind: 'order.cancel', ...record })
}

/** Refuses to delete an order while it is on its way to the store. @throws AppError conflict */
export async function assertNotUnderway({ db, actor }: StaffContext, orderId: number): Promise<void> {
  const { companyId } = actor
  const [open] = await db
    .select({ id: shopifyOperations.id })
    .from(shopifyOperations)
    .where(openOperationOf({ companyId, kind: 'order.push', entityId: orderId }))
  if (open) throw new AppError('conflict', orderMessages.onItsWayToShopify)
}
