import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { orderCan } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { discountRow, ownDiscount } from '../../discounts/queries.ts'
import { giveBackUse, takeUse } from '../../discounts/take-use.ts'
import { discountCodes } from '../../platform/db/schema/discounts.ts'
import { orders } from '../../platform/db/schema/orders.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { makeTotal } from '../create/choose-products.ts'
import { readForm } from '../create/read-form.ts'
import { getOrder, ownOrder, selectProducts } from '../queries.ts'
import { changesOfPrice, lockOrder, recordOrder, type StoredOrder } from './record-order.ts'

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
  return {
    discountCodeId: codeId,
    discountCode: taken?.code ?? null,
    discountPercent: taken?.percent ?? null,
  }
}

/**
 * Replaces an order's discount code; null removes it (docs/product.md, Using a code).
 *
 * @returns the order, and the new code with its current use count
 * @throws AppError not_found for order or code; conflict for an order that can't be edited or a code that can't be used
 */
export async function applyDiscount(
  ctx: StaffContext,
  id: number,
  codeId: number | null,
): Promise<Order & { discountCode: DiscountCode | null }> {
  return inTransaction(ctx, async (ctx) => {
    const before = await lockOrder(ctx, id)
    const refusal = orderCan.edit(before)
    if (refusal) throw new AppError('conflict', refusal)
    const discount = await swapCode(ctx, before, codeId)
    if (discount.discountCodeId !== before.discountCodeId) {
      const after = { ...before, ...discount }
      const form = await readForm(ctx, before.templateId, before.templateVersion)
      after.totalCents = makeTotal(after, form, await selectProducts(ctx, [id]))
      await ctx.db
        .update(orders)
        .set({
          ...discount,
          totalCents: after.totalCents,
          version: sql`version + 1`,
          updatedAt: sql`now()`,
        })
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
