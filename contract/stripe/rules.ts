import { centsToDecimal, formatMoney } from '../money.ts'
import { stripeMessages as text } from './messages.ts'

/** Whose Stripe it is: an account there, or the practice Stripe of this server. */
export const stripeKinds = ['stripe', 'practice'] as const

/** What the restricted key needs, by what it is for; without the first, no payment can be made. */
export const neededPermissions = {
  checkout: 'Checkout Sessions: Write',
  refunds: 'Charges and Refunds: Write',
  events: 'Events: Read',
} as const
export type Permission = keyof typeof neededPermissions

/** What a payment by link is for; a refund gives one back. */
export const payPurposes = ['deposit', 'balance', 'amount'] as const
export type PayPurpose = (typeof payPurposes)[number]
export const requestPurposes = [...payPurposes, 'refund'] as const

/** `onTheWay` is a bank payment that takes days: it is not counted yet. */
export const requestStates = ['open', 'onTheWay', 'paid', 'expired', 'failed'] as const
export type RequestState = (typeof requestStates)[number]

/** The least that Stripe charges in US dollars (https://docs.stripe.com/currencies#minimum-and-maximum-charge-amounts). */
export const LEAST_CENTS = 50
export const DEFAULT_MINIMUM_CENTS = 5000

/** What of an order can be paid by link, in cents. */
export interface Payable {
  /** What is due in all. */
  dueCents: number
  /** What is missing of the deposit; 0 when it is paid or none is asked for. */
  depositCents: number
  /** The least amount of a guest's own choice. */
  minimumCents: number
}

/** The least that a guest can choose to pay: the company's minimum, unless less is due. */
export const leastOf = ({ dueCents, minimumCents }: Payable) =>
  Math.max(LEAST_CENTS, Math.min(minimumCents, dueCents))

/**
 * Returns the cents of a payment by link, or why it can't be made. What was typed counts for another amount only.
 *
 * @param typed cents of another amount
 */
export function amountToPay(payable: Payable, purpose: PayPurpose, typed = 0): number | string {
  const { dueCents, depositCents } = payable
  if (dueCents < LEAST_CENTS) return text.nothingDue
  if (purpose === 'balance') return dueCents
  // A deposit that was paid since leaves the balance.
  if (purpose === 'deposit')
    return depositCents >= LEAST_CENTS ? Math.min(depositCents, dueCents) : text.depositPaid
  const least = leastOf(payable)
  if (typed < least || typed > dueCents)
    return text.amountOutside(formatMoney(centsToDecimal(least)), formatMoney(centsToDecimal(dueCents)))
  return typed
}

/** The purposes that a guest can choose, the one to suggest first. */
export const purposesOf = ({ dueCents, depositCents, minimumCents }: Payable): PayPurpose[] => [
  ...(depositCents >= LEAST_CENTS && depositCents < dueCents ? (['deposit'] as const) : []),
  ...(dueCents >= LEAST_CENTS ? (['balance'] as const) : []),
  ...(dueCents > Math.max(minimumCents, LEAST_CENTS) ? (['amount'] as const) : []),
]
