import { type OrderStatus, orderCan, orderName, orderStatuses } from '@trunkshow/contract/orders/rules.ts'
import { and, eq } from 'drizzle-orm'
import { recordActivity } from '../../activity/record-activity.ts'
import type { TenantContext } from '../../context.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { ownOrder } from '../queries.ts'
import { moveOrder } from './change-status.ts'

/** An order's state in Shopify. */
interface ShopifyOrderState {
  id: string
  cancelledAt: string | null
  displayFinancialStatus: string | null
  displayFulfillmentStatus: string
}

function statusOf({ cancelledAt, displayFinancialStatus, displayFulfillmentStatus }: ShopifyOrderState) {
  if (cancelledAt) return 'cancelled'
  if (displayFulfillmentStatus === 'FULFILLED') return 'shipped'
  return displayFinancialStatus === 'PAID' ? 'paid' : null
}

/**
 * Moves an order forward when it was paid, fulfilled or canceled in Shopify, never back (docs/product.md, Order
 * status). A shipped order isn't canceled. Repeated news is ignored, so a step back made here stays. Needs a
 * transaction.
 */
export async function applyShopifyStatus(ctx: TenantContext, remote: ShopifyOrderState): Promise<void> {
  const { companyId } = ctx.actor
  const [order] = await ctx.db
    .select()
    .from(orders)
    .where(and(eq(orders.companyId, companyId), eq(orders.shopifyOrderId, remote.id)))
    .for('update')
  const shopifySeen = [
    remote.displayFinancialStatus,
    remote.displayFulfillmentStatus,
    remote.cancelledAt,
  ].join(' ')
  if (!order || order.shopifySeen === shopifySeen) return
  await ctx.db.update(orders).set({ shopifySeen }).where(ownOrder(ctx, order.id))
  const status = statusOf(remote)
  if (!status || !canAdvance(order, status)) return
  const moved = await moveOrder(ctx, order, status)
  await recordActivity(
    { db: ctx.db, actor: null },
    {
      ...moved,
      companyId,
      subject: 'order',
      subjectId: order.id,
      subjectName: orderName(order),
      actorName: 'Shopify',
    },
  )
}

function canAdvance(order: { status: OrderStatus }, status: OrderStatus): boolean {
  if (status === 'cancelled') return orderCan.cancel(order) === null
  return order.status !== 'cancelled' && orderStatuses.indexOf(status) > orderStatuses.indexOf(order.status)
}
