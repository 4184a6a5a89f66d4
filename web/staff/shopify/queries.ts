import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { sellsInOurCurrency } from '@trunkshow/contract/shopify/rules.ts'
import type { Store } from '@trunkshow/contract/shopify/schema.ts'
import { call } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** The connection to the company's store, without its secrets. */
export function storeQuery() {
  return queryOptions({ queryKey: ['shopify', 'store'], queryFn: () => call(api.shopify.store) })
}

/** Changes the connection; the screen shows the response. */
export function useStoreCall<Input>(
  call: (input: Input) => Promise<Store>,
  texts: { done: string; failed?: string; failedTo?: string; keepsForm?: boolean },
) {
  const { queryKey } = storeQuery()
  return useReportedCall({
    call,
    ...texts,
    onDone: (store, client) => client.setQueryData(queryKey, store),
    onFailed: (_error, client) => client.invalidateQueries({ queryKey }),
  })
}

/** Why nothing can be sent to Shopify now; null if it can. */
export function reasonAgainstStore(store: Store | undefined): string | null {
  if (!store) return 'Loading the store connection…'
  if (!store.connected) return shopifyMessages.notConnected
  if (!store.enabled) return shopifyMessages.disabled
  if (store.mustReconnect) return shopifyMessages.mustReconnect
  return sellsInOurCurrency(store.currency) ? null : shopifyMessages.currencyDiffers(store.currency!)
}
