import { describe, expect, test } from 'vitest'
import {
  attachmentLimits,
  MAX_ORDERED_LINES,
  MAX_PRINTED_ORDERS,
  nextStatuses,
  type OrderStatus,
  orderCan,
  orderName,
  orderStatuses,
  ownProduct,
  splitName,
} from './rules.ts'

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
  const tooMany = 'This order has more than 20 lines, so they can’t be changed.'
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
    ['with 21 lines', { products: { length: 21 } }, [null, null, tooMany, null]],
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
    expect([MAX_ORDERED_LINES, MAX_PRINTED_ORDERS]).toEqual([20, 200])
    expect(attachmentLimits).toEqual({ megabytes: 20, filesPerRequest: 100, filesPerOrder: 200 })
  })
})

test('an order is named by its number', () => {
  expect(orderName({ orderNumber: 1001 })).toBe('Order #1001')
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
