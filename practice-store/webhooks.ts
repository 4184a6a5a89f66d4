import { createHmac, randomUUID } from 'node:crypto'
import { centsToDecimal, parseCents } from '@trunkshow/contract/money.ts'
import { schemaVersions } from './load-schema.ts'
import { type Node, numberOf, type Shop, type ShopEvent } from './shop.ts'

/** A webhook as it is sent; a repeat has the same id. */
export interface Webhook {
  headers: Record<string, string>
  body: string
}

/** The delivery of an event, with the headers of Shopify's page "Webhook delivery structure", signed by the client secret. */
export function signWebhook(shop: Shop, { topic, payload }: ShopEvent, id = randomUUID()): Webhook {
  const body = JSON.stringify(payload)
  return {
    body,
    headers: {
      'content-type': 'application/json',
      'x-shopify-topic': topic,
      'x-shopify-shop-domain': `${shop.key}.myshopify.com`,
      'x-shopify-api-version': schemaVersions[0],
      'x-shopify-webhook-id': id,
      // Shopify sends an event to each of its subscriptions; here an event has one.
      'x-shopify-event-id': id,
      'x-shopify-triggered-at': new Date().toISOString(),
      'x-shopify-hmac-sha256': createHmac('sha256', shop.clientSecret).update(body).digest('base64'),
    },
  }
}

/*
 * The payloads have the fields of the samples in Shopify's reference "Webhooks" (list of topics, version 2026-10), in the
 * form of the REST API, whichever API an app uses. What this store doesn't model is null.
 */

interface Line {
  title?: string
  sku?: string
  quantity?: number
  variantId?: string
  requiresShipping?: boolean
  priceSet?: { shopMoney: { amount: string } }
  properties?: object[]
}
/** What is read of `ShippingAddressInput`, `OrderCreateOrderInput` and `OrderInput` of Shopify's schema. */
export type Address = Partial<Record<'firstName' | 'lastName' | 'zip' | 'provinceCode' | 'phone', string>>
export type Metafield = Partial<Record<'namespace' | 'key' | 'value', string>>
export interface OrderInput {
  email?: string
  note?: string | null
  sourceIdentifier?: string
  financialStatus?: string
  transactions?: {
    kind?: string
    status?: string
    gateway?: string
    amountSet: { shopMoney: { amount: string } }
  }[]
  metafields?: Metafield[]
  lineItems?: Line[]
  customAttributes?: { key: string; value: string }[]
  discountCode?: { itemFixedDiscountCode?: { code: string; amountSet: { shopMoney: { amount: string } } } }
  taxLines?: { title: string; rate: string; priceSet: { shopMoney: { amount: string } } }[]
  shippingAddress?: Address
  customer?: { toUpsert?: { email?: string; firstName?: string; lastName?: string } }
}

const idOf = ({ id }: Node) => Number(numberOf(id))
const centsOf = (amount = '0') => parseCents(amount) ?? 0
const wordOf = (state: unknown) => String(state).toLowerCase()

/** Amounts as text, and in the store's and the customer's currency: `name`, `name_set`, or only the latter. */
function amounts(currency: string, cents: Record<string, number>) {
  const fields = Object.entries(cents).map(([name, value]) => {
    const money = { amount: centsToDecimal(value), currency_code: currency }
    const set = { shop_money: money, presentment_money: money }
    return name.endsWith('_set') ? { [name]: set } : { [name]: money.amount, [`${name}_set`]: set }
  })
  return Object.assign({}, ...fields)
}

/** Fields of a sample that have the same value. */
function every<Value>(value: Value, names: string): Record<string, Value> {
  return Object.fromEntries(names.split(/\s+/).map((name) => [name, value]))
}

/** `{ firstName }` → `{ first_name }` */
const snakeCase = (fields: object) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name.replace(/[A-Z]/g, (c) => `_${c.toLowerCase()}`),
      value,
    ]),
  )

const nullable = 'first_name last_name address1 address2 city zip phone province_code province company'
const postalAddressOf = (address: Address) => ({
  ...every(null, nullable),
  ...snakeCase(address),
  name: [address.firstName, address.lastName].filter(Boolean).join(' '),
  country: 'United States',
  country_code: 'US',
})

