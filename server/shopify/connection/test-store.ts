import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { missingScopes, sellsInOurCurrency } from '@trunkshow/contract/shopify/rules.ts'
import type { StoreTest } from '@trunkshow/contract/shopify/schema.ts'
import type { StaffContext } from '../../context.ts'
import { getConnectedStore } from '../queries.ts'
import { recheckStore } from './check-store.ts'

/**
 * Checks the store's connection, currency and scopes, and says what is wrong, if anything.
 *
 * @throws AppError conflict when no store is connected
 */
export async function testStore(ctx: StaffContext): Promise<StoreTest> {
  const store = await getConnectedStore(ctx)
  const outcome = await recheckStore(ctx, store)
  const no = (message: string): StoreTest => ({ ok: false, message, missingScopes: [] })
  switch (outcome.kind) {
    case 'ok': {
      const { shop, currentAppInstallation } = outcome.data
      if (!sellsInOurCurrency(shop.currencyCode)) return no(text.currencyDiffers(shop.currencyCode))
      const missing = missingScopes(currentAppInstallation.accessScopes.map(({ handle }) => handle))
      return missing.length > 0
        ? { ok: false, message: text.scopesMissing(missing), missingScopes: missing }
        : { ok: true, message: text.works(shop.name), missingScopes: [] }
    }
    case 'unauthorized':
      return no(store.kind === 'token' ? text.tokenRefused : text.secretsRefused)
    case 'denied':
      return no(text.denied(outcome.scopes))
    case 'refused':
      return no(outcome.status ? text.storePaused : text.unreachable)
    case 'invalid':
      return no(text.storeNotFound)
    default:
      return no(text.unreachable)
  }
}
