import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { type OrderStatus, orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { StaffContext } from '../../context.ts'
import { inTransaction } from '../../db/transaction.ts'
import { getOrder } from '../queries.ts'
import { cancelAtStore } from './cancel-at-store.ts'
import { lockOrder } from './lock-order.ts'
import { moveOrder } from './move-order.ts'
import { recordOrder } from './record-order.ts'

/**
 * Moves an order one step on or back, or into cancellation, which the store then follows
 * (docs/product.md, Order status).
 *
 * @param from what the status was when the step was chosen
 * @throws AppError not_found; changed when it is another one by now; conflict for a step that is none
 */
export async function changeStatus(
  ctx: StaffContext,
  id: number,
  { status, from }: { status: OrderStatus; from?: OrderStatus | undefined },
): Promise<Order> {
  const order = await inTransaction(ctx, async (ctx) => {
    const before = await lockOrder(ctx, id)
    if (from && from !== before.status) {
      const message = orderMessages.statusChanged(before.status)
      throw new AppError('changed', message, { fields: { status: message } })
    }
    const refusal = orderCan.become(before, status)
    if (refusal) throw new AppError('conflict', refusal)
    const { activity, changes } = await moveOrder(ctx, before, status)
    if (status === 'cancelled') await cancelAtStore(ctx, before)
    await recordOrder(ctx, activity, before, changes)
    return getOrder(ctx, id)
  })
  if (status === 'cancelled') ctx.wake('shopify')
  return order
}

/** Cancels a pending or paid order, once. @throws AppError not_found, conflict */
export function cancelOrder(ctx: StaffContext, id: number): Promise<Order> {
  return changeStatus(ctx, id, { status: 'cancelled' })
}
