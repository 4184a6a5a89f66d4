import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { StaffContext } from '../../context.ts'
import { giveBackUse } from '../../discounts/take-use.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { assertNoOpenOperation } from '../../platform/jobs/enqueue-operation.ts'
import { removeFiles } from '../files/store-attachments.ts'
import { ownOrder } from '../queries.ts'
import { lockOrder } from './lock-order.ts'
import { recordOrder } from './record-order.ts'

/**
 * Deletes an order with its files and frees its discount use. A copy in Shopify stays.
 *
 * @throws AppError not_found; conflict while it is being sent to Shopify
 */
export async function deleteOrder(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id)
    const { discountCodeId } = order
    await assertNoOpenOperation(ctx, { kind: 'order.push', entityId: id }, orderMessages.onItsWayToShopify)
    if (discountCodeId !== null) await giveBackUse(ctx, discountCodeId)
    await ctx.db.delete(orders).where(ownOrder(ctx, id))
    await recordOrder(ctx, 'order.deleted', order)
  })
  await removeFiles(ctx, id)
}
