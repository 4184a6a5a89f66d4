import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { type OrderStatus, orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { orders } from '../db/schema/orders.ts'
import { inTransaction } from '../db/transaction.ts'
import { giveBackUse } from '../discounts/take-use.ts'
import { cancelAtStore } from './cancel-at-store.ts'
import { lockOrder } from './lock-order.ts'
import { getOrder, ownOrder } from './queries.ts'
import { capitalized, changeOf, recordOrder } from './record-order.ts'

/**
 * Moves an order one step on or back, or into cancellation (design §8). A cancelled order no longer counts for its
 * discount code, but keeps its price; its number at the store moves to the ledger, and the cancel there follows (spec
 * back-office §4, design §7.18).
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
    const cancelled = status === 'cancelled'
    if (cancelled && before.discountCodeId !== null) await giveBackUse(ctx, before.discountCodeId)
    await ctx.db
      .update(orders)
      .set({
        status,
        ...(cancelled && { discountCodeId: null, shopifyOrderId: null }),
        updatedAt: sql`now()`,
      })
      .where(ownOrder(ctx, id))
    if (cancelled) await cancelAtStore(ctx, before)
    const changes = changeOf('Status', capitalized(before.status), capitalized(status))
    await recordOrder(ctx, cancelled ? 'order.cancelled' : 'order.status', id, changes)
    return getOrder(ctx, id)
  })
  if (status === 'cancelled') ctx.wake('shopify')
  return order
}

/** Cancels a pending or paid order, once. @throws AppError not_found, conflict */
export function cancelOrder(ctx: StaffContext, id: number): Promise<Order> {
  return changeStatus(ctx, id, { status: 'cancelled' })
}
