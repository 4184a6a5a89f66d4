import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { centsToDecimal } from '../money.ts'
import type { TemplateField } from '../templates/schema.ts'
import {
  attachmentLimits,
  discountOn,
  MAX_ORDERED_PRODUCTS,
  MAX_PRINTED_ORDERS,
  nextStatuses,
  type OrderStatus,
  orderCan,
  orderName,
  orderStatuses,
  ownProduct,
  type PricedOrder,
  priceOrder,
  productLine,
  splitName,
} from './rules.ts'

function field(id: string, options: string[], changes: Partial<TemplateField> = {}): TemplateField {
  const rest = { required: false, placeholder: '', archived: false }
  return { id, label: `The ${id}`, type: 'dropdown', options, ...rest, ...changes }
}

function order(changes: Partial<PricedOrder> = {}): PricedOrder {
  const gown = { name: 'Aurelie gown', unitPriceCents: 85_550, quantity: 1 }
  return { products: [gown], fields: [], answers: {}, discount: null, ...changes }
}

describe('the price of an order', () => {
  test.each([
    ['Gold (+$1,250.50)', 210_600],
    ['Sale (-$10)', 84_550],
    ['Ivory', 85_550],
    ['Lace (+$50) (-$20)', 88_550],
    ['Free (-$99,999)', 0],
    ['Half (+50)', 85_550],
    ['', 85_550],
  ])('with the option %j is %i cents', (fabric, cents) => {
    const fields = [field('fabric', [fabric])]
    expect(priceOrder(order({ fields, answers: { fabric } })).totalCents).toBe(cents)
  })

  test('is itemized: products, options, discount', () => {
    const veil = { name: 'Veil', unitPriceCents: 12_000, quantity: 1 }
    const gowns = { name: 'Aurelie gown', unitPriceCents: 85_550, quantity: 2 }
    const fields = [field('fabric', ['Silk (+$250)']), field('hem', ['Short (-$10.50)']), field('lining', [])]
    const answers = { fabric: 'Silk (+$250)', hem: 'Short (-$10.50)', lining: 'None' }
    const discount = { code: 'SPRING10', percent: 10 }
    expect(priceOrder({ products: [gowns, veil], fields, answers, discount })).toEqual({
      lines: [
        { label: 'Aurelie gown × 2', cents: 171_100 },
        { label: 'Veil', cents: 12_000 },
        { label: 'The fabric: Silk', cents: 50_000 },
        { label: 'The hem: Short', cents: -2_100 },
        { label: 'SPRING10, 10% off', cents: -23_100 },
      ],
      subtotalCents: 231_000,
      discountCents: 23_100,
      totalCents: 207_900,
    })
  })

  test('takes modifiers from dropdowns that are shown, and from nothing else', () => {
    const gold = 'Gold (+$50)'
    const fields = [
      field('hidden', [gold], { archived: true }),
      field('text', [], { type: 'text' }),
      field('ticked', [gold]),
    ]
    const answers = { hidden: gold, text: gold, unknown: gold, ticked: true }
    expect(priceOrder(order({ fields, answers })).totalCents).toBe(85_550)
    expect(priceOrder(order({ products: [], fields: [field('f', [gold])], answers: { f: gold } }))).toEqual({
      lines: [],
      subtotalCents: 0,
      discountCents: 0,
      totalCents: 0,
    })
  })

  const amount = fc.integer({ min: 0, max: 999_999_999 })
  const option = fc.oneof(
    fc.string({ unit: 'grapheme', maxLength: 40 }),
    fc
      .tuple(fc.string({ maxLength: 10 }), fc.constantFrom('+', '-', '−'), amount)
      .map(([name, sign, cents]) => `${name} (${sign}$${centsToDecimal(cents)})`),
  )
  const anyOrder = fc.record({
    products: fc.array(
      fc.record({
        name: fc.string(),
        unitPriceCents: amount,
        quantity: fc.integer({ min: 1, max: 1000 }),
      }),
      { minLength: 1, maxLength: 5 },
    ),
    chosen: fc.array(option, { maxLength: 8 }),
    discount: fc.option(fc.record({ code: fc.string(), percent: fc.integer({ min: 1, max: 100 }) })),
  })
  const asPriced = ({
    products,
    chosen,
    discount,
  }: typeof anyOrder extends fc.Arbitrary<infer O> ? O : never) => ({
    products,
    discount,
    fields: chosen.map((option, at) => field(`f${at}`, [option])),
    answers: Object.fromEntries(chosen.map((option, at) => [`f${at}`, option])),
  })

  test('is whole cents, never negative, and what its lines add up to', () => {
    fc.assert(
      fc.property(anyOrder.map(asPriced), (order) => {
        const { lines, subtotalCents, discountCents, totalCents } = priceOrder(order)
        for (const cents of [subtotalCents, discountCents, totalCents]) {
          expect(Number.isSafeInteger(cents)).toBe(true)
          expect(cents).toBeGreaterThanOrEqual(0)
        }
        expect(totalCents).toBe(subtotalCents - discountCents)
        const sum = lines.reduce((sum, { cents }) => sum + cents, 0)
        // Reductions can't take the price below zero.
        if (sum >= 0) expect(sum).toBe(totalCents)
        else expect(totalCents).toBe(0)
      }),
    )
  })

  test('is the same after JSON, as an order goes from the server to a screen', () => {
    fc.assert(
      fc.property(anyOrder.map(asPriced), (order) => {
        expect(priceOrder(JSON.parse(JSON.stringify(order)))).toEqual(priceOrder(order))
      }),
    )
  })

  test('is no higher with a discount, and no lower with a dearer product', () => {
    fc.assert(
      fc.property(anyOrder.map(asPriced), amount, (order, more) => {
        const total = (changes: object) => priceOrder({ ...order, ...changes }).totalCents
        expect(total({})).toBeLessThanOrEqual(total({ discount: null }))
        const [first, ...rest] = order.products
        const dearer = { ...first!, unitPriceCents: first!.unitPriceCents + more }
        const plain = { products: [dearer, ...rest], discount: null }
        expect(total(plain)).toBeGreaterThanOrEqual(total({ discount: null }))
      }),
    )
  })
})

