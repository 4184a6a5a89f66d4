import { AppError } from '@trunkshow/contract/errors.ts'
import { MAX_CENTS } from '@trunkshow/contract/money.ts'
import { orderMessages } from '@trunkshow/contract/orders/messages.ts'
import type { StoredOrder } from '../change/lock-order.ts'
import { priceOf } from '../queries.ts'
import type { ChosenProduct } from './choose-products.ts'
import type { OrderForm } from './read-form.ts'

/**
 * The total to store with an order, in cents, made from what stands with it alone: the products' prices as they
 * were, the form's version, the code's percent as it was.
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
