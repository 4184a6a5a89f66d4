import { centsToDecimal, MAX_CENTS, parseCents } from '../money.ts'

/** What an entry records: money taken, money given back, or a mistake in one of these put right. */
export const entryKinds = ['payment', 'refund', 'correction'] as const
/** How money is taken or given back by hand; `card` is the card terminal. */
export const handMethods = ['cash', 'check', 'card', 'wire', 'other'] as const
export type HandMethod = (typeof handMethods)[number]
/** The others come from a provider, which names each of its entries. */
export const entryMethods = [...handMethods, 'stripe', 'shopify'] as const
export type EntryMethod = (typeof entryMethods)[number]

/** What an order asks for first: a percentage of its total, or an amount in cents. */
export type Deposit = { percent: number } | { cents: number }

/** A deposit as it is typed and shown: `50%` or `500.00`; empty for none. */
export function depositText(deposit: Deposit | null): string {
  if (!deposit) return ''
  return 'percent' in deposit ? `${deposit.percent}%` : centsToDecimal(deposit.cents)
}

/** Reads a typed deposit: `50 %`, `$500`; undefined for anything else. */
export function parseDeposit(typed: string): Deposit | null | undefined {
  const text = typed.trim()
  const [, percent] = /^(\d{1,3})\s*%$/.exec(text) ?? []
  if (percent)
    return Number(percent) > 100 ? undefined : Number(percent) === 0 ? null : { percent: Number(percent) }
  const cents = text === '' ? 0 : parseCents(text)
  return cents === null || cents > MAX_CENTS ? undefined : cents === 0 ? null : { cents }
}

/** When the rest is asked for: never, on a date, or before delivery. */
export const balanceTerms = ['never', 'date', 'delivery'] as const
export type BalanceTerm = (typeof balanceTerms)[number]

export const moneyStates = ['none', 'depositDue', 'depositPaid', 'paid', 'overpaid', 'refundDue'] as const
export type MoneyState = (typeof moneyStates)[number]

/** What of an order determines its money, beside its entries. */
export interface MoneyTerms {
  /** The order's. */
  status: string
  totalCents: number
  deposit: Deposit | null
  balanceDue: BalanceTerm
  /** yyyy-MM-dd, of the balance due on a date. */
  balanceDueOn: string | null
  /** What a canceled order keeps of what was received. */
  keptCents: number
}

export interface MoneyEntry {
  id: number
  kind: (typeof entryKinds)[number]
  /** Positive for a payment, negative for a refund. */
  cents: number
  /** The payment or refund that a correction puts right. */
  corrects: number | null
}

/** The deposit of an order in cents: rounded up to whole dollars, never above the total. */
export function depositOf(totalCents: number, deposit: Deposit | null): number {
  if (!deposit) return 0
  const dollars =
    'percent' in deposit ? Math.ceil((totalCents * deposit.percent) / 10_000) : Math.ceil(deposit.cents / 100)
  return Math.min(totalCents, dollars * 100)
}

/** What is still to be paid, in cents; nothing for a canceled order. */
export const dueOf = (
  { status, totalCents }: Pick<MoneyTerms, 'status' | 'totalCents'>,
  heldCents: number,
): number => (status === 'cancelled' ? 0 : Math.max(0, totalCents - heldCents))

/**
 * The state of an order's money, by what it holds: the sum of its entries. `depositPaid` also is an order without a
 * deposit of which a part was paid, and a canceled one that keeps what was paid.
 */
export function stateOf(order: MoneyTerms, heldCents: number): MoneyState {
  const { status, totalCents, keptCents } = order
  const isCanceled = status === 'cancelled'
  if (isCanceled && heldCents > keptCents) return 'refundDue'
  if (heldCents > totalCents) return 'overpaid'
  if (heldCents === totalCents && heldCents > 0) return 'paid'
  const depositCents = isCanceled ? 0 : depositOf(totalCents, order.deposit)
  if (depositCents > 0 && heldCents < depositCents) return 'depositDue'
  return heldCents > 0 ? 'depositPaid' : 'none'
}

/** Whether the balance of an order that owes something should have been paid before today, yyyy-MM-dd. */
export function isOverdue({ status, balanceDue, balanceDueOn }: MoneyTerms, today: string): boolean {
  if (balanceDue === 'date') return balanceDueOn !== null && balanceDueOn < today
  return balanceDue === 'delivery' && ['shipped', 'delivered', 'completed'].includes(status)
}

/** What its corrections leave of a payment or refund, in cents with its sign. */
export const netOf = (entry: MoneyEntry, entries: readonly MoneyEntry[]): number =>
  entries.reduce((sum, { corrects, cents }) => (corrects === entry.id ? sum + cents : sum), entry.cents)

/**
 * An order's money, in cents: what was received and refunded, each as corrected, what is due, and what to ask for next,
 * the rest of the deposit or else what is due; and what it holds in excess, to give back.
 *
 * @param today the company's date, yyyy-MM-dd
 */
export function moneyOf(order: MoneyTerms, entries: readonly MoneyEntry[], today: string) {
  const sumOf = (kind: MoneyEntry['kind']) =>
    entries.reduce((sum, entry) => (entry.kind === kind ? sum + netOf(entry, entries) : sum), 0)
  const receivedCents = sumOf('payment')
  const refundedCents = -sumOf('refund') || 0
  const heldCents = receivedCents - refundedCents
  const dueCents = dueOf(order, heldCents)
  const depositCents = depositOf(order.totalCents, order.deposit)
  const state = stateOf(order, heldCents)
  return {
    totalCents: order.totalCents,
    receivedCents,
    refundedCents,
    heldCents,
    dueCents,
    excessCents: Math.max(0, heldCents - (order.status === 'cancelled' ? order.keptCents : order.totalCents)),
    depositCents,
    askCents: state === 'depositDue' ? depositCents - heldCents : dueCents,
    state,
    overdue: dueCents > 0 && isOverdue(order, today),
  }
}