function lineOf(order: Node, line: Line, at: number, currency: string) {
  const id = idOf(order) * 100 + at
  const { title = '', quantity = 1, variantId } = line
  return {
    ...every(
      null,
      `fulfillment_status fulfillment_service gift_card grams product_id sales_line_item_group_id taxable
      variant_inventory_management variant_title vendor`,
    ),
    ...every([], 'attributed_staffs tax_lines duties discount_allocations'),
    ...every(quantity, 'current_quantity fulfillable_quantity quantity'),
    ...every(title, 'name title'),
    ...amounts(currency, { price: centsOf(line.priceSet?.shopMoney.amount), total_discount: 0 }),
    id,
    admin_graphql_api_id: `gid://shopify/LineItem/${id}`,
    product_exists: Boolean(variantId),
    properties: line.properties ?? [],
    requires_shipping: line.requiresShipping ?? false,
    sku: line.sku ?? null,
    variant_id: variantId ? Number(numberOf(variantId)) : null,
  }
}

function customerOf(order: Node, { customer, shippingAddress }: OrderInput, currency: string) {
  if (!customer?.toUpsert) return null
  const id = idOf(order)
  const address = shippingAddress && postalAddressOf(shippingAddress)
  return {
    ...every(
      null,
      `note multipass_identifier phone first_name last_name email state verified_email tax_exempt
      tax_exemptions`,
    ),
    ...snakeCase(customer.toUpsert),
    id,
    admin_graphql_api_id: `gid://shopify/Customer/${id}`,
    created_at: order.createdAt ?? order.updatedAt,
    updated_at: order.updatedAt,
    currency,
    default_address: address
      ? { id, customer_id: id, ...address, country_name: address.country, default: true }
      : null,
  }
}

/** What an order costs, in cents. */
export function priceOf(order: Node) {
  const { lineItems: lines = [], taxLines = [], discountCode } = (order.input ?? {}) as OrderInput
  const sumOf = (priced: Line[]) =>
    priced.reduce(
      (sum, { priceSet, quantity = 1 }) => sum + centsOf(priceSet?.shopMoney.amount) * quantity,
      0,
    )
  const off = centsOf(discountCode?.itemFixedDiscountCode?.amountSet.shopMoney.amount)
  const [sum, tax] = [sumOf(lines), sumOf(taxLines)]
  return { sum, off, tax, total: sum - off + tax }
}

/** The payload of orders/updated, orders/cancelled, orders/paid and orders/fulfilled: the full order. */
export function orderPayload({ currency = 'USD' }: Shop, order: Node) {
  const input = (order.input ?? {}) as OrderInput
  const lines = input.lineItems ?? []
  const discount = input.discountCode?.itemFixedDiscountCode
  const { sum, off, tax, total } = priceOf(order)
  const taxLines = input.taxLines ?? []
  const number = idOf(order)
  const fulfillment = wordOf(order.displayFulfillmentStatus)
  return {
    ...every(
      null,
      `app_id browser_ip buyer_accepts_marketing cancel_reason cart_token checkout_id checkout_token client_details
      closed_at confirmation_number confirmed current_shipping_price_set current_total_additional_fees_set
      current_total_duties_set customer_locale device_id duties_included
      estimated_taxes landing_site landing_site_ref location_id merchant_business_entity_id merchant_of_record_app_id
      order_status_url original_total_additional_fees_set original_total_duties_set phone po_number reference
      referring_site source_name source_url tags tax_exempt taxes_included test total_outstanding
      total_cash_rounding_payment_adjustment_set total_cash_rounding_refund_adjustment_set total_shipping_price_set
      total_tip_received total_weight user_id billing_address payment_terms`,
    ),
    ...every([], 'discount_applications fulfillments payment_gateway_names refunds returns shipping_lines'),
    ...every(number, 'id number order_number'),
    ...every(input.email ?? null, 'email contact_email'),
    ...every(order.createdAt ?? order.updatedAt, 'created_at processed_at'),
    ...every(currency, 'currency presentment_currency'),
    ...amounts(currency, {
      ...every(sum - off, 'current_subtotal_price subtotal_price'),
      ...every(total, 'current_total_price total_price'),
      ...every(tax, 'current_total_tax total_tax'),
      ...every(off, 'current_total_discounts total_discounts'),
      total_line_items_price: sum,
    }),
    tax_lines: taxLines.map(({ title, rate, priceSet }) => ({
      title,
      rate: Number(rate),
      price: priceSet.shopMoney.amount,
    })),
    admin_graphql_api_id: order.id,
    token: numberOf(order.id),
    name: order.name,
    cancelled_at: order.cancelledAt ?? null,
    updated_at: order.updatedAt,
    discount_codes: discount
      ? [{ code: discount.code, amount: centsToDecimal(off), type: 'fixed_amount' }]
      : [],
    financial_status: wordOf(order.displayFinancialStatus),
    fulfillment_status: fulfillment === 'unfulfilled' ? null : fulfillment,
    note: input.note ?? null,
    note_attributes: (input.customAttributes ?? []).map(({ key, value }) => ({ name: key, value })),
    source_identifier: input.sourceIdentifier ?? null,
    customer: customerOf(order, input, currency),
    line_items: lines.map((line, at) => lineOf(order, line, at, currency)),
    shipping_address: input.shippingAddress
      ? { ...postalAddressOf(input.shippingAddress), latitude: null, longitude: null }
      : null,
  }
}

