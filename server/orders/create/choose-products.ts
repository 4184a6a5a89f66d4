import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, formatMoney, MAX_CENTS, parseCents } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { OrderInput } from '@trunkshow/contract/orders/schema.ts'
import { asc } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { own } from '../../platform/db/rows.ts'
import { orderTemplateProducts, products } from '../../platform/db/schema/products.ts'
import type { StoredOrder } from '../change/record-order.ts'
import { priceOf } from '../queries.ts'
import type { OrderForm } from './read-form.ts'

/** A product with its name and price at the time of the order. */
export interface ChosenProduct {
  productId: number
  name: string
  sku: string
  unitPriceCents: number
  quantity: number
}

/**
 * Returns the products of a new order as they were selected, at current prices. Locks them until the order is stored.
 *
 * @throws AppError conflict for a product that isn't the company's, is archived, or isn't in the template
 */
export async function chooseProducts(
  ctx: StaffContext,
  { templateId, products: chosen }: Pick<OrderInput, 'templateId' | 'products'>,
): Promise<ChosenProduct[]> {
  const ids = chosen.map(({ productId }) => productId)
  const found = await ctx.db
    .select({
      productId: products.id,
      name: products.name,
      sku: products.sku,
      unitPriceCents: products.basePriceCents,
      isActive: products.isActive,
    })
    .from(products)
    .where(own(ctx, products, { id: ids }))
    .orderBy(asc(products.id))
    .for('key share')
  const ordered = chosen.map(({ productId, quantity }) => {
    const product = found.find((each) => each.productId === productId)
    if (!product) throw refusal(orderMessages.productGone)
    const { isActive, ...current } = product
    if (!isActive) throw refusal(orderMessages.productArchived)
    return { ...current, quantity }
  })
  await assertInTemplate(ctx, templateId, ids)
  return ordered
}

/** A template without products allows all of them. */
async function assertInTemplate(ctx: StaffContext, templateId: number, ids: number[]) {
  const allowed = await ctx.db
    .select({ id: orderTemplateProducts.productId })
    .from(orderTemplateProducts)
    .where(own(ctx, orderTemplateProducts, { templateId }))
  if (allowed.length > 0 && !ids.every((id) => allowed.some((each) => each.id === id)))
    throw refusal(orderMessages.productNotOfTemplate)
}

/** The names of products, as an order's list row and search have them. */
export const namesOf = (products: readonly Pick<ChosenProduct, 'name'>[]) =>
  products.map(({ name }) => name).join(', ')

function refusal(message: string) {
  return fieldError('conflict', 'products', message)
}

/**
 * Returns the total to store with an order, in cents, from the prices, form version and percent stored with it.
 *
 * @throws AppError invalid from 10,000,000 on
 */
export function makeTotal(
  order: Pick<StoredOrder, 'formData' | 'discountCode' | 'discountPercent'>,
  form: OrderForm,
  products: readonly Pick<ChosenProduct, 'name' | 'unitPriceCents' | 'quantity'>[],
): number {
  const { totalCents } = priceOf({ order, template: form }, products).price
  if (totalCents > MAX_CENTS) {
    throw fieldError('invalid', 'total', orderMessages.totalTooLarge)
  }
  return totalCents
}

/** Refuses the order if its total differs from the one shown. @throws AppError changed */
export function assertTotal({ total }: Pick<OrderInput, 'total'>, totalCents: number) {
  if (total === undefined || parseCents(total) === totalCents) return
  const now = centsToDecimal(totalCents)
  throw new AppError('changed', orderMessages.totalChanged(formatMoney(now)), { fields: { total: now } })
}
