import type { BalanceTerm, EntryMethod } from './rules.ts'

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