/** The payload of products/update: the full product. */
export function productPayload(product: Node) {
  const id = idOf(product)
  const { updatedAt } = product
  const variants = product.variants as Node[]
  return {
    ...every(null, 'template_suffix image category published_scope has_variants_that_requires_components'),
    ...every(updatedAt, 'created_at published_at updated_at'),
    ...every([], 'images media'),
    admin_graphql_api_id: product.id,
    body_html: product.descriptionHtml ?? '',
    handle: product.handle,
    id,
    product_type: product.productType,
    title: product.title,
    vendor: product.vendor,
    status: wordOf(product.status),
    tags: ((product.tags ?? []) as string[]).join(', '),
    variants: variants.map((variant, at) => ({
      ...every(
        null,
        `barcode compare_at_price option1 option2 option3 image_id inventory_item_id inventory_policy
        inventory_quantity old_inventory_quantity title`,
      ),
      ...every(updatedAt, 'created_at updated_at'),
      admin_graphql_api_id: variant.id,
      id: idOf(variant),
      position: at + 1,
      price: centsToDecimal(centsOf(String(variant.price))),
      product_id: id,
      sku: variant.sku ?? null,
      taxable: variant.taxable,
    })),
    options: [{ name: 'Title', id: id * 10, product_id: id, position: 1, values: ['Default Title'] }],
    variant_gids: variants.map((variant) => ({ admin_graphql_api_id: variant.id, updated_at: updatedAt })),
  }
}

/** Of products/delete: only the number. */
export const deletedPayload = (record: Node) => ({ id: idOf(record) })

/** The payload of app/uninstalled: the shop. */
export const shopPayload = ({ key, name, currency = 'USD' }: Shop) => ({
  ...every(
    null,
    `domain address1 zip city source phone latitude longitude address2 created_at updated_at iana_timezone
    taxes_included auto_configure_tax_inclusivity tax_shipping county_taxes google_apps_domain
    google_apps_login_enabled password_enabled has_discounts has_gift_cards requires_extra_payments_agreement
    pre_launch_enabled marketing_sms_consent_enabled_at_checkout transactional_sms_disabled setup_required
    eligible_for_payments has_storefront finances checkout_api_supported multi_location_enabled id
    primary_location_id email customer_email country country_code money_format money_in_emails_format
    money_with_currency_format money_with_currency_in_emails_format shop_owner province province_code country_name
    primary_locale timezone weight_unit plan_display_name plan_name`,
  ),
  name,
  currency,
  enabled_presentment_currencies: [currency],
  myshopify_domain: `${key}.myshopify.com`,
})

/** The payloads of the privacy topics (Shopify's page "Privacy law compliance"), sent to apps that configure them. */
export function privacyPayloads({ key }: Shop) {
  const shop = { shop_id: 1, shop_domain: `${key}.myshopify.com` }
  const customer = { id: 11, email: 'guest@practice.test', phone: '555-0100' }
  return {
    'customers/data_request': { ...shop, orders_requested: [1], customer, data_request: { id: 21 } },
    'customers/redact': { ...shop, customer, orders_to_redact: [1] },
    'shop/redact': shop,
  }
}
