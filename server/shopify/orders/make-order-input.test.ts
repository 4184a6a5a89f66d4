import { centsToDecimal, parseCents } from '@trunkshow/contract/money.ts'
import { priceOrder } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { expect, test } from 'vitest'
import { makeOrderInput } from './make-order-input.ts'

const gown = { name: 'Aurelie gown', unitPriceCents: 10_000, quantity: 2 }
const veil = { name: 'Veil', unitPriceCents: 12_050, quantity: 1 }

/** An order priced by the rule with this option chosen, which its answers no longer name. */
function orderPricedWith(option: string, discount: Order['discount']) {
  const shown = { required: false, archived: false, placeholder: '' }
  const fields = [{ id: 'fabric', label: 'Fabric', type: 'dropdown' as const, options: [option], ...shown }]
  const products = [gown, veil]
  const price = priceOrder({
    products,
    fields,
    answers: { fabric: option },
    discount,
  })
  return {
    template: { fields: [] as Order['template']['fields'] },
    formData: {},
    attachments: [] as Order['attachments'],
    products: products.map(({ unitPriceCents, ...product }, at) => ({
      ...product,
      productId: at,
      sku: '',
      basePrice: centsToDecimal(unitPriceCents),
    })),
    discount,
    price: {
      lines: price.lines.map(({ label, cents }) => ({ label, amount: centsToDecimal(cents) })),
      total: centsToDecimal(price.totalCents),
    },
    total: centsToDecimal(price.totalCents),
    customerName: 'Grace Okafor',
    customerAddress: null,
  } as Order
}

test.each([
  ['Silk (+$50.25)', null, ['150.25', '120.50'], undefined],
  ['Plain (-$10.50)', null, ['89.50', '120.50'], undefined],
  ['None (-$120)', null, ['0.00', '120.50'], '40.00'],
  ['Silk (+$50)', { code: 'TEN', percent: 10, discountCodeId: 1 }, ['150.00', '120.50'], '42.00'],
])('lines and discount of %s make the total of the price rule', (option, discount, prices, reduction) => {
  const order = orderPricedWith(option, discount)
  const { lineItems, discountCode } = makeOrderInput(order, 'key', 'https://shop.test', new Map())
  const amounts = lineItems!.map(({ priceSet }) => priceSet!.shopMoney.amount as string)
  expect(amounts).toEqual(prices)
  const off = discountCode?.itemFixedDiscountCode?.amountSet?.shopMoney.amount as string | undefined
  expect(off).toBe(reduction)
  const sum = parseCents(amounts[0]!)! * 2 + parseCents(amounts[1]!)! - parseCents(off ?? '0')!
  expect(centsToDecimal(sum)).toBe(order.total)
})
