import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { missingScopes } from '@trunkshow/contract/shopify/rules.ts'
import type { StoreTest } from '@trunkshow/contract/shopify/schema.ts'
import { eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { shopifyStores } from '../db/schema/shopify.ts'
import { callStore } from './call-store.ts'
import { getConnectedStore } from './queries.ts'

/**
 * Asks the store who it is and what the app may do there, and says in words what is wrong, if anything.
 *
 * @throws AppError conflict when no store is connected
 */
export async function testStore(ctx: StaffContext): Promise<StoreTest> {
  const store = await getConnectedStore(ctx)
  const outcome = await callStore(ctx, store.companyId, 'shop', {})
  const no = (message: string): StoreTest => ({ ok: false, message, missingScopes: [] })
  switch (outcome.kind) {
    case 'ok': {
      const { shop, currentAppInstallation } = outcome.data
      const scopes = currentAppInstallation.accessScopes.map(({ handle }) => handle)
      await ctx.db
        .update(shopifyStores)
        .set({ scopes, shopName: shop.name, mustReconnect: false, updatedAt: sql`now()` })
        .where(eq(shopifyStores.companyId, store.companyId))
      const missing = missingScopes(scopes)
      return missing.length > 0
        ? { ok: false, message: shopifyMessages.scopesMissing(missing), missingScopes: missing }
        : { ok: true, message: shopifyMessages.works(shop.name), missingScopes: [] }
    }
    case 'unauthorized':
      return no(store.kind === 'token' ? shopifyMessages.tokenRefused : shopifyMessages.secretsRefused)
    case 'denied':
      return no(shopifyMessages.denied(outcome.scopes))
    case 'invalid':
      return no(shopifyMessages.notUnderstood(outcome.reason))
    case 'throttled':
      return no(shopifyMessages.unreachable)
    default:
      return no(
        'reason' in outcome
          ? `${outcome.reason} ${shopifyMessages.unreachable}`
          : shopifyMessages.unreachable,
      )
  }
}
