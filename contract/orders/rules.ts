import { centsToDecimal } from '../money.ts'
import { privacyMessages } from '../privacy/messages.ts'
import { type Answers, chosenOption, shownFields } from '../templates/rules.ts'
import type { TemplateField } from '../templates/schema.ts'
import { stateCodeOf, zipOf } from '../us-states.ts'
import { orderMessages as text } from './messages.ts'

export const orderStatuses = ['pending', 'paid', 'shipped', 'delivered', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Limits for an order's files (docs/product.md, Files). */
export const attachmentLimits = { megabytes: 20, filesPerRequest: 100, filesPerOrder: 200 } as const

export const MAX_PRINTED_ORDERS = 200
/** The most products of an order that is taken or changed. */
export const MAX_ORDERED_PRODUCTS = 20

/**
 * The product of an order that one in a change stays: the one in its place, or else the first of its kind. An imported
 * order may have one product at two prices.
 */
export const ownProduct = <Own extends { productId: number | null }>(
  products: readonly Own[],
  productId: number,
  at: number,
): Own | undefined => [products[at], ...products].find((each) => each?.productId === productId)

export interface PricedOrder {
  products: readonly { name: string; unitPriceCents: number; quantity: number }[]
  fields: readonly TemplateField[]
  answers: Readonly<Answers>
  /** The percentage when the code was applied; null without a code. */
  discount: { code: string; percent: number } | null
}

/**
 * Returns what an order costs (docs/product.md, Prices): each product's price times its quantity, plus the modifiers
 * of the selected options times the first product's quantity, minus the discount rounded to whole dollars; at least zero.
 * A line has the cents it adds, negative for a reduction; the discount is never more than the subtotal.
 */
export function priceOrder({ products, fields, answers, discount }: PricedOrder) {
  const [first] = products
  const lines = [
    ...products.map(({ name, unitPriceCents, quantity }) => ({
      label: productLine([{ name, quantity }]),
      cents: unitPriceCents * quantity,
    })),
    ...(first ? modifiersOf(fields, answers, first.quantity) : []),
  ]
  const subtotalCents = Math.max(
    0,
    lines.reduce((sum, { cents }) => sum + cents, 0),
  )
  const discountCents = discount ? discountOn(subtotalCents, discount.percent) : 0
  if (discount) lines.push({ label: `${discount.code}, ${discount.percent}% off`, cents: -discountCents })
  return { lines, subtotalCents, discountCents, totalCents: subtotalCents - discountCents }
}

/** A price as the API has it, its amounts as decimals. */
export const inDecimals = (price: ReturnType<typeof priceOrder>) => ({
  lines: price.lines.map(({ label, cents }) => ({ label, amount: centsToDecimal(cents) })),
  subtotal: centsToDecimal(price.subtotalCents),
  discount: centsToDecimal(price.discountCents),
  total: centsToDecimal(price.totalCents),
})

/** Products in words, with their numbers of pieces from two on: `Aurelie gown, Lumen veil × 2`. */
export const productLine = (products: readonly { name: string; quantity: number }[]) =>
  products.map(({ name, quantity }) => (quantity === 1 ? name : `${name} × ${quantity}`)).join(', ')

function modifiersOf(fields: readonly TemplateField[], answers: Readonly<Answers>, quantity: number) {
  return shownFields(fields).flatMap((field) => {
    const option = chosenOption(field, answers[field.id])
    return option?.cents ? [{ label: `${field.label}: ${option.name}`, cents: option.cents * quantity }] : []
  })
}

/** A percentage of an amount, rounded half up to whole dollars: 15% of 85550 cents → 12800. */
export function discountOn(subtotalCents: number, percent: number): number {
  return Math.min(subtotalCents, Math.floor((subtotalCents * percent + 5000) / 10_000) * 100)
}

const steps: readonly OrderStatus[] = ['pending', 'paid', 'shipped', 'delivered', 'completed']

/** The statuses an order can move to: the next one, the previous one, or canceled (docs/product.md, Order status). */
export function nextStatuses(status: OrderStatus): NextStatuses {
  const at = steps.indexOf(status)
  if (at < 0) return { cancel: false }
  const [forward, back] = [steps[at + 1], steps[at - 1]]
  return { ...(forward && { forward }), ...(back && { back }), cancel: at < 2 }
}
type NextStatuses = { forward?: OrderStatus; back?: OrderStatus; cancel: boolean }

/** An order's name on screens, on paper and in logs: `Order #1001`. */
export const orderName = ({ orderNumber }: { orderNumber: number }) => `Order #${orderNumber}`

/** `Grace van Okafor` → Grace van, Okafor. A single word, as in older orders, is the first name. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const words = name.trim().split(/\s+/)
  const lastName = words.length > 1 ? words.pop()! : ''
  return { firstName: words.join(' '), lastName }
}

/** What Shopify requires of an order before accepting it. */
type PushedOrder = Record<'customerEmail' | 'customerName', string> &
  Record<'importedAs' | 'customerAddress' | 'customerState' | 'customerZip', string | null> & {
    status: OrderStatus
  }

type Editable = { status: OrderStatus; customerEmail: string }

/** What an order's status allows (docs/product.md, Order status): null if allowed, else the reason why not. */
export const orderCan = {
  /** Its fields and its discount code. */
  edit: ({ status, customerEmail }: Editable) => {
    if (customerEmail === '') return privacyMessages.orderErased
    return status === 'cancelled' ? text.canceledIsFinal : null
  },
  /** Its products; a paid or shipped order is what the customer paid for. */
  changeItems: (order: Editable) =>
    orderCan.edit(order) ?? (order.status === 'pending' ? null : text.itemsAreFinal),
  /** Replaces one of its products; only an imported order can have more than a change takes. */
  changeProducts: (order: Editable & { products: { length: number } }) =>
    orderCan.changeItems(order) ??
    (order.products.length > MAX_ORDERED_PRODUCTS ? text.tooManyToChange(MAX_ORDERED_PRODUCTS) : null),
  changeEvent: (order: Editable & { bookingId: number | null }) =>
    orderCan.changeItems(order) ?? (order.bookingId === null ? null : text.eventOfBooking),
  cancel: ({ status }: { status: OrderStatus }) => {
    if (status === 'cancelled') return text.alreadyCanceled
    return nextStatuses(status).cancel ? null : text.tooLateToCancel
  },
  /** Send it to Shopify: refuses what Shopify would refuse (docs/product.md, Orders in Shopify). */
  push: (order: PushedOrder) => {
    const { status, importedAs, customerState, customerZip } = order
    if (order.customerEmail === '') return privacyMessages.orderErased
    if (importedAs !== null) return text.notPushedImported
    if (status === 'cancelled') return text.notPushedCanceled
    if (order.customerAddress === null) return null
    if (!splitName(order.customerName).lastName) return text.noLastName
    if (!customerZip || !zipOf(customerZip)) return text.zipInvalid
    if (!customerState) return text.noState
    return stateCodeOf(customerState) ? null : text.stateInvalid(customerState)
  },
  become: ({ status }: { status: OrderStatus }, next: OrderStatus) => {
    if (next === 'cancelled') return orderCan.cancel({ status })
    if (status === 'cancelled') return text.canceledIsFinal
    const { forward, back } = nextStatuses(status)
    return next === forward || next === back ? null : text.noSuchStep
  },
}
