import { formatShortDate } from '../dates.ts'
import type { BalanceTerm, EntryMethod } from './rules.ts'
import type { OrderEntry, OrderMoney } from './schema.ts'

/** The methods, as screens and the log name them. */
export const methodWords: Record<EntryMethod, string> = {
  cash: 'Cash',
  check: 'Check',
  card: 'Card terminal',
  wire: 'Wire',
  other: 'Other',
  stripe: 'Stripe',
  shopify: 'Shopify',
}

/** When the balance is due, as screens and the log say it. */
export const balanceTermWords: Record<BalanceTerm, string> = {
  never: 'Never asked',
  date: 'On a date',
  delivery: 'Before delivery',
}

/** An entry in a list: by its method, a refund as `Cash refund`. */
export function entryName({ kind, method }: Pick<OrderEntry, 'kind' | 'method'>): string {
  if (kind === 'correction') return 'Correction'
  return kind === 'payment' ? methodWords[method] : `${methodWords[method]} refund`
}

/** The label of what is due, with when. */
export function dueWords({ balanceDue, balanceDueOn: on }: OrderMoney['terms']): string {
  if (balanceDue === 'delivery') return 'Due before delivery'
  return balanceDue === 'date' && on ? `Due by ${formatShortDate(on)}` : 'Due'
}
