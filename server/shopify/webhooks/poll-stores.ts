import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { products } from '../../db/schema/products.ts'
import { shopifyStores } from '../../db/schema/shopify.ts'
import type { Database } from '../../db/transaction.ts'
import { writeOperation } from '../../jobs/write-operation.ts'
import type { ShopifyContext } from '../client/access-token.ts'
import { recheckStore } from '../connection/check-store.ts'
import { newProgress } from '../products/sync-products.ts'
import { findStore } from '../queries.ts'
import { subscribeToWebhooks, webhookUriOf } from './subscribe-to-webhooks.ts'

/**
 * Asks a store for the products that changed since it was asked last. A company that never synced nor pushed any is
 * left alone.
 *
 * @returns false while another sync is under way
 */
export async function queueProductsPoll({ db }: ShopifyContext, companyId: number): Promise<boolean> {
  const store = await findStore({ db }, companyId)
  if (!store?.productsSyncedAt && !(await hasLinkedProduct(db, companyId))) return true
  const queued = await writeOperation(db, {
    companyId,
    userId: null,
    kind: 'products.sync',
    entityId: 0,
    subjectName: 'Changed products',
    progress: newProgress(store?.productsSyncedUntil ?? null),
  })
  return queued !== null
}

async function hasLinkedProduct(db: Database, companyId: number): Promise<boolean> {
  const linked = and(eq(products.companyId, companyId), isNotNull(products.shopifyProductId))
  const found = await db.select({ id: products.id }).from(products).where(linked).limit(1)
  return found.length > 0
}

/** Asks a store for the orders that changed since it was asked last, or since the first of ours went there. */
async function queueOrdersPoll({ db }: ShopifyContext, companyId: number): Promise<void> {
  const { rows } = await db.execute<{ since: string | null }>(sql`
    SELECT coalesce(orders_synced_until, (
      SELECT min(created_at) FROM shopify_operations
      WHERE company_id = ${companyId} AND entity_type = ${operationKinds['order.push'].entity})) AS since
    FROM shopify_stores WHERE company_id = ${companyId}
      AND EXISTS (SELECT FROM orders WHERE company_id = ${companyId} AND shopify_order_id IS NOT NULL)`)
  const since = rows[0]?.since
  if (!since) return
  await writeOperation(db, {
    companyId,
    userId: null,
    kind: 'orders.look',
    entityId: 0,
    subjectName: 'Changed orders',
    progress: newProgress(new Date(since)),
  })
}

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
