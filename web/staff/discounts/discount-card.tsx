import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { formatDate } from '@trunkshow/contract/dates.ts'
import { discountCan } from '@trunkshow/contract/discounts/rules.ts'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useId } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { useCompanyZone } from '../session/use-company-zone.ts'
import { storeQuery } from '../shopify/queries.ts'
import { reasonAgainstStore } from '../shopify/reason-against-store.ts'
import { ReasonButton } from '../ui/feedback/reason-button.tsx'
import { Tag } from '../ui/list/tag.tsx'
import styles from './discount-card.module.css'
import { stateOf, storeStateOf } from './discount-state.ts'
import { useSyncDiscount } from './queries.ts'

/** The dialogs a card can open. */
export type DiscountTask = 'edit' | 'remove'

interface DiscountCardProps {
  code: DiscountCode
  /** Absent for roles that can't edit codes. */
  onTask: ((task: DiscountTask) => void) | undefined
}

/** One discount code: percentage, uses, expiration. */
export function DiscountCard({ code: discount, onTask }: DiscountCardProps) {
  const { code, description, discountValue, usedCount, usageLimit, expiresAt } = discount
  const titleId = useId()
  const { word, tone } = stateOf(discount, wallClock(new Date(), useCompanyZone()).date)
  return (
    <li className={styles.card} aria-labelledby={titleId}>
      <div className={styles.head}>
        <h2 id={titleId} className={styles.code}>
          {code}
        </h2>
        <Tag tone={tone}>{word}</Tag>
      </div>
      <p className={styles.percent}>{discountValue}% off</p>
      {description && <p className={styles.description}>{description}</p>}
      <dl className={styles.facts}>
        <dt>Used</dt>
        <dd>{usageLimit === null ? `${usedCount} (no limit)` : `${usedCount} of ${usageLimit}`}</dd>
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

/** Whether a code in Shopify is up to date, and the button that syncs it. Viewers see it only if a store is connected. */
function DiscountStore({ code }: { code: DiscountCode }) {
  const { data: store } = useQuery(storeQuery())
  const maySync = useMayDo('shopify.push')
  const sync = useSyncDiscount(code)
  if (!maySync && !store?.connected) return null
  return (
    <div className={styles.store}>
      <span>{storeStateOf(code)}</span>
      {maySync && (
        <ReasonButton
          variant="subtle"
          size="compact-sm"
          aria-label={`Sync to Shopify: ${code.code}`}
          reason={reasonAgainstStore(store)}
          disabled={sync.isPending}
          onClick={() => sync.mutate(undefined)}
        >
          {sync.isPending ? 'Syncing...' : 'Sync to Shopify'}
        </ReasonButton>
      )}
    </div>
  )
}
