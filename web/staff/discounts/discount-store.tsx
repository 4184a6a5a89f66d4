import { useQuery } from '@tanstack/react-query'
import type { DiscountCode } from '@trunkshow/contract/discounts/schema.ts'
import { useMayDo } from '../session/session-query.ts'
import { storeQuery } from '../shopify/queries.ts'
import { reasonAgainstStore } from '../shopify/reason-against-store.ts'
import { ReasonButton } from '../ui/reason-button.tsx'
import { storeStateOf } from './discount-state.ts'
import styles from './discount-store.module.css'
import { useSyncDiscount } from './queries.ts'

/** Whether the store has a code as it is here, and the way there; to those who may only look, where there is a store. */
export function DiscountStore({ code }: { code: DiscountCode }) {
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
