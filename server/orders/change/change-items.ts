import { isDeepStrictEqual } from 'node:util'
import { formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { assertAllowed } from '@trunkshow/contract/errors.ts'
import { orderCan, ownProduct, productLine } from '@trunkshow/contract/orders/rules.ts'
import type { Order, OrderChange } from '@trunkshow/contract/orders/schema.ts'
import { and, eq } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { discountRow, ownDiscount } from '../../discounts/queries.ts'
import { giveBackUse, takeUse } from '../../discounts/save-discount.ts'
import { nextVersion } from '../../platform/db/rows.ts'
import { discountCodes, orderProducts, orders } from '../../platform/db/schema/orders.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { type ChosenProduct, chooseProducts, lockEvent, makeTotal } from '../create/choose-parts.ts'
import { readForm } from '../create/read-form.ts'
import { getOrder, ownOrder, selectProducts } from '../queries.ts'
import { changeOf, changesOfPrice, lockOrder, recordOrder, type StoredOrder } from './record-order.ts'

/**
 * Returns the products that an edit leaves a locked order with: those it has keep their name and price, others have
 * their current ones (docs/product.md, Changing an order).
 *
 * @returns the products, and what to log; nothing to log if they are the same
 * @throws AppError conflict for an order that isn't pending, and as `chooseProducts` for products it doesn't have
 */
export async function changeProducts(ctx: StaffContext, order: StoredOrder, chosen: OrderChange['products']) {
  const before = await selectProducts(ctx, [order.id])
  const stored = before.map(({ productId, quantity }) => ({ productId, quantity }))
  if (!chosen || isDeepStrictEqual(chosen, stored)) return { products: before, changes: [], isChanged: false }
  assertAllowed(orderCan.changeProducts({ ...order, products: before }), 'conflict', 'products')
  const added = chosen.filter(({ productId }) => !before.some((each) => each.productId === productId))
  const { templateId } = order
  const current = added.length > 0 ? await chooseProducts(ctx, { templateId, products: added }) : []
  const products = chosen.map(({ productId, quantity }, at) => {
    const { name, sku, unitPriceCents } =
      ownProduct(before, productId, at) ?? current.find((each) => each.productId === productId)!
    return { productId, name, sku, unitPriceCents, quantity }
  })
  const changes = changeOf('Products', productLine(before), productLine(products), ['products'])
  return { products, changes, isChanged: true }
}

/** Stores the products of a locked order in place of those it has. */
export async function replaceProducts(
  { db, actor: { companyId } }: StaffContext,
  orderId: number,
  products: readonly ChosenProduct[],
) {
  await db
    .delete(orderProducts)
    .where(and(eq(orderProducts.orderId, orderId), eq(orderProducts.companyId, companyId)))
  await db.insert(orderProducts).values(products.map((each) => ({ ...each, companyId, orderId })))
}

/** An order's event and time slot in words: `Spring Trunk Show, Apr 16, 2027, 10:00 AM EDT`. */
function eventLine({ event, timeSlot }: Order) {
  const slot = timeSlot && [formatShortDate(timeSlot.slotDate), formatTime(timeSlot.startTime, timeSlot.zone)]
  return [event?.name, ...(slot ?? [])].filter(Boolean).join(', ')
}

/**
 * Returns the event of a locked order after an edit. Its time slot goes with the old event; the new one is locked until the
 * order is stored.
 *
 * @returns the columns to store, and what to log
 * @throws AppError conflict for an order that isn't pending or is for a booking, and for another company's event
 */
export async function changeEvent(ctx: StaffContext, order: StoredOrder, eventId: OrderChange['eventId']) {
  if (eventId === undefined || eventId === order.eventId) return { links: {}, changes: [] }
  assertAllowed(orderCan.changeEvent(order), 'conflict', 'eventId')
  const event = eventId === null ? null : await lockEvent(ctx, eventId)
  const before = eventLine(await getOrder(ctx, order.id))
  const changes = changeOf('Event', before, event?.name, ['eventId'])
  return { links: { eventId, timeSlotId: null }, changes }
}

/**
 * Moves an order's discount use from its current code to another, or to none. An order that already has the code keeps
 * its percent. The order must be new or locked.
 *
 * @returns the discount to store with the order
 * @throws AppError not_found; conflict with the reason the code can't be used
 */
export async function swapCode(
  ctx: StaffContext,
  order: Pick<StoredOrder, 'discountCodeId' | 'discountCode' | 'discountPercent'>,
  codeId: number | null,
) {
  const { discountCodeId: carried, discountCode, discountPercent } = order
  if (codeId === carried) return { discountCodeId: carried, discountCode, discountPercent }
  // Locks the lower id first, so that two orders that swap codes wait for each other instead of deadlocking.
  const dropFirst = carried !== null && (codeId === null || carried < codeId)
  if (dropFirst) await giveBackUse(ctx, carried)
  const taken = codeId === null ? null : await takeUse(ctx, codeId)
  if (carried !== null && !dropFirst) await giveBackUse(ctx, carried)
  const { code = null, percent = null } = taken ?? {}
  return { discountCodeId: codeId, discountCode: code, discountPercent: percent }
}

/**
 * Replaces an order's discount code; null removes it (docs/product.md, Using a code).
 *
 * @returns the order, and the new code with its current use count
 * @throws AppError not_found for order or code; conflict for an order that can't be edited or a code that can't be used
 */
export async function applyDiscount(ctx: StaffContext, id: number, codeId: number | null) {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockOrder(ctx, id)
    assertAllowed(orderCan.edit(before))
    const discount = await swapCode(ctx, before, codeId)
    if (discount.discountCodeId !== before.discountCodeId) {
      const after = { ...before, ...discount }
      const form = await readForm(ctx, before.templateId, before.templateVersion)
      after.totalCents = makeTotal(after, form, await selectProducts(ctx, [id]))
      await ctx.db
        .update(orders)
        .set({ ...discount, totalCents: after.totalCents, ...nextVersion })
        .where(ownOrder(ctx, id))
      await recordOrder(ctx, 'order.discounted', before, changesOfPrice(before, after), before.version + 1)
    }
    const [code] =
      codeId === null
        ? []
        : await ctx.db.select(discountRow).from(discountCodes).where(ownDiscount(ctx, codeId))
    return { ...(await getOrder(ctx, id)), discountCode: code ?? null }
  })
}
