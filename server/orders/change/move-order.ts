import type { OrderStatus } from '@trunkshow/contract/orders/rules.ts'
import { sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { giveBackUse } from '../../discounts/take-use.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { ownOrder } from '../queries.ts'
import type { StoredOrder } from './lock-order.ts'
import { capitalized, changeOf } from './record-order.ts'

/**
 * Stores a new status of a locked order. A canceled order frees its discount use and its Shopify id but keeps its price
 * (docs/product.md, Order status).
 *
 * @returns the activity and changes to log
 */
export async function moveOrder(
  ctx: TenantContext,
  { id, status: from, discountCodeId }: Pick<StoredOrder, 'id' | 'status' | 'discountCodeId'>,
  status: OrderStatus,
) {
  const canceled = status === 'cancelled'
  if (canceled && discountCodeId !== null) await giveBackUse(ctx, discountCodeId)
  await ctx.db
    .update(orders)
    .set({
      status,
      ...(canceled && { discountCodeId: null, shopifyOrderId: null }),
      updatedAt: sql`now()`,
    })
    .where(ownOrder(ctx, id))
  return {
    activity: canceled ? 'order.cancelled' : 'order.status',
    changes: changeOf('Status', capitalized(from), capitalized(status)),
  } as const
}
