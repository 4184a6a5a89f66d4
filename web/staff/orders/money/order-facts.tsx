import { Group } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDate, formatShortDate } from '@trunkshow/contract/dates.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import type { Order } from '@trunkshow/contract/orders/schema.ts'
import { agreementWords } from '@trunkshow/contract/proposals/fields.ts'
import type { ReactNode } from 'react'
import { makingQuery } from '../../making/queries.ts'
import { Soft } from '../../ui/page/words.tsx'
import { riskWords } from '../making/due-words.ts'
import { MoneyTag } from './money-tag.tsx'
import styles from './order-facts.module.css'

/** The facts of an order in a strip over its details: its money, the agreement, how far it is, and by when. */
export function OrderFacts({ order }: { order: Order }) {
  const { agreement, stageId, stageSince, promisedOn, neededBy, risk } = order
  const { data: making } = useQuery(makingQuery())
  const stage = making?.stages.find(({ id }) => id === stageId)?.name
  const needed = neededBy && `needed by ${formatShortDate(neededBy)}`
  return (
    <div className={styles.facts}>
      <DueFact order={order} />
      <Fact label="Approval" tone={agreementWords[agreement][1]}>
        {agreementWords[agreement][0]}
      </Fact>
      <Fact label="Making" note={stageSince && `since ${formatShortDate(stageSince)}`}>
        {stageId === null ? 'Not started' : stage}
      </Fact>
      <Fact
        label="Promised"
        tone={risk ? 'bad' : undefined}
        note={[risk && riskWords[risk], needed].filter(Boolean).join(', ')}
      >
        {promisedOn ? formatDate(promisedOn) : 'No date yet'}
      </Fact>
    </div>
  )
}

interface FactProps {
  label: string
  tone?: 'plain' | 'good' | 'warn' | 'bad' | undefined
  note?: string | null | undefined
  children: ReactNode
}

function Fact({ label, tone, note, children }: FactProps) {
  return (
    <div>
      <Soft>{label}</Soft>
      <p className={styles.fact} data-tone={tone}>
        {children}
      </p>
      <Soft>{note}</Soft>
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
