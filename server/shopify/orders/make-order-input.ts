import { createHash } from 'node:crypto'
import { centsOf, centsToDecimal } from '@trunkshow/contract/money.ts'
import { pricedOrder } from '@trunkshow/contract/orders/fields.ts'
import { splitName } from '@trunkshow/contract/orders/rules.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { priceOrder } from '@trunkshow/contract/prices/rules.ts'
import { shownFields } from '@trunkshow/contract/templates/rules.ts'
import { stateCodeOf, zipOf } from '@trunkshow/contract/us-states.ts'
import { OWN_GATEWAY } from '../../orders/money/record-transactions.ts'
import { orderKey } from '../client/shopify-operations.ts'
import type { OperationTypes } from '../client/shopify-types.ts'

type OrderInput = OperationTypes['orderCreate']['variables']['order']
type OrderUpdate = OperationTypes['orderUpdate']['variables']['input']

const money = (cents: number) => ({
  shopMoney: { amount: centsToDecimal(cents), currencyCode: 'USD' as const },
})

/** What was chosen for a line: its options, then each answer of its form under its label. */
function makeProperties(
  { options }: Order['products'][number],
  { fields, formData }: Pick<Order['products'][number], 'fields' | 'formData'>,
  attachments: Order['attachments'],
) {
  const answers = shownFields(fields).flatMap(({ id, label, type }) => {
    // Measurements stay in the house.
    const answer = type === 'measurements' ? '' : formData[id]
    const files = attachments.filter(({ fieldId }) => fieldId === id).map(({ displayName }) => displayName)
    const value = type === 'attachment' ? files.join(', ') : answer === true ? 'Yes' : answer
    return value ? [{ name: label, value }] : []
  })
  return [...options.map(({ name, option }) => ({ name, value: option })), ...answers]
}

/**
 * The lines at their prices with options, and one fixed amount off: Shopify rounds percentages to other cents than we do,
 * and has no lines that reduce.
 */
function makeItems(
  order: Order,
  variants: ReadonlyMap<number, string> = new Map(),
): Pick<OrderInput, 'lineItems' | 'discountCode' | 'taxLines'> {
  const { products, template, formData, attachments, discount, taxRate } = order
  const { shares, subtotalCents, discountCents, taxCents } = priceOrder(pricedOrder(order))
  const lines = products.flatMap((line, at) => {
    const form = at === 0 ? { fields: template.fields, formData } : line
    const cents = Math.max(0, shares[at]!.cents)
    return centsOf(line.basePrice) < 0
      ? []
      : [{ ...line, cents, properties: makeProperties(line, form, attachments) }]
  })
  const off = lines.reduce((sum, { cents }) => sum + cents, 0) - subtotalCents + discountCents
  return {
    lineItems: lines.map(({ productId, name, sku, quantity, cents, taxable, properties }, at) => ({
      ...(productId !== null && variants.has(productId) && { variantId: variants.get(productId) }),
      title: name,
      ...(sku && { sku }),
      quantity,
      priceSet: money(cents / quantity),
      requiresShipping: productId !== null,
      ...(!taxable && { taxable }),
      ...((at === 0 || properties.length > 0) && { properties }),
    })),
    ...(taxCents > 0 && {
      taxLines: [{ title: 'Estimated tax', rate: String(taxRate! / 100), priceSet: money(taxCents) }],
    }),
    ...(off > 0 && {
      discountCode: {
        itemFixedDiscountCode: { code: discount?.code ?? 'Reduction', amountSet: money(off) },
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

/** What the order holds, up to its total, as one payment: Shopify takes no refunds with an order. */
function makePayments({
  money: { held },
  total,
}: Order): Pick<OrderInput, 'financialStatus' | 'transactions'> {
  const cents = Math.min(centsOf(held), centsOf(total))
  if (cents <= 0) return { financialStatus: 'PENDING' }
  const payment = { kind: 'SALE', status: 'SUCCESS', gateway: OWN_GATEWAY, amountSet: money(cents) } as const
  return {
    financialStatus: cents === centsOf(total) ? 'PAID' : 'PARTIALLY_PAID',
    transactions: [payment],
  }
}

/**
 * The input of `orderCreate` (docs/shopify.md, Creating and changing things), with what was paid so far.
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
    ...makePayments(order),
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
