import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, isNotNull, sql } from 'drizzle-orm'
import { products } from '../../platform/db/schema/products.ts'
import type { Database } from '../../platform/db/transaction.ts'
import { enqueueOperation } from '../../platform/jobs/enqueue-operation.ts'
import { findStore, type ShopifyContext } from '../queries.ts'
import { newProgress } from '../tasks/sync-progress.ts'

/**
 * Enqueues an import of the products that changed since the last one, unless the company never synced or pushed any.
 *
 * @returns false while another sync is open
 */
export async function queueProductsPoll({ db }: ShopifyContext, companyId: number): Promise<boolean> {
  const store = await findStore({ db }, companyId)
  if (!store?.productsSyncedAt && !(await hasLinkedProduct(db, companyId))) return true
  const queued = await enqueueOperation(db, {
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

/** Enqueues a check of the orders that changed since the last one, or since the first order was pushed. */
export async function queueOrdersPoll({ db }: ShopifyContext, companyId: number): Promise<void> {
  const { rows } = await db.execute<{ since: string | null }>(sql`
    SELECT coalesce(orders_synced_until, (
      SELECT min(created_at) FROM shopify_operations
      WHERE company_id = ${companyId} AND entity_type = ${operationKinds['order.push'].entity})) AS since
    FROM shopify_stores WHERE company_id = ${companyId}
      AND EXISTS (SELECT FROM orders WHERE company_id = ${companyId} AND shopify_order_id IS NOT NULL)`)
  const since = rows[0]?.since
  if (!since) return
  await enqueueOperation(db, {
    companyId,
    userId: null,
    kind: 'orders.look',
    entityId: 0,
    subjectName: 'Changed orders',
    progress: newProgress(new Date(since)),
  })
}