describe('a discount', () => {
  test.each([
    [85_550, 15, 12_800],
    [10_000, 10, 1_000],
    [10_500, 10, 1_100],
    [10_400, 10, 1_000],
    [4_950, 1, 0],
    [5_000, 1, 100],
    [85_550, 100, 85_550],
    [40, 100, 0],
    [0, 50, 0],
  ])('on %i cents of %i percent is %i cents', (subtotal, percent, cents) => {
    expect(discountOn(subtotal, percent)).toBe(cents)
  })

  test('is whole dollars, within half a dollar of the percentage, and at most the subtotal', () => {
    const subtotals = fc.integer({ min: 0, max: 999_999_999 })
    fc.assert(
      fc.property(subtotals, fc.integer({ min: 1, max: 100 }), (subtotal, percent) => {
        const cents = discountOn(subtotal, percent)
        expect(cents === subtotal || cents % 100 === 0).toBe(true)
        expect(cents).toBeLessThanOrEqual(subtotal)
        expect(Math.abs(cents * 100 - subtotal * percent)).toBeLessThanOrEqual(5_000)
      }),
    )
  })
})

const noStep = 'Status can only move one step at a time.'
const final = 'This order is canceled.'
const tooLate = 'Only pending or paid orders can be canceled.'

describe('the status of an order', () => {
  const allowed: Record<OrderStatus, OrderStatus[]> = {
    pending: ['paid', 'cancelled'],
    paid: ['pending', 'shipped', 'cancelled'],
    shipped: ['paid', 'delivered'],
    delivered: ['shipped', 'completed'],
    completed: ['delivered'],
    cancelled: [],
  }
  const pairs = orderStatuses.flatMap((from) => orderStatuses.map((to) => [from, to] as const))

  test.each(pairs)('%s may become %s only if the table says so', (status, next) => {
    const refusal = orderCan.become({ status }, next)
    expect(refusal === null).toBe(allowed[status].includes(next))
  })

  test.each([
    ['cancelled', 'cancelled', 'This order is already canceled.'],
    ['cancelled', 'paid', final],
    ['shipped', 'cancelled', tooLate],
    ['completed', 'cancelled', tooLate],
    ['pending', 'shipped', noStep],
    ['paid', 'paid', noStep],
  ] as const)('%s to %s is refused with %j', (status, next, sentence) => {
    expect(orderCan.become({ status }, next)).toBe(sentence)
  })

  test('offers the steps it allows, and no others', () => {
    for (const status of orderStatuses) {
      const { forward, back, cancel } = nextStatuses(status)
      const offered = [back, forward, cancel && 'cancelled'].filter(Boolean)
      expect(offered).toEqual(allowed[status])
      expect(cancel).toBe(allowed[status].includes('cancelled'))
    }
  })
})

