import { and, eq, sql } from 'drizzle-orm'
import { shopifyStores } from '../../platform/db/schema/shopify.ts'
import { recheckStore } from '../connection/check-store.ts'
import type { ShopifyContext } from '../queries.ts'
import { queueOrdersPoll, queueProductsPoll } from './queue-polls.ts'
import { subscribeToWebhooks, webhookUriOf } from './subscribe-to-webhooks.ts'

const MAX_RECHECKS = 50

/**
 * Checks each store's currency, name and scopes once a day. One that refuses the connection is checked once an hour: when
 * it accepts, waiting operations continue.
 */
async function recheckStores(ctx: ShopifyContext): Promise<void> {
  const due = sql`enabled AND coalesce(client_secret, token) IS NOT NULL AND (checked_at IS NULL
    OR checked_at < now() - CASE WHEN must_reconnect THEN interval '1 hour' ELSE interval '1 day' END)`
  const longestAgo = sql`checked_at NULLS FIRST`
  const stores = await ctx.db.select().from(shopifyStores).where(due).orderBy(longestAgo).limit(MAX_RECHECKS)
  for (const store of stores) await recheckStore(ctx, store)
}

/**
 * Finds every change without webhooks, since a self-hosted server often has no address for them (docs/shopify.md,
 * Polling). Deletes the schedule's operations and handled webhooks after a week.
 */
export async function pollStores(ctx: ShopifyContext): Promise<void> {
  const usable = and(shopifyStores.enabled, eq(shopifyStores.mustReconnect, false))
  const stores = await ctx.db.select({ companyId: shopifyStores.companyId }).from(shopifyStores).where(usable)
  for (const { companyId } of stores) {
    await queueProductsPoll(ctx, companyId)
    await queueOrdersPoll(ctx, companyId)
  }
  // A store may drop a subscription, and this server move to another address.
  const isDue = sql`webhook_uri IS DISTINCT FROM ${webhookUriOf(ctx.config)}::text
    OR (webhook_uri IS NOT NULL AND (subscribed_at IS NULL OR subscribed_at < now() - interval '1 day'))`
  const silent = await ctx.db
    .select()
    .from(shopifyStores)
    .where(and(usable, eq(shopifyStores.kind, 'app'), sql`(${isDue})`))
  for (const store of silent) await subscribeToWebhooks(ctx, store)
  await recheckStores(ctx)
  await ctx.db.execute(sql`
    DELETE FROM shopify_operations
    WHERE user_id IS NULL AND state IN ('done', 'failed') AND updated_at < now() - interval '7 days'`)
  await ctx.db.execute(sql`
    DELETE FROM shopify_webhooks WHERE handled_at < now() - interval '7 days'`)
}
