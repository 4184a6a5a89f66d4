import { AppError, assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import { type OrderStatus, orderCan, orderName, orderStatuses } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { dueOf } from '@trunkshow/contract/payments/rules.ts'
import type { CancelInput } from '@trunkshow/contract/payments/schema.ts'
import { stripeMessages } from '@trunkshow/contract/stripe/messages.ts'
import { and, sql } from 'drizzle-orm'
import { findLastActor } from '../../activity/queries.ts'
import type { StaffContext, TenantContext } from '../../context.ts'
import { giveBackUse } from '../../discounts/discount-records.ts'
import { orderEntries } from '../../platform/db/schema/money.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { paymentRequests } from '../../platform/db/schema/stripe.ts'
import { changeRows, own, rowsOf, setRows } from '../../platform/db/statement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { assertNoOpenOperation, enqueueOperation } from '../../platform/jobs/enqueue-operation.ts'
import { removeFiles } from '../files/store-attachments.ts'
import { payDue, settleCanceled, unpay } from '../money/add-entry.ts'
import { type RemoteMoney, recordTransactions } from '../money/record-transactions.ts'
import { getOrder, ownOrder } from '../queries.ts'
import { capitalized, changeOf, lockOrder, recordOrder, type StoredOrder } from './record-order.ts'

/**
 * Moves an order one status forward or back, or cancels it here and in Shopify (docs/product.md, Order status). One that
 * becomes paid was paid in full; one that becomes pending was not (docs/product.md, Payments).
 *
 * @param from the status the caller saw
 * @param money of a canceled order: what of it is refunded and kept
 * @throws AppError not_found; changed, naming who changed it, if the status is no longer `from`; conflict for a step that
 *   isn't allowed
 */
export async function changeStatus(
  ctx: StaffContext,
  id: number,
  { status, from }: { status: OrderStatus; from?: OrderStatus },
  money: CancelInput = {},
): Promise<Order> {
  const order = await inTransaction(ctx, async (ctx) => {
    const before = await lockOrder(ctx, id)
    if (from && from !== before.status) {
      const name = await findLastActor(ctx, 'order', id, ['order.status', 'order.cancelled'])
      throw fieldError('changed', 'status', orderMessages.statusChanged(name, capitalized(before.status)))
    }
    assertAllowed(orderCan.become(before, status))
    await moveOrder(ctx, await settle(ctx, before, status), status)
    if (status === 'cancelled') {
      await settleCanceled(ctx, { ...before, status }, money)
      await cancelInShopify(ctx, before)
    }
    return getOrder(ctx, id)
  })
  ctx.wake('shopify')
  return order
}

/** Records what a locked order's new status says of its money. @returns the order then, which may have that status */
async function settle(ctx: StaffContext, order: StoredOrder, status: OrderStatus): Promise<StoredOrder> {
  if (status === 'paid' && order.status === 'pending') return payDue(ctx, order, { method: 'other' })
  const isHeld = order.receivedCents > 0 && dueOf(order, order.receivedCents) === 0
  return status === 'pending' && isHeld ? unpay(ctx, order) : order
}

/** Also enqueued while the store is unreachable or switched off. */
async function cancelInShopify({ db, actor: { companyId, userId } }: StaffContext, order: StoredOrder) {
  const { id, shopifyOrderId } = order
  if (!shopifyOrderId) return
  const record = { entityId: id, subjectName: orderName(order), remoteId: shopifyOrderId }
  await enqueueOperation(db, { companyId, userId, kind: 'order.cancel', ...record })
}

/** A user, or the store. */
type Mover = TenantContext & Parameters<typeof recordOrder>[0]

/**
 * Stores a new status of a locked order. A canceled order frees its discount use and its Shopify id but keeps its price
 * (docs/product.md, Order status). @returns the order then
 */
async function moveOrder(ctx: Mover, order: StoredOrder, status: OrderStatus): Promise<StoredOrder> {
  if (order.status === status) return order
  const canceled = status === 'cancelled'
  if (canceled && order.discountCodeId !== null) await giveBackUse(ctx, order.discountCodeId)
  const moved = { status, ...(canceled && { discountCodeId: null, shopifyOrderId: null }) }
  await changeRows(ctx, orders, ownOrder(ctx, order.id), moved)
  const changes = changeOf('Status', capitalized(order.status), capitalized(status))
  await recordOrder(ctx, canceled ? 'order.cancelled' : 'order.status', order, changes)
  return { ...order, ...moved }
}

/**
 * Deletes an order with its files and frees its discount use. A copy in Shopify stays.
 *
 * @throws AppError not_found; conflict while it is being sent to Shopify, and for one with payments
 */
export async function deleteOrder(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const order = await lockOrder(ctx, id)
    await assertNoOpenOperation(ctx, { kind: 'order.push', entityId: id }, orderMessages.onItsWayToShopify)
    const length = await ctx.db.$count(orderEntries, own(ctx, orderEntries, { orderId: id }))
    assertAllowed(orderCan.delete({ length }))
    // Its session may be paid as long as it is open in Stripe.
    const coming = sql`session_id IS NOT NULL AND (state IN ('open', 'onTheWay') OR closes)`
    if ((await ctx.db.$count(paymentRequests, and(own(ctx, paymentRequests, { orderId: id }), coming))) > 0)
      throw new AppError('conflict', stripeMessages.openForDeletion)
    if (order.discountCodeId !== null) await giveBackUse(ctx, order.discountCodeId)
    await ctx.db.delete(orders).where(ownOrder(ctx, id))
    await recordOrder(ctx, 'order.deleted', order)
  })
  await removeFiles(ctx, id)
}

