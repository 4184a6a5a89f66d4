import { centsToDecimal, parseCents } from '@trunkshow/contract/money.ts'
import { type Node, numberOf, type Shop } from './shop.ts'

/**
 * Webhook payloads: the fields, in their order, of the samples in Shopify's reference "Webhooks" (list of topics,
 * version 2026-10). They have the form of the REST API, whichever API an app uses.
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
interface Address {
  firstName?: string
  lastName?: string
  address1?: string
  address2?: string | null
  city?: string
  zip?: string
  provinceCode?: string
  phone?: string | null
}
interface OrderInput {
  email?: string
  note?: string | null
  sourceIdentifier?: string
  lineItems?: Line[]
  customAttributes?: { key: string; value: string }[]
  discountCode?: { itemFixedDiscountCode?: { code: string; amountSet: { shopMoney: { amount: string } } } }
  shippingAddress?: Address
  customer?: { toUpsert?: { email?: string; firstName?: string; lastName?: string } }
}

const idOf = ({ id }: Node) => Number(numberOf(id))
const centsOf = (amount = '0') => parseCents(amount) ?? 0
const wordOf = (state: unknown) => String(state).toLowerCase()

/** An amount as text, and in the store's and the customer's currency: `name`, `name_set`. */
function amount<Name extends string>(name: Name, cents: number, currency: string) {
  const value = centsToDecimal(cents)
  return { [name]: value, ...amountSet(`${name}_set`, cents, currency) }
}

function amountSet(name: string, cents: number, currency: string) {
  const money = { amount: centsToDecimal(cents), currency_code: currency }
  return { [name]: { shop_money: money, presentment_money: money } }
}

function postalAddressOf({
  firstName,
  lastName,
  address1,
  address2,
  city,
  zip,
  provinceCode,
  phone,
}: Address) {
  return {
    first_name: firstName ?? null,
    address1: address1 ?? null,
    phone: phone ?? null,
    city: city ?? null,
    zip: zip ?? null,
    province: null,
    country: 'United States',
    last_name: lastName ?? null,
    address2: address2 ?? null,
    company: null,
    latitude: null,
    longitude: null,
    name: [firstName, lastName].filter(Boolean).join(' '),
    country_code: 'US',
    province_code: provinceCode ?? null,
  }
}

function lineOf(order: Node, line: Line, at: number, currency: string) {
  const id = idOf(order) * 100 + at
  const quantity = line.quantity ?? 1
  return {
    id,
    admin_graphql_api_id: `gid://shopify/LineItem/${id}`,
    attributed_staffs: [],
    current_quantity: quantity,
    fulfillable_quantity: quantity,
    fulfillment_service: 'manual',
    fulfillment_status: null,
    gift_card: false,
    grams: 0,
    name: line.title ?? '',
    ...amount('price', centsOf(line.priceSet?.shopMoney.amount), currency),
    product_exists: Boolean(line.variantId),
    product_id: null,
    properties: line.properties ?? [],
    quantity,
    requires_shipping: line.requiresShipping ?? false,
    sales_line_item_group_id: null,
    sku: line.sku ?? null,
    taxable: true,
    title: line.title ?? '',
    ...amount('total_discount', 0, currency),
    variant_id: line.variantId ? Number(numberOf(line.variantId)) : null,
    variant_inventory_management: null,
    variant_title: null,
    vendor: null,
    tax_lines: [],
    duties: [],
    discount_allocations: [],
  }
}

/** An order's customer, with the address of the order. */
function customerOf(order: Node, { customer, shippingAddress }: OrderInput, currency: string) {
  if (!customer?.toUpsert) return null
  const { email = null, firstName = null, lastName = null } = customer.toUpsert
  const id = idOf(order)
  return {
    id,
    created_at: order.createdAt ?? order.updatedAt,
    updated_at: order.updatedAt,
    first_name: firstName,
    last_name: lastName,
    state: 'disabled',
    note: null,
    verified_email: true,
    multipass_identifier: null,
    tax_exempt: false,
    email,
    phone: null,
    currency,
    tax_exemptions: [],
    admin_graphql_api_id: `gid://shopify/Customer/${id}`,
    default_address: shippingAddress ? defaultAddressOf(id, shippingAddress) : null,
  }
}

