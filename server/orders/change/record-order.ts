import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import type { ActivityEntry } from '@trunkshow/contract/activity/schema.ts'
import { firstOf } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { type OrderStatus, orderName } from '@trunkshow/contract/orders/rules.ts'
import { changesBetween, record } from '../../activity/record-activity.ts'
import type { StaffContext, TenantContext } from '../../context.ts'
import type { LoggedChange } from '../../platform/db/schema/activity.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { ownOrder } from '../queries.ts'

export type StoredOrder = typeof orders.$inferSelect

/**
 * Returns an order, locked until the transaction ends. Every change to an order locks it before its discount codes and
 * its Shopify operations, which prevents deadlocks (docs/decisions/018). @throws AppError not_found
 */
export async function lockOrder(ctx: TenantContext, id: number): Promise<StoredOrder> {
  const found = await ctx.db.select().from(orders).where(ownOrder(ctx, id)).for('update')
  return firstOf(found, orderMessages.notFound)
}

/** Adds an entry to an order's timeline. @param version the order's new version, if this change created one */
export function recordOrder(
  ctx: Parameters<typeof record>[0],
  activity: Activity,
  order: Pick<StoredOrder, 'id' | 'orderNumber'>,
  changes: LoggedChange[] = [],
  version?: number,
) {
  return record(ctx, activity, { id: order.id, name: orderName(order), version }, changes)
}

export function capitalized(status: OrderStatus): string {
  return status[0]!.toUpperCase() + status.slice(1)
}

/** Returns the change under its label, or nothing if both values are equal. @param paths form fields it belongs to */
export function changeOf(label: string, from: unknown, to: unknown, paths?: string[]): LoggedChange[] {
  const changes = changesBetween({ [label]: from }, { [label]: to }, [label])
  return paths ? changes.map((change) => ({ ...change, paths })) : changes
}

/** Adds a comment to an order's timeline. @throws AppError not_found */
export async function commentOnOrder(ctx: StaffContext, id: number, comment: string): Promise<ActivityEntry> {
  return inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id)
    return recordOrder(ctx, 'order.commented', order, [{ field: 'Comment', from: null, to: comment }])
  })
}
