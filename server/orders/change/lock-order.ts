import { AppError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { TenantContext } from '../../context.ts'
import { orders } from '../../db/schema/orders.ts'
import { ownOrder } from '../queries.ts'

export type StoredOrder = typeof orders.$inferSelect

/**
 * An order of the company, locked until the transaction ends. Every verb that changes an order comes here before it
 * takes or gives back a use of a discount code, or touches an operation of the order, so that none waits for another in
 * a circle (docs/decisions/018).
 *
 * @throws AppError not_found
 */
export async function lockOrder(ctx: TenantContext, id: number): Promise<StoredOrder> {
  const [found] = await ctx.db.select().from(orders).where(ownOrder(ctx, id)).for('update')
  if (!found) throw new AppError('not_found', orderMessages.notFound)
  return found
}
