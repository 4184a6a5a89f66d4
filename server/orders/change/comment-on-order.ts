import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import type { StaffContext } from '../../context.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { lockOrder } from './lock-order.ts'
import { recordOrder } from './record-order.ts'

/** Adds a comment to an order's timeline. @throws AppError not_found */
export async function commentOnOrder(ctx: StaffContext, id: number, comment: string): Promise<ActivityEntry> {
  return inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id)
    return recordOrder(ctx, 'order.commented', order, [{ field: 'Comment', from: null, to: comment }])
  })
}
