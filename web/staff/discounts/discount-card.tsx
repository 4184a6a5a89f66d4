import { Button } from '@mantine/core'
import { formatDate } from '@trunkshow/contract/dates.ts'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { useId } from 'react'
import { ReasonButton } from '../ui/reason-button.tsx'
import { Tag } from '../ui/tag.tsx'
import styles from './discount-card.module.css'
import { stateOf } from './discount-state.ts'
import { DiscountStore } from './discount-store.tsx'

/** What a card asks its list to open. */
export type DiscountTask = 'edit' | 'remove'

interface DiscountCardProps {
  code: DiscountCode
  /** Absent for those who may only look. */
  onTask: ((task: DiscountTask) => void) | undefined
}

/** One discount code: what it takes off, how often it was used, how long it holds. */
export function DiscountCard({ code: discount, onTask }: DiscountCardProps) {
  const { code, description, discountValue, usedCount, usageLimit, expiresAt } = discount
  const titleId = useId()
  const { word, tone } = stateOf(discount)
  return (
    <li className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.code}>
          {code}
        </h2>
        <Tag tone={tone}>{word}</Tag>
      </div>
      <p className={styles.percent}>{discountValue} % off</p>
      {description && <p className={styles.description}>{description}</p>}
      <dl className={styles.facts}>
        <dt>Used</dt>
        <dd>{usageLimit === null ? `${usedCount}, no limit` : `${usedCount} of ${usageLimit}`}</dd>
        <dt>Expires</dt>
        <dd>{expiresAt ? formatDate(expiresAt) : 'Never'}</dd>
      </dl>
      {onTask && (
        <div className={styles.actions}>
          <Button
            variant="subtle"
            size="compact-sm"
            aria-label={`Edit ${code}`}
            onClick={() => onTask('edit')}
          >
            Edit
          </Button>
          <ReasonButton
            variant="subtle"
            size="compact-sm"
            color="bad"
            aria-label={`Delete ${code}`}
            reason={discountCan.delete(discount)}
            onClick={() => onTask('remove')}
          >
            Delete
          </ReasonButton>
        </div>
      )}
      <DiscountStore code={discount} />
    </li>
  )
}
