import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, sql } from 'drizzle-orm'
import { shopifyStores } from '../../platform/db/schema/shopify.ts'
import { enqueueOperation } from '../../platform/jobs/enqueue-operation.ts'
import { recheckStore } from '../connection/connect-store.ts'
import type { ShopifyContext } from '../queries.ts'
import { newProgress } from '../tasks/operation-handler.ts'
import { subscribeToWebhooks, webhookUriOf } from './subscribe-to-webhooks.ts'

const MAX_RECHECKS = 50

/** Checks each store daily, and hourly while it refuses the connection, so that waiting operations continue. */
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
    await queuePoll(ctx, companyId, 'products.sync')
    await queuePoll(ctx, companyId, 'orders.look')
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

/** Each poll with the query of a company's changes that are due: since when, or no row. */
const polls = {
  // Only if the company ever synced or pushed any.
  'products.sync': (companyId: number) => sql`
    SELECT products_synced_until AS since, 'Changed products' AS "subjectName" FROM shopify_stores
    WHERE company_id = ${companyId} AND (products_synced_at IS NOT NULL OR EXISTS (
      SELECT FROM products WHERE company_id = ${companyId} AND shopify_product_id IS NOT NULL))`,
  // Since the last poll, or since the first order was pushed.
  'orders.look': (companyId: number) => sql`
    SELECT coalesce(orders_synced_until, first_push) AS since, 'Changed orders' AS "subjectName"
    FROM shopify_stores CROSS JOIN (
      SELECT min(created_at) AS first_push, max(remote_id) AS sent FROM shopify_operations
      WHERE company_id = ${companyId} AND entity_type = ${operationKinds['order.push'].entity}) AS pushes
    WHERE company_id = ${companyId} AND sent IS NOT NULL`,
}

/** Enqueues a poll, if any of the company's records are in Shopify. @returns false while one is open */
export async function queuePoll({ db }: ShopifyContext, companyId: number, kind: keyof typeof polls) {
  const { rows } = await db.execute<{ since: string | null; subjectName: string }>(polls[kind](companyId))
  const [found] = rows
  if (!found) return true
  const { since, subjectName } = found
  const wanted = { companyId, kind, entityId: 0, subjectName, progress: newProgress(since) }
  return (await enqueueOperation(db, wanted)) !== null
}
