import { expect, test } from 'vitest'
import type { Node, Shop } from './shop.ts'
import { deletedPayload, orderPayload, productPayload } from './webhooks.ts'

const shop = { key: 'vale', name: 'Vale', currency: 'USD' } as Shop
const moment = '2026-11-20T15:00:00Z'
const order = {
  id: 'gid://shopify/Order/7',
  name: '#1009',
  createdAt: moment,
  updatedAt: moment,
  displayFinancialStatus: 'PENDING',
  displayFulfillmentStatus: 'UNFULFILLED',
  input: {
    email: 'grace@guest.test',
    lineItems: [{ title: 'Gown', quantity: 1, priceSet: { shopMoney: { amount: '855.5' } } }],
    shippingAddress: { firstName: 'Grace', lastName: 'Okafor', address1: '1 Elm St', city: 'Albany' },
    customer: { toUpsert: { email: 'grace@guest.test', firstName: 'Grace', lastName: 'Okafor' } },
  },
} as unknown as Node
const names = (value: unknown) => Object.keys(Object(value)).sort().join(' ')
const sorted = (words: string) => words.split(/\s+/).sort().join(' ')

/** Field names of the samples in Shopify's reference "Webhooks", version 2026-10. */
const documented = {
  address: `first_name address1 phone city zip province country last_name address2 company latitude longitude name
    country_code province_code`,
  customer: `id created_at updated_at first_name last_name state note verified_email multipass_identifier tax_exempt email
    phone currency tax_exemptions admin_graphql_api_id default_address`,
  defaultAddress: `id customer_id first_name last_name company address1 address2 city province country zip phone name
    province_code country_code country_name default`,
  line: `id admin_graphql_api_id attributed_staffs current_quantity fulfillable_quantity fulfillment_service
    fulfillment_status gift_card grams name price price_set product_exists product_id properties quantity
    requires_shipping sales_line_item_group_id sku taxable title total_discount total_discount_set variant_id
    variant_inventory_management variant_title vendor tax_lines duties discount_allocations`,
  option: 'name id product_id position values',
}

test('an order comes with the names of the documented payload, down to its customer and lines', () => {
  const payload = orderPayload(shop, order)
  expect(names(payload.customer)).toBe(sorted(documented.customer))
  expect(names(payload.customer?.default_address)).toBe(sorted(documented.defaultAddress))
  expect(names(payload.shipping_address)).toBe(sorted(documented.address))
  expect(names(payload.line_items[0])).toBe(sorted(documented.line))
  expect(payload).toMatchObject({
    id: 7,
    admin_graphql_api_id: order.id,
    total_price: '855.50',
    currency: 'USD',
  })
})

test('a product comes with its options, and a deleted one as its number alone', () => {
  const product = {
    id: 'gid://shopify/Product/12',
    title: 'Gown',
    handle: 'gown',
    status: 'ACTIVE',
    updatedAt: moment,
    variants: [{ id: 'gid://shopify/ProductVariant/13', price: '10', taxable: true }],
  } as unknown as Node
  expect(names(productPayload(product).options[0])).toBe(sorted(documented.option))
  expect(JSON.stringify(deletedPayload(product))).toBe('{"id":12}')
})
