import { createHash } from 'node:crypto'
import { centsToDecimal, parseCents } from '@trunkshow/contract/money.ts'
import { splitName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import { stateCodeOf, zipOf } from '@trunkshow/contract/us-states.ts'
import { orderKey } from '../client/shopify-operations.ts'
import type { OperationTypes } from '../client/shopify-types.ts'

type OrderInput = OperationTypes['orderCreate']['variables']['order']
type OrderUpdate = OperationTypes['orderUpdate']['variables']['input']

const money = (cents: number) => ({
  shopMoney: { amount: centsToDecimal(cents), currencyCode: 'USD' as const },
})

/** Each answer of the order form under its label. */
function makeProperties({ template, formData, attachments }: Order) {
  return shownFields(template.fields).flatMap(({ id, label, type }) => {
    const answer = formData[id]
    const files = attachments.filter(({ fieldId }) => fieldId === id).map(({ displayName }) => displayName)
    const value = type === 'attachment' ? files.join(', ') : answer === true ? 'Yes' : answer
    return value ? [{ name: label, value }] : []
  })
}

/** `"-10.50"` → -1050 */
const centsOf = ({ amount }: { amount: string }) => Math.round(Number(amount) * 100)

/**
 * What one of each product costs, in cents, from the lines of the order's price: a line for each product, then one for
 * each option, which is part of the first product's price, then the discount (`priceOrder` in contract/orders/rules.ts).
 */
function unitPricesOf({ products, price, discount }: Order): number[] {
  const cents = price.lines.map(centsOf)
  const options = cents.slice(products.length, discount ? -1 : undefined)
  return products.map(({ quantity }, at) => {
    const total = at === 0 ? options.reduce((sum, option) => sum + option, cents[0]!) : cents[at]!
    return Math.max(0, total / quantity)
  })
}

/** The products at their prices, and one fixed amount off: Shopify rounds percentages to other cents than we do. */
function makeItems(
  order: Order,
  variants: ReadonlyMap<number, string> = new Map(),
): Pick<OrderInput, 'lineItems' | 'discountCode'> {
  const prices = unitPricesOf(order)
  const sum = order.products.reduce((sum, { quantity }, at) => sum + prices[at]! * quantity, 0)
  const off = sum - parseCents(order.price.total)!
  const properties = makeProperties(order)
  return {
    lineItems: order.products.map(({ productId, name, sku, quantity }, at) => ({
      ...(variants.has(productId) && { variantId: variants.get(productId) }),
      title: name,
      ...(sku && { sku }),
      quantity,
      priceSet: money(prices[at]!),
      requiresShipping: true,
      ...(at === 0 && { properties }),
    })),
    ...(off > 0 && {
      discountCode: {
        itemFixedDiscountCode: { code: order.discount?.code ?? 'Reduction', amountSet: money(off) },
      },
    }),
  }
}

/** A hash of what Shopify gets of the order's items and price. */
export function markOfItems(order: Order): string {
  return createHash('md5')
    .update(JSON.stringify(makeItems(order)))
    .digest('base64url')
}

/** A missing last name is left out, so that Shopify keeps the one it has. */
function namesOf({ customerName }: Order) {
  const { firstName, lastName } = splitName(customerName)
  return { firstName, ...(lastName && { lastName }) }
}

/** The part of an order that an update can change too. */
function makeDetails(order: Order, publicUrl: string) {
  const { id, orderNumber, customerPhone, customerAddress, notes } = order
  return {
    note: notes,
    customAttributes: [
      { key: 'Order number', value: String(orderNumber) },
      { key: 'Order link', value: `${publicUrl}/orders?orderId=${id}` },
    ],
    ...(customerAddress !== null && {
      shippingAddress: {
        ...namesOf(order),
        address1: customerAddress,
        address2: order.customerAddress2,
        city: order.customerCity,
        provinceCode: stateCodeOf(order.customerState ?? ''),
        zip: zipOf(order.customerZip ?? ''),
        countryCode: 'US' as const,
        phone: customerPhone,
      },
    }),
  }
}

/**
 * The input of `orderCreate` (docs/shopify.md, Creating and changing things): not paid yet, without tax lines.
 *
 * @param attemptKey finds the order in Shopify if the answer is lost
 * @param variants of linked products, by product id: Shopify counts the sale for them, at the prices here
 */
export function makeOrderInput(
  order: Order,
  attemptKey: string,
  publicUrl: string,
  variants: ReadonlyMap<number, string>,
): OrderInput {
  const { customerEmail } = order
  return {
    ...makeItems(order, variants),
    ...makeDetails(order, publicUrl),
    email: customerEmail,
    customer: { toUpsert: { email: customerEmail, ...namesOf(order) } },
    currency: 'USD',
    financialStatus: 'PENDING',
    sourceIdentifier: attemptKey,
    metafields: [{ ...orderKey, type: 'id', value: attemptKey }],
  }
}

/**
 * The input of `orderUpdate`; `customAttributes` replaces the whole list. An order takes one email change a minute, and
 * the same email counts, so it is sent only when it changed.
 *
 * @param sentEmail the email that was sent last; null when unknown
 */
export function makeOrderUpdate(
  order: Order,
  remoteId: string,
  publicUrl: string,
  sentEmail: string | null,
): OrderUpdate {
  const { customerEmail: email } = order
  return { id: remoteId, ...makeDetails(order, publicUrl), ...(email !== sentEmail && { email }) }
}
