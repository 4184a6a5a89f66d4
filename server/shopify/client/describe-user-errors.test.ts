import { expect, test } from 'vitest'
import { describeUserErrors } from './describe-user-errors.ts'

test.each([
  [['order', 'shippingAddress', 'zip'], 'Shipping address, ZIP: No'],
  [['order', 'shipping_address', 'last_name'], 'Shipping address, last name: No'],
  [['order', 'lineItems', '1', 'quantity'], 'Product 2, quantity: No'],
  [['order', 'lineItems', '0', 'priceSet', 'shopMoney', 'amount'], 'Product 1, price: No'],
  [['order', 'customer', 'toUpsert', 'email'], 'Customer, email: No'],
  [['input', 'variants', '0', 'inventoryItem', 'sku'], 'SKU: No'],
  [['basicCodeDiscount', 'customerGets', 'value', 'percentage'], 'Discount percentage: No'],
  [['order', 'shippingAddress', 'planet'], 'No'],
  [['id'], 'No'],
  [['order'], 'No'],
  [['constructor'], 'No'],
  [[], 'No'],
  [null, 'No'],
])('an error of %j is shown as %j', (field, line) => {
  expect(describeUserErrors([{ field, message: 'No' }])).toBe(line)
})

test('several errors are shown one below the other, each once', () => {
  const zip = { field: ['order', 'shippingAddress', 'zip'], message: 'Enter a ZIP code' }
  const errors = [zip, { field: null, message: 'The order is not valid' }, zip]
  expect(describeUserErrors(errors)).toBe('Shipping address, ZIP: Enter a ZIP code\nThe order is not valid')
})
