import type { UserError } from './read-outcome.ts'

/** The labels of input fields on screens; empty for fields that only wrap others. */
const names = new Map(
  Object.entries({
    input: '',
    order: '',
    product: '',
    variants: '',
    basicCodeDiscount: '',
    inventoryItem: '',
    toUpsert: '',
    itemFixedDiscountCode: '',
    shopMoney: '',
    amount: '',
    shippingAddress: 'shipping address',
    firstName: 'first name',
    lastName: 'last name',
    address1: 'street',
    address2: 'apartment, suite',
    city: 'city',
    province: 'state',
    provinceCode: 'state',
    zip: 'ZIP',
    country: 'country',
    countryCode: 'country',
    phone: 'phone',
    email: 'email',
    customer: 'customer',
    note: 'notes',
    lineItems: 'product',
    quantity: 'quantity',
    properties: 'form',
    price: 'price',
    priceSet: 'price',
    amountSet: 'amount',
    discountCode: 'discount code',
    title: 'name',
    description: 'description',
    descriptionHtml: 'description',
    productType: 'category',
    vendor: 'vendor',
    tags: 'tags',
    sku: 'SKU',
    code: 'code',
    customerGets: 'discount percentage',
    value: '',
    percentage: '',
    usageLimit: 'usage limit',
    endsAt: 'expires',
  }),
)
/** Lists whose position is shown: a product has only one variant, so its position says nothing. */
const counted = ['lineItems']

/** `order, shippingAddress, zip` → `Shipping address, ZIP`; null when a part has no label. */
function wordsOf(field: readonly string[]): string | null {
  const words: string[] = []
  for (const [at, part] of field.entries()) {
    if (/^\d+$/.test(part)) {
      if (counted.includes(field[at - 1]!)) words.push(`${words.pop()} ${Number(part) + 1}`)
      continue
    }
    // Shopify writes some of them as `shipping_address`.
    const name = names.get(part.replace(/_([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()))
    if (name === undefined) return null
    if (name) words.push(name)
  }
  const sentence = words.join(', ')
  return sentence ? sentence[0]!.toUpperCase() + sentence.slice(1) : null
}

/**
 * User errors as text, a line each, with the field's label if it has one:
 * `Shipping address, ZIP: Enter a ZIP code`.
 */
export function describeUserErrors(errors: readonly UserError[]): string {
  const lines = errors.map(({ field, message }) => {
    const words = field && wordsOf(field)
    return words ? `${words}: ${message}` : message
  })
  return [...new Set(lines)].join('\n')
}
