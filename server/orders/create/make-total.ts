import { AppError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal, formatMoney, MAX_CENTS, parseCents } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { OrderInput } from '@trunkshow/contract/orders/schema.ts'
import type { StoredOrder } from '../change/lock-order.ts'
import { priceOf } from '../queries.ts'
import type { ChosenProduct } from './choose-products.ts'
import type { OrderForm } from './read-form.ts'

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
    throw new AppError('invalid', orderMessages.totalTooLarge, {
      fields: { total: orderMessages.totalTooLarge },
    })
  }
  return totalCents
}

/** Refuses the order if its total differs from the one shown. @throws AppError changed */
export function assertTotal({ total }: Pick<OrderInput, 'total'>, totalCents: number) {
  if (total === undefined || parseCents(total) === totalCents) return
  const now = centsToDecimal(totalCents)
  throw new AppError('changed', orderMessages.totalChanged(formatMoney(now)), { fields: { total: now } })
}
