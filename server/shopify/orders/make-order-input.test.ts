import { centsOf, centsToDecimal } from '@trunkshow/contract/money.ts'
import { pricedOrder } from '@trunkshow/contract/orders/fields.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { inDecimals, priceOrder } from '@trunkshow/contract/prices/rules.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeOrderInput } from './make-order-input.ts'

type Line = Order['products'][number]

const plain: Line = {
  ...{
    id: 1,
    orderId: 1,
    productId: null,
    name: 'Rush fee',
    sku: '',
    basePrice: '75.00',
    quantity: 1,
    taxable: true,
  },
  ...{ options: [], templateId: null, templateVersion: null, fields: [], formData: {}, createdAt: '' },
}
const gown = { ...plain, productId: 1, name: 'Aurelie gown', basePrice: '100.00', quantity: 2 }
const veil = { ...plain, productId: 2, name: 'Veil', basePrice: '120.50' }

/** An order of these lines, priced by the rule, whose first form has this option chosen. */
function orderOf(
  products: Line[],
  fabric: string,
  discount: Order['discount'],
  taxRate: number | null = null,
) {
  const shown = { required: false, archived: false, placeholder: '' }
  const template = {
    fields: [{ id: 'fabric', label: 'Fabric', type: 'dropdown', options: [fabric], ...shown }],
  }
  const order = {
    products,
    template,
    formData: { fabric },
    discount,
    taxRate,
    attachments: [],
    money: { held: '0.00' },
  } as unknown as Order
  const price = inDecimals(priceOrder(pricedOrder(order)))
  return { ...order, price, total: price.total, customerName: 'Grace Okafor', customerAddress: null } as Order
}

/** What the store is sent: the price of one piece of each line, what is taken off, and what that comes to. */
function sentOf(order: Order) {
  const { lineItems, discountCode, taxLines } = makeOrderInput(order, 'key', 'https://shop.test', new Map())
  const amountOf = (amounts: unknown) => (amounts as { shopMoney: { amount: string } }).shopMoney.amount
  const off = discountCode?.itemFixedDiscountCode && amountOf(discountCode.itemFixedDiscountCode.amountSet)
  const prices = lineItems!.map(({ priceSet }) => amountOf(priceSet))
  const sum = lineItems!.reduce((sum, { quantity }, at) => sum + centsOf(prices[at]!) * quantity, 0)
  const tax = taxLines?.map(({ rate, priceSet }) => [rate, amountOf(priceSet)])
  const taxed = sum - centsOf(off ?? '0') + centsOf(tax?.[0]?.[1] ?? '0')
  return { lineItems: lineItems!, prices, off, tax, total: centsToDecimal(taxed) }
}

test.each([
  ['Silk (+$50.25)', null, ['150.25', '120.50'], undefined],
  ['Plain (-$10.50)', null, ['89.50', '120.50'], undefined],
  ['None (-$120)', null, ['0.00', '120.50'], '40.00'],
  ['Silk (+$50)', { code: 'TEN', percent: 10, discountCodeId: 1 }, ['150.00', '120.50'], '42.00'],
])('lines and discount of %s make the total of the price rule', (fabric, discount, prices, off) => {
  const order = orderOf([gown, veil], fabric, discount)
  expect(sentOf(order)).toMatchObject({ prices, off, total: order.total })
})

test('a line has its options and answers but no measurements as properties, and a reduction is taken off', () => {
  const option = { customizationId: 1, optionId: 4, name: 'Edge', option: 'Lace', price: '40.00' }
  const field = {
    id: 'hem',
    label: 'Hem',
    type: 'text',
    required: false,
    archived: false,
    placeholder: '',
    options: [],
  }
  const body = { ...field, id: 'body', label: 'Measurements', type: 'measurements' }
  const formData = { hem: '59', body: 'Bust: 34 in\nGown, March 2, 2026' }
  const edged = { ...veil, options: [option], fields: [field, body], formData } as Line
  const order = orderOf(
    [gown, edged, plain, { ...plain, name: 'Sample', basePrice: '-60.00' }],
    'Ivory',
    null,
  )
  const { lineItems, prices, off, total } = sentOf(order)
  expect(
    lineItems.map(({ title, requiresShipping, properties }) => [title, requiresShipping, properties]),
  ).toEqual([
    ['Aurelie gown', true, [{ name: 'Fabric', value: 'Ivory' }]],
    [
      'Veil',
      true,
      [
        { name: 'Edge', value: 'Lace' },
        { name: 'Hem', value: '59' },
      ],
    ],
    ['Rush fee', false, undefined],
  ])
  expect([prices, off, total]).toEqual([['100.00', '160.50', '75.00'], '60.00', order.total])
})

test('tax is a line of its own, and is not sent without a rate', () => {
  const taxed = sentOf(orderOf([gown], 'Ivory', null, 8.875))
  expect([taxed.tax, taxed.total]).toEqual([[['0.08875', '17.75']], '217.75'])
  expect(sentOf(orderOf([gown], 'Ivory', null)).tax).toBeUndefined()
})

test('any order comes to the total of the price rule, to the cent', () => {
  const cents = fc.integer({ min: 0, max: 999_999 })
  const option = cents.map((price) => ({ name: 'Edge', option: 'Lace', price: centsToDecimal(price) }))
  const line = fc.record({
    basePrice: cents.map(centsToDecimal),
    quantity: fc.integer({ min: 1, max: 9 }),
    options: fc.array(option, { maxLength: 2 }),
  })
  const reduction = cents.map((cents) => ({
    basePrice: centsToDecimal(-cents - 1),
    quantity: 1,
    options: [],
  }))
  const percent = fc.option(fc.integer({ min: 1, max: 100 }))
  const lines = fc.array(fc.oneof(line, reduction), { maxLength: 4 })
  const rate = fc.option(fc.integer({ min: 0, max: 99_999 }).map((rate) => rate / 1000))
  fc.assert(
    fc.property(line, lines, cents, percent, rate, (first, others, extra, percent, rate) => {
      const products = [first, ...others].map((each) => ({ ...plain, ...each }) as Line)
      const discount = percent && { code: 'TEN', percent, discountCodeId: 1 }
      const order = orderOf(products, `Silk (+$${centsToDecimal(extra)})`, discount || null, rate)
      expect(sentOf(order).total).toBe(order.total)
    }),
    { numRuns: 1000 },
  )
})
