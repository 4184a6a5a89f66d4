import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { sentenceOf } from '../api/call-error.ts'
import { LoadFailure } from '../ui/feedback/load-failure.tsx'
import { FormSection } from '../ui/form/form-section.tsx'
import { ConnectStore } from './connect-store.tsx'
import { ConnectedStore } from './connected-store.tsx'
import { storeQuery } from './queries.ts'
import styles from './store.module.css'

interface StoreSectionProps {
  /** The store to connect, if its address is known. */
  address: string
}

/** The company's Shopify store. */
export function StoreSection({ address }: StoreSectionProps) {
  const store = useQuery(storeQuery())
  return (
    <FormSection
      title="Store platform integration"
      hint="Send orders and products to your Shopify store, and import its catalog."
    >
      {store.data ? (
        store.data.connected ? (
          <ConnectedStore store={store.data} />
        ) : (
          <ConnectStore key={address} address={address} />
        )
      ) : store.isError ? (
        <LoadFailure title="Couldn’t load the connection" onRetry={store.refetch}>
          {sentenceOf(store.error)}
        </LoadFailure>
      ) : (
        <Skeleton className={styles.loading} role="status" aria-label="Loading store" />
      )}
    </FormSection>
  )
}
