import { privacyMessages } from '../privacy/messages.ts'
import { stateCodeOf, zipOf } from '../us-states.ts'
import { orderMessages as text } from './messages.ts'

/** What a customer answers to a proposal; `approved` is final. */
export const answerKinds = ['approved', 'changeAsked', 'declined'] as const
export type AnswerKind = (typeof answerKinds)[number]

/** How far an order's customer has agreed to it (docs/product.md, What the customer approves). */
export const agreementStates = ['notSent', 'sent', 'seen', 'expired', 'changed', ...answerKinds] as const
export type AgreementState = (typeof agreementStates)[number]

export const orderStatuses = ['pending', 'paid', 'shipped', 'delivered', 'completed', 'cancelled'] as const
export type OrderStatus = (typeof orderStatuses)[number]

/** Limits for an order's files (docs/product.md, Files). */
export const attachmentLimits = { megabytes: 20, filesPerRequest: 100, filesPerOrder: 200 } as const

export const MAX_PRINTED_ORDERS = 200
/** The most lines of an order that is taken or changed. */
export const MAX_ORDERED_LINES = 20

/**
 * The product of an order that one in a change stays: the one in its place, or else the first of its kind. An imported
 * order may have one product at two prices.
 */
export const ownProduct = <Own extends { productId: number | null }>(
  products: readonly Own[],
  productId: number | null,
  at: number,
): Own | undefined =>
  productId === null ? undefined : [products[at], ...products].find((each) => each?.productId === productId)

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
    (order.products.length > MAX_ORDERED_LINES ? text.tooManyToChange(MAX_ORDERED_LINES) : null),
  changeEvent: (order: Editable & { bookingId: number | null }) =>
    orderCan.changeItems(order) ?? (order.bookingId === null ? null : text.eventOfBooking),
  cancel: ({ status }: { status: OrderStatus }) => {
    if (status === 'cancelled') return text.alreadyCanceled
    return nextStatuses(status).cancel ? null : text.tooLateToCancel
  },
  /** Its payments stay on record. */
  delete: (entries: { length: number }) => (entries.length > 0 ? text.hasEntries : null),
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