/** An order's state in Shopify. */
interface ShopifyOrderState {
  id: string
  cancelledAt: string | null
  displayFinancialStatus: string | null
  displayFulfillmentStatus: string
  totalReceivedSet: { shopMoney: { amount: string } }
  totalRefundedSet: { shopMoney: { amount: string } }
}

function statusOf({ cancelledAt, displayFinancialStatus, displayFulfillmentStatus }: ShopifyOrderState) {
  if (cancelledAt) return 'cancelled'
  if (displayFulfillmentStatus === 'FULFILLED') return 'shipped'
  return displayFinancialStatus === 'PAID' ? 'paid' : null
}

const statusSeenIn = (remote: ShopifyOrderState) =>
  [remote.displayFinancialStatus, remote.displayFulfillmentStatus, remote.cancelledAt].join(' ')

/** What an order remembers of its state in Shopify, as `shopifySeen`: its status, then its money. */
export const seenIn = (remote: ShopifyOrderState): string =>
  [
    statusSeenIn(remote),
    remote.totalReceivedSet.shopMoney.amount,
    remote.totalRefundedSet.shopMoney.amount,
  ].join(' ')

/**
 * Records what was paid and refunded in one of an order's Shopify orders (decision 090). If it is the linked one, moves
 * the order forward when it was fulfilled or canceled there, never back (docs/product.md, Order status). A shipped order
 * isn't canceled. Repeated news is ignored, so a step back made here stays. Needs a transaction.
 *
 * @param isMarked see `recordTransactions`
 * @returns the order then; null if it was deleted
 */
export async function applyShopifyOrder(
  ctx: TenantContext,
  id: number,
  remote: ShopifyOrderState & RemoteMoney,
  isMarked = false,
): Promise<StoredOrder | null> {
  const [order] = await rowsOf(ctx, orders, { id }).for('update')
  if (!order) return null
  const store = { ...ctx, actor: { companyId: ctx.actor.companyId, name: 'Shopify' } }
  const paid = await recordTransactions(store, order, remote, isMarked)
  if (order.shopifyOrderId !== remote.id) return paid
  await setRows(ctx, orders, ownOrder(ctx, id), { shopifySeen: seenIn(remote) })
  const status = statusOf(remote)
  // One that costs anything is paid by its payments.
  const moves = status && canAdvance(paid, status) && (status !== 'paid' || paid.totalCents === 0)
  return moves && !order.shopifySeen?.startsWith(statusSeenIn(remote)) ? moveOrder(store, paid, status) : paid
}

function canAdvance(order: { status: OrderStatus }, status: OrderStatus): boolean {
  if (status === 'cancelled') return orderCan.cancel(order) === null
  return order.status !== 'cancelled' && orderStatuses.indexOf(status) > orderStatuses.indexOf(order.status)
}
