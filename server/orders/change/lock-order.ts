import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { TenantContext } from '../../context.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { ownOrder } from '../queries.ts'

export type StoredOrder = typeof orders.$inferSelect

/**
 * Returns an order, locked until the transaction ends. Every change to an order locks it before its discount codes and
 * its Shopify operations, which prevents deadlocks (docs/decisions/018).
 *
 * @throws AppError not_found
 */
export async function lockOrder(ctx: TenantContext, id: number): Promise<StoredOrder> {
  const [found] = await ctx.db.select().from(orders).where(ownOrder(ctx, id)).for('update')
  if (!found) throw new AppError('not_found', orderMessages.notFound)
  return found
}
