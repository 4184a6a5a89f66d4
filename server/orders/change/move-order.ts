import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { orders } from '../../db/schema/orders.ts'
import { giveBackUse } from '../../discounts/take-use.ts'
import { ownOrder } from '../queries.ts'
import type { StoredOrder } from './lock-order.ts'
import { capitalized, changeOf } from './record-order.ts'

/**
 * Stores another status of an order, in the transaction that has locked it. A cancelled order no longer counts for its
 * discount code, but keeps its price, and lets go of its number at the store (docs/product.md, Order status).
 *
 * @param before the order as it was locked
 * @returns what to write down of it
 */
export async function moveOrder(
  ctx: TenantContext,
  { id, status: from, discountCodeId }: Pick<StoredOrder, 'id' | 'status' | 'discountCodeId'>,
  status: OrderStatus,
) {
  const cancelled = status === 'cancelled'
  if (cancelled && discountCodeId !== null) await giveBackUse(ctx, discountCodeId)
  await ctx.db
    .update(orders)
    .set({
      status,
      ...(cancelled && { discountCodeId: null, shopifyOrderId: null }),
      updatedAt: sql`now()`,
    })
    .where(ownOrder(ctx, id))
  return {
    activity: cancelled ? 'order.cancelled' : 'order.status',
    changes: changeOf('Status', capitalized(from), capitalized(status)),
  } as const
}