function defaultAddressOf(customerId: number, address: Address) {
  const { first_name, last_name, company, address1, address2, city, province, country, ...rest } =
    postalAddressOf(address)
  const { zip, phone, name, province_code, country_code } = rest
  return {
    id: customerId,
    customer_id: customerId,
    first_name,
    last_name,
    company,
    address1,
    address2,
    city,
    province,
    country,
    zip,
    phone,
    name,
    province_code,
    country_code,
    country_name: country,
    default: true,
  }
}

/** The payload of orders/updated, orders/cancelled, orders/paid and orders/fulfilled: the full order. */
export function orderPayload({ currency = 'USD' }: Shop, order: Node) {
  const input = (order.input ?? {}) as OrderInput
  const lines = input.lineItems ?? []
  const discount = input.discountCode?.itemFixedDiscountCode
  const off = centsOf(discount?.amountSet.shopMoney.amount)
  const sum = lines.reduce(
    (sum, line) => sum + centsOf(line.priceSet?.shopMoney.amount) * (line.quantity ?? 1),
    0,
  )
  const number = idOf(order)
  const email = input.email ?? null
  const total = sum - off
  const isPaid = order.displayFinancialStatus === 'PAID'
  const fulfillment = wordOf(order.displayFulfillmentStatus)
  const text = (name: string, cents: number) => amount(name, cents, currency)
  const money = (name: string, cents: number) => amountSet(name, cents, currency)
  return {
    id: number,
    admin_graphql_api_id: order.id,
    app_id: null,
    browser_ip: null,
    buyer_accepts_marketing: false,
    cancel_reason: order.cancelledAt ? 'other' : null,
    cancelled_at: order.cancelledAt ?? null,
    cart_token: null,
    checkout_id: null,
    checkout_token: null,
    client_details: null,
    closed_at: null,
    confirmation_number: null,
    confirmed: true,
    contact_email: email,
    created_at: order.createdAt ?? order.updatedAt,
    currency,
    ...money('current_shipping_price_set', 0),
    ...text('current_subtotal_price', total),
    current_total_additional_fees_set: null,
    ...text('current_total_discounts', off),
    current_total_duties_set: null,
    ...text('current_total_price', total),
    ...text('current_total_tax', 0),
    customer_locale: null,
    device_id: null,
    discount_codes: discount
      ? [{ code: discount.code, amount: centsToDecimal(off), type: 'fixed_amount' }]
      : [],
    duties_included: false,
    email,
    estimated_taxes: false,
    financial_status: wordOf(order.displayFinancialStatus),
    fulfillment_status: fulfillment === 'unfulfilled' ? null : fulfillment,
    landing_site: null,
    landing_site_ref: null,
    location_id: null,
    merchant_business_entity_id: null,
    merchant_of_record_app_id: null,
    name: order.name,
    note: input.note ?? null,
    note_attributes: (input.customAttributes ?? []).map(({ key, value }) => ({ name: key, value })),
    number,
    order_number: number,
    order_status_url: `https://practice.myshopify.com/orders/${number}`,
    original_total_additional_fees_set: null,
    original_total_duties_set: null,
    payment_gateway_names: [],
    phone: null,
    po_number: null,
    presentment_currency: currency,
    processed_at: order.createdAt ?? order.updatedAt,
    reference: null,
    referring_site: null,
    source_identifier: input.sourceIdentifier ?? null,
    source_name: 'web',
    source_url: null,
    ...text('subtotal_price', total),
    tags: '',
    tax_exempt: false,
    tax_lines: [],
    taxes_included: false,
    test: false,
    token: numberOf(order.id),
    ...money('total_cash_rounding_payment_adjustment_set', 0),
    ...money('total_cash_rounding_refund_adjustment_set', 0),
    ...text('total_discounts', off),
    ...text('total_line_items_price', sum),
    total_outstanding: centsToDecimal(isPaid ? 0 : total),
    ...text('total_price', total),
    ...money('total_shipping_price_set', 0),
    ...text('total_tax', 0),
    total_tip_received: '0.00',
    total_weight: 0,
    updated_at: order.updatedAt,
    user_id: null,
    billing_address: null,
    customer: customerOf(order, input, currency),
    discount_applications: [],
    fulfillments: [],
    line_items: lines.map((line, at) => lineOf(order, line, at, currency)),
    payment_terms: null,
    refunds: [],
    shipping_address: input.shippingAddress ? postalAddressOf(input.shippingAddress) : null,
    shipping_lines: [],
    returns: [],
  }
}

