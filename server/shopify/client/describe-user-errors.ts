import type { UserError } from './read-outcome.ts'

/** The parts of an input as the screens here call them; those that only wrap others have no name. */
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
/** A product of ours has one variant there, so that its number tells nothing. */
const counted = ['lineItems']

/** `order, shippingAddress, zip` → `Shipping address, ZIP`; null where a part of it has no name here. */
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
 * What a store refuses, a line for each of its errors, by the field it is about where that has a name here:
 * `Shipping address, ZIP: Enter a ZIP code`.
 */
export function describeUserErrors(errors: readonly UserError[]): string {
  const lines = errors.map(({ field, message }) => {
    const words = field && wordsOf(field)
    return words ? `${words}: ${message}` : message
  })
  return [...new Set(lines)].join('\n')
}
