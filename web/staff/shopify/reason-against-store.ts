import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { sellsInOurCurrency } from '@trunkshow/contract/shopify/rules.ts'
import type { Store } from '@trunkshow/contract/shopify/schema.ts'

/** Why nothing can be sent to Shopify now; null if it can. */
export function reasonAgainstStore(store: Store | undefined): string | null {
  if (!store) return 'Loading the store connection…'
  if (!store.connected) return shopifyMessages.notConnected
  if (!store.enabled) return shopifyMessages.disabled
  if (store.mustReconnect) return shopifyMessages.mustReconnect
  return sellsInOurCurrency(store.currency) ? null : shopifyMessages.currencyDiffers(store.currency!)
}
