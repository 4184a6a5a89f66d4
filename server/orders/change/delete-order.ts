import type { StaffContext } from '../../context.ts'
import { orders } from '../../db/schema/orders.ts'
import { inTransaction } from '../../db/transaction.ts'
import { giveBackUse } from '../../discounts/take-use.ts'
import { removeFiles } from '../files/store-attachments.ts'
import { ownOrder } from '../queries.ts'
import { assertNotUnderway } from './cancel-at-store.ts'
import { lockOrder } from './lock-order.ts'
import { recordOrder } from './record-order.ts'

/**
 * Deletes an order with its files; it no longer counts for its discount code. One that is at the store stays there.
 *
 * @throws AppError not_found; conflict while it is on its way to the store
 */
export async function deleteOrder(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id)
    const { discountCodeId } = order
    await assertNotUnderway(ctx, id)
    if (discountCodeId !== null) await giveBackUse(ctx, discountCodeId)
    await ctx.db.delete(orders).where(ownOrder(ctx, id))
    await recordOrder(ctx, 'order.deleted', order)
  })
  await removeFiles(ctx, id)
}
