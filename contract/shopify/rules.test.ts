import { describe, expect, test } from 'vitest'
import { readStoreAddress } from '../store-address.ts'
import {
  adminBaseUrlOf,
  adminUrlOf,
  missingScopes,
  neededScopes,
  openStates,
  operationKinds,
  sellsInOurCurrency,
  storeIdOf,
} from './rules.ts'

describe('a store address', () => {
  test.each([
    'maison-vale.myshopify.com',
    ' Maison-Vale.myshopify.com ',
    'https://maison-vale.myshopify.com/',
  ])('%j is read', (entered) => {
    expect(readStoreAddress(entered)).toBe('maison-vale.myshopify.com')
  })

  test.each([
    '',
    'maison-vale',
    'maison-vale.com',
    'http://127.0.0.1',
    'http://maison-vale.myshopify.com',
    'ftp://maison-vale.myshopify.com',
    '127.0.0.1',
    '[::1]',
    'localhost',
    'x.myshopify.com.evil.com',
    'x.myshopify.com.',
    'evil.com/x.myshopify.com',
    'evil.com?x.myshopify.com',
    'evil.com#x.myshopify.com',
    'a@b.myshopify.com',
    'https://a:b@c.myshopify.com',
    'x.myshopify.com:443',
    'x.myshopify.com/admin',
    'x.myshopify.com//',
    'x.myshopify.com?a',
    'x.y.myshopify.com',
    '.myshopify.com',
    '-x.myshopify.com',
    'x_y.myshopify.com',
    'x\n.myshopify.com',
    'x.myshopify.com\nHost: evil.com',
    'x%2e.myshopify.com',
    'х.myshopify.com',
    'x。myshopify.com',
    'xmyshopify.com',
  ])('%j is refused', (entered) => {
    expect(readStoreAddress(entered)).toBeNull()
  })

  test('leads to the screens of its store', () => {
    expect(adminBaseUrlOf('maison-vale.myshopify.com')).toBe('https://admin.shopify.com/store/maison-vale')
  })
})

test('write scopes include read scopes, and missing ones are listed', () => {
  const writing = Object.keys(neededScopes).filter((scope) => scope.startsWith('write_'))
  expect(missingScopes([...writing, 'read_all_orders'])).toEqual([])
  expect(missingScopes(writing)).toEqual(['read_all_orders'])
  expect(missingScopes(['write_products', 'read_orders', 'other'])).toEqual([
    'write_orders',
    'read_all_orders',
    'read_discounts',
    'write_discounts',
    'read_customers',
    'write_customers',
  ])
})

test.each([
  ['gid://shopify/Product/12', 'https://admin.shopify.com/store/vale/products/12'],
  ['gid://shopify/Order/7', 'https://admin.shopify.com/store/vale/orders/7'],
  ['gid://shopify/DiscountCodeNode/3', 'https://admin.shopify.com/store/vale/discounts/3'],
  ['gid://shopify/Job/3', null],
  ['gid://shopify/Order/', null],
  ['gid://shopify/Order/7a', null],
  ['xgid://shopify/Order/7', null],
  ['javascript:alert(1)', null],
  [null, null],
])('%j is shown at %j', (remoteId, url) => {
  expect(adminUrlOf('https://admin.shopify.com/store/vale', remoteId)).toBe(url)
  expect(adminUrlOf(null, remoteId)).toBeNull()
})

test.each([
  ['gid://shopify/Order/5551', '5551'],
  ['gid://shopify/Order/5551?key=1', 'gid://shopify/Order/5551?key=1'],
  ['5551', '5551'],
])('%s is shown as %s', (remoteId, shown) => {
  expect(storeIdOf(remoteId)).toBe(shown)
})

test.each([
  ['USD', true],
  ['CAD', false],
  ['', false],
  [null, true],
])('a store that sells in %j can be connected: %s', (currency, connected) => {
  expect(sellsInOurCurrency(currency)).toBe(connected)
})

test('an operation is open until it is done or failed', () => {
  expect(openStates).toEqual(['queued', 'sending', 'unknown'])
})

/** One record has one open operation; connecting and syncing everything is for admins. */
test.each([
  ['product.push', 'Send product', 'product', 'shopify.push'],
  ['product.resync', 'Re-sync product', 'product', 'shopify.push'],
  ['products.sync', 'Sync products', 'catalogue', 'shopify.manage'],
  ['discount.sync', 'Sync discount code', 'discount', 'shopify.push'],
  ['order.push', 'Send order', 'order', 'shopify.push'],
  ['order.recreate', 'Recreate order', 'order', 'shopify.push'],
  ['order.cancel', 'Cancel order', 'cancelled order', 'shopify.push'],
  ['order.look', 'Check order status', 'order at the store', 'shopify.push'],
  ['orders.look', 'Check for updates', 'orders', 'shopify.manage'],
] as const)('%s is “%s” in the log, about one %s, and needs %s', (kind, does, entity, right) => {
  expect(operationKinds[kind]).toEqual({ does, entity, right })
})

test.each([
  ['read_orders', 'see orders'],
  ['write_orders', 'create, update, and cancel orders'],
  ['read_all_orders', 'see orders older than 60 days'],
  ['read_products', 'see products'],
  ['write_products', 'create and change products'],
  ['read_discounts', 'see discount codes'],
  ['write_discounts', 'create and change discount codes'],
  ['read_customers', 'see customers'],
  ['write_customers', 'create and change customers'],
] as const)('%s is needed to %s', (scope, purpose) => {
  expect(neededScopes[scope]).toBe(purpose)
})
