import type { OrderSummary } from '@trunkshow/contract/orders/schema.ts'
import type { MoneyState } from '@trunkshow/contract/payments/rules.ts'
import { Tag } from '../../ui/page/words.tsx'

const words: Record<MoneyState, readonly [string, 'plain' | 'good' | 'warn' | 'bad' | 'info']> = {
  none: ['No payment', 'plain'],
  depositDue: ['Deposit due', 'warn'],
  depositPaid: ['Deposit paid', 'good'],
  paid: ['Paid', 'good'],
  overpaid: ['Overpaid', 'info'],
  refundDue: ['Refund due', 'bad'],
}

/** The state of an order's money in a word; none for a canceled order without any. */
export function MoneyTag({
  moneyState,
  overdue,
  status,
}: Pick<OrderSummary, 'moneyState' | 'overdue' | 'status'>) {
  if (overdue) return <Tag tone="bad">Overdue</Tag>
  if (status === 'cancelled' && moneyState !== 'refundDue')
    return moneyState === 'none' ? null : <Tag>Payment kept</Tag>
  const [word, tone] = words[moneyState]
  return <Tag tone={tone}>{word}</Tag>
}
