import { and, eq, sql } from 'drizzle-orm'
import { shopifyStores } from '../../db/schema/shopify.ts'
import { recheckStore } from '../connection/check-store.ts'
import type { ShopifyContext } from '../queries.ts'
import { queueOrdersPoll, queueProductsPoll } from './queue-polls.ts'
import { subscribeToWebhooks, webhookUriOf } from './subscribe-to-webhooks.ts'

/** How many stores one poll asks who they are. */
const RECHECKS = 50

/**
 * Asks each store once a day whether its currency, its name and what the app may do there are as before, and one that
 * refuses the connection once an hour whether it accepts it again: then what waits goes on by itself.
 */
async function recheckStores(ctx: ShopifyContext): Promise<void> {
  const due = sql`enabled AND coalesce(client_secret, token) IS NOT NULL AND (checked_at IS NULL
    OR checked_at < now() - CASE WHEN must_reconnect THEN interval '1 hour' ELSE interval '1 day' END)`
  const longestAgo = sql`checked_at NULLS FIRST`
  const stores = await ctx.db.select().from(shopifyStores).where(due).orderBy(longestAgo).limit(RECHECKS)
  for (const store of stores) await recheckStore(ctx, store)
}

/**
 * Everything that webhooks tell, found out without them: a server of one's own often has no address that a store could
 * send them to (docs/shopify.md, Polling). Forgets what the schedule did and stores said more than a week ago.
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
