import { sql } from 'drizzle-orm'
import { shopifyStores } from '../db/schema/shopify.ts'
import { callStore } from './call-store.ts'
import { sameConnection } from './check-store.ts'
import type { ShopifyContext } from './hold-token.ts'
import type { StoreRow } from './queries.ts'

/** What stores are asked to tell of (shopify.md, Webhooks and polling). */
const topics = [
  'ORDERS_UPDATED',
  'ORDERS_CANCELLED',
  'ORDERS_PAID',
  'ORDERS_FULFILLED',
  'PRODUCTS_UPDATE',
  'PRODUCTS_DELETE',
  'APP_UNINSTALLED',
] as const

/**
 * Asks a store to tell of its changes, where this server has an address that it can send them to. What it tells there
 * already is left alone.
 */
export async function subscribeToWebhooks(ctx: ShopifyContext, store: StoreRow) {
  const { companyId } = store
  if (!ctx.config.publicUrl.startsWith('https:')) return
  const uri = `${ctx.config.publicUrl}/api/shopify/webhooks`
  const known = await callStore(ctx, companyId, 'webhookSubscriptions', {})
  if (known.kind !== 'ok') return // the next poll asks again
  for (const topic of topics) {
    const subscriptions = known.data.webhookSubscriptions.nodes
    if (subscriptions.some((subscription) => subscription.topic === topic && subscription.uri === uri))
      continue
    const outcome = await callStore(ctx, companyId, 'webhookSubscriptionCreate', { topic, uri })
    // A refusal for a missing scope stays one until somebody acts: polling sees to those.
    if (!['ok', 'userErrors', 'denied'].includes(outcome.kind)) return
  }
  await ctx.db
    .update(shopifyStores)
    .set({ subscribedAt: sql`now()` })
    // Another store may have been connected in between, which was not asked.
    .where(sameConnection(store))
}
