import { centsToDecimal, parseCents } from '@trunkshow/contract/money.ts'
import { priceOrder } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import type { Answers } from '@trunkshow/contract/templates/rules.ts'

export type OrderPrice = Order['price']
type PricedParts = Pick<Order, 'discount' | 'formData'> & {
  products: Pick<Order['products'][number], 'name' | 'basePrice' | 'quantity'>[]
  template: Pick<Order['template'], 'fields'>
}

/** An order's price for display, as decimals, by the same rule as on the server. */
export function priceWith({ products, template, formData, discount }: PricedParts): OrderPrice {
  const { lines, subtotalCents, discountCents, totalCents } = priceOrder({
    products: products.map(({ name, basePrice, quantity }) => ({
      name,
      unitPriceCents: parseCents(basePrice) ?? 0,
      quantity,
    })),
    fields: template.fields,
    answers: formData as Answers,
    discount,
  })
  return {
    lines: lines.map(({ label, cents }) => ({ label, amount: centsToDecimal(cents) })),
    subtotal: centsToDecimal(subtotalCents),
    discount: centsToDecimal(discountCents),
    total: centsToDecimal(totalCents),
  }
}
