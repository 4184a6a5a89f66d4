import { Group } from '@mantine/core'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { Soft } from '../../ui/page/words.tsx'
import { MoneyTag } from './money-tag.tsx'
import styles from './order-facts.module.css'

/** The facts of an order in a strip over its details. */
export function OrderFacts({ order }: { order: Order }) {
  return (
    <div className={styles.facts}>
      <DueFact order={order} />
    </div>
  )
}

/** What is due, or of a canceled or overpaid order what goes back, and how much of the total was paid. */
function DueFact({ order }: { order: Order }) {
  const { money, total } = order
  const isExcess = Number(money.excess) > 0
  return (
    <div>
      <Soft>{isExcess ? 'To refund' : 'Due'}</Soft>
      <Group gap={0} mb={6}>
        <span className={styles.amount}>{formatMoney(isExcess ? money.excess : money.due)}</span>
        <MoneyTag {...order} />
      </Group>
      <progress
        max={Number(total) || 1}
        value={Math.max(0, Number(money.held))}
        style={{ display: 'block', width: '100%', maxWidth: 320, height: 4 }}
        aria-hidden
      />
    </div>
  )
}