/** The payload of products/update: the full product. */
export function productPayload(product: Node) {
  const id = idOf(product)
  const { updatedAt } = product
  const variants = product.variants as Node[]
  return {
    admin_graphql_api_id: product.id,
    body_html: product.descriptionHtml ?? '',
    created_at: updatedAt,
    handle: product.handle,
    id,
    product_type: product.productType,
    published_at: updatedAt,
    template_suffix: null,
    title: product.title,
    updated_at: updatedAt,
    vendor: product.vendor,
    status: wordOf(product.status),
    published_scope: 'web',
    tags: ((product.tags ?? []) as string[]).join(', '),
    variants: variants.map((variant, at) => ({
      admin_graphql_api_id: variant.id,
      barcode: null,
      compare_at_price: null,
      created_at: updatedAt,
      id: idOf(variant),
      inventory_policy: 'deny',
      position: at + 1,
      price: centsToDecimal(centsOf(String(variant.price))),
      product_id: id,
      sku: variant.sku ?? null,
      taxable: variant.taxable,
      title: 'Default Title',
      updated_at: updatedAt,
      option1: 'Default Title',
      option2: null,
      option3: null,
      image_id: null,
      inventory_item_id: null,
      inventory_quantity: 0,
      old_inventory_quantity: 0,
    })),
    options: [{ name: 'Title', id: id * 10, product_id: id, position: 1, values: ['Default Title'] }],
    images: [],
    image: null,
    media: [],
    variant_gids: variants.map((variant) => ({ admin_graphql_api_id: variant.id, updated_at: updatedAt })),
    has_variants_that_requires_components: false,
    category: null,
  }
}

/** Of products/delete: only the number. */
export const deletedPayload = (record: Node) => ({ id: idOf(record) })

/** The payload of app/uninstalled: the shop. */
export function shopPayload({ key, name, currency = 'USD' }: Shop) {
  const format = `$\{{amount}}`
  return {
    id: 1,
    name,
    email: 'owner@practice.test',
    domain: null,
    province: 'New York',
    country: 'US',
    address1: null,
    zip: null,
    city: null,
    source: null,
    phone: null,
    latitude: null,
    longitude: null,
    primary_locale: 'en',
    address2: null,
    created_at: null,
    updated_at: null,
    country_code: 'US',
    country_name: 'United States',
    currency,
    customer_email: 'owner@practice.test',
    timezone: '(GMT-05:00) Eastern Time (US & Canada)',
    iana_timezone: null,
    shop_owner: 'Shop Owner',
    money_format: format,
    money_with_currency_format: `${format} ${currency}`,
    weight_unit: 'lb',
    province_code: 'NY',
    taxes_included: null,
    auto_configure_tax_inclusivity: null,
    tax_shipping: null,
    county_taxes: null,
    plan_display_name: 'Practice',
    plan_name: 'practice',
    has_discounts: false,
    has_gift_cards: false,
    myshopify_domain: `${key}.myshopify.com`,
    google_apps_domain: null,
    google_apps_login_enabled: null,
    money_in_emails_format: format,
    money_with_currency_in_emails_format: `${format} ${currency}`,
    eligible_for_payments: true,
    requires_extra_payments_agreement: false,
    password_enabled: null,
    has_storefront: true,
    finances: true,
    primary_location_id: 1,
    checkout_api_supported: true,
    multi_location_enabled: true,
    setup_required: false,
    pre_launch_enabled: false,
    enabled_presentment_currencies: [currency],
    marketing_sms_consent_enabled_at_checkout: false,
    transactional_sms_disabled: false,
  }
}

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