describe('a change of an order', () => {
  const erased = 'The customer of this order was erased. It can’t be edited or sent to Shopify.'
  const itemsStay = 'Products and event can only be changed while the order is pending.'
  const tooMany = 'This order has more than 20 products, so they can’t be changed.'
  const eventStays = 'This order is for a booking, so its event can’t be changed.'
  const pending = {
    status: 'pending' as OrderStatus,
    customerEmail: 'grace@okafor.test',
    bookingId: null as number | null,
    products: { length: 1 },
  }

  /** What is changed: answers and address, items, products, event. */
  test.each([
    ['pending', {}, [null, null, null, null]],
    ['with 20 products', { products: { length: 20 } }, [null, null, null, null]],
    ['with 21 products', { products: { length: 21 } }, [null, null, tooMany, null]],
    ['for a booking', { bookingId: 7 }, [null, null, null, eventStays]],
    ['paid', { status: 'paid' }, [null, itemsStay, itemsStay, itemsStay]],
    [
      'paid, for a booking, with 21 products',
      { status: 'paid', bookingId: 7, products: { length: 21 } },
      [null, itemsStay, itemsStay, itemsStay],
    ],
    ['shipped', { status: 'shipped' }, [null, itemsStay, itemsStay, itemsStay]],
    ['delivered', { status: 'delivered' }, [null, itemsStay, itemsStay, itemsStay]],
    ['completed', { status: 'completed' }, [null, itemsStay, itemsStay, itemsStay]],
    ['canceled', { status: 'cancelled' }, [final, final, final, final]],
    ['of an erased customer', { customerEmail: '' }, [erased, erased, erased, erased]],
    [
      'of an erased customer, canceled',
      { customerEmail: '', status: 'cancelled' },
      [erased, erased, erased, erased],
    ],
  ] as const)('that is %s', (_what, changes, refusals) => {
    const order = { ...pending, ...changes }
    const { edit, changeItems, changeProducts, changeEvent } = orderCan
    expect([edit(order), changeItems(order), changeProducts(order), changeEvent(order)]).toEqual(refusals)
  })

  test.each([
    ['pending', null],
    ['paid', null],
    ['shipped', tooLate],
    ['delivered', tooLate],
    ['completed', tooLate],
    ['cancelled', 'This order is already canceled.'],
  ] as const)('that is %s is canceled, or is refused with a reason', (status, refusal) => {
    expect(orderCan.cancel({ status })).toBe(refusal)
  })

  test('keeps to the limits of the product', () => {
    expect([MAX_ORDERED_PRODUCTS, MAX_PRINTED_ORDERS]).toEqual([20, 200])
    expect(attachmentLimits).toEqual({ megabytes: 20, filesPerRequest: 100, filesPerOrder: 200 })
  })
})

test('an order is named by its number', () => {
  expect(orderName({ orderNumber: 1001 })).toBe('Order #1001')
})

test.each([
  [[], ''],
  [[{ name: 'Aurelie gown', quantity: 1 }], 'Aurelie gown'],
  [
    [
      { name: 'Aurelie gown', quantity: 1 },
      { name: 'Lumen veil', quantity: 2 },
    ],
    'Aurelie gown, Lumen veil × 2',
  ],
])('the products %j are %j in words', (products, words) => {
  expect(productLine(products)).toBe(words)
})

test.each([
  ['Grace van Okafor', 'Grace van', 'Okafor'],
  ['Grace Okafor', 'Grace', 'Okafor'],
  ['  Grace   van  Okafor ', 'Grace van', 'Okafor'],
  ['Grace', 'Grace', ''],
  ['', '', ''],
])('the name %j is %j and %j', (name, firstName, lastName) => {
  expect(splitName(name)).toEqual({ firstName, lastName })
})

describe('an order that goes to the store', () => {
  const order = {
    status: 'paid',
    importedAs: null,
    customerEmail: 'grace@okafor.test',
    customerName: 'Grace van Okafor',
    customerAddress: '12 Mercer Street',
    customerState: 'New York',
    customerZip: '10013-1234',
  } as const

  test('has a last name, a ZIP code and a state, where it is shipped', () => {
    expect(orderCan.push(order)).toBeNull()
    expect(orderCan.push({ ...order, customerName: 'Grace', customerAddress: null })).toBeNull()
  })

  test.each([
    [{ status: 'cancelled' as const }, 'This order is canceled, so it can’t be sent to Shopify.'],
    [{ customerName: 'Grace' }, 'Enter the customer’s last name. Shopify requires it.'],
    [{ customerZip: null }, 'Enter a 5-digit ZIP code. Shopify requires it.'],
    [{ customerZip: '1001' }, 'Enter a 5-digit ZIP code. Shopify requires it.'],
    [{ customerState: 'Ontario' }, '“Ontario” isn’t a US state. Shopify requires one.'],
    [{ customerState: null }, 'Enter the state. Shopify requires it.'],
    [{ customerState: '' }, 'Enter the state. Shopify requires it.'],
    [{ importedAs: 'A-17' }, 'This order was imported, so it isn’t sent to Shopify.'],
    [{ importedAs: '' }, 'This order was imported, so it isn’t sent to Shopify.'],
    [{ customerEmail: '' }, 'The customer of this order was erased. It can’t be edited or sent to Shopify.'],
  ])('with %j is refused', (changes, sentence) => {
    expect(orderCan.push({ ...order, ...changes })).toBe(sentence)
  })
})

test('a product in a change is the one in its place, or else the first of its kind', () => {
  const products = [
    { productId: 1, at: 100 },
    { productId: 1, at: 40 },
    { productId: 2, at: 5 },
  ]
  const places = [
    [1, 0, 100],
    [1, 1, 40],
    [1, 2, 100],
    [2, 0, 5],
    [2, 9, 5],
    [3, 0, undefined],
  ] as const
  for (const [productId, place, at] of places) expect(ownProduct(products, productId, place)?.at).toBe(at)
})
