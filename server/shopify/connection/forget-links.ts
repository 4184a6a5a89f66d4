import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { openStates, operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import { record } from '../../activity/record-activity.ts'
import type { TenantContext } from '../../context.ts'
import { discountCodes, orders } from '../../platform/db/schema/orders.ts'
import { products } from '../../platform/db/schema/products.ts'
import { shopifyOperations, shopifyStores, shopifyWebhooks } from '../../platform/db/schema/shopify.ts'
import { changeRows, own, setRows } from '../../platform/db/statement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { callStore } from '../client/call-store.ts'
import { findStore, type ShopifyContext, updateStore } from '../queries.ts'

const linked = [
  { table: products, link: products.shopifyProductId, kind: 'product.push' },
  { table: discountCodes, link: discountCodes.shopifyPriceRuleId, kind: 'discount.sync' },
  { table: orders, link: orders.shopifyOrderId, kind: 'order.push' },
] as const

/** Locks linked records and those of open operations before the operations, as a worker does (docs/decisions/018). */
async function lockRecords(ctx: TenantContext) {
  const { db, actor } = ctx
  for (const { table, link, kind } of linked) {
    const open = db
      .select({ id: shopifyOperations.entityId })
      .from(shopifyOperations)
      .where(own(ctx, shopifyOperations, { entityType: operationKinds[kind].entity, state: openStates }))
    await db
      .select({ id: table.id })
      .from(table)
      .where(and(eq(table.companyId, actor.companyId), or(isNotNull(link), inArray(table.id, open))))
      .orderBy(table.id)
      .for('update')
  }
}

/** Unlinks all records and fails the open operations. */
export async function forgetLinks(ctx: TenantContext): Promise<void> {
  const { db, actor } = ctx
  const { companyId } = actor
  await lockRecords(ctx)
  await db
    .update(shopifyOperations)
    // A worker that has claimed one loses it, since `tries` changes.
    .set({ state: 'failed', lastError: shopifyMessages.storeChanged, tries: sql`tries + 1` })
    .where(own(ctx, shopifyOperations, { state: openStates }))
  // Attempt keys stay: they find the old store's orders if it is connected again.
  await setRows(ctx, shopifyOperations, {}, { remoteId: null, replacedId: null })
  await changeRows({ db }, products, eq(products.companyId, companyId), {
    shopifyProductId: null,
    shopifyVariantId: null,
    shopifyHandle: null,
    shopifyUpdatedAt: null,
    shopifySeen: null,
    shopifyPicture: null,
  })
  await db
    .update(discountCodes)
    .set({ shopifyPriceRuleId: null, shopifySyncedAt: null })
    .where(eq(discountCodes.companyId, companyId))
  await db
    .update(orders)
    // What was sent to the old store stays, for the same reason.
    .set({ shopifyOrderId: null, shopifySeen: null, shopifyCents: null })
    .where(and(eq(orders.companyId, companyId), isNotNull(orders.shopifyOrderId)))
  const productsNotSynced = { productsSyncedUntil: null, productsSyncedAt: null }
  await updateStore(ctx, { ...productsNotSynced, ordersSyncedUntil: null, orderKeyDefined: false })
}

/**
 * Deletes the connection, links, operations and log of a store whose owner removed the app two days ago. Products, codes,
 * customers and orders belong to the company and stay: no customer was imported from the store. A store that still
 * answers was connected again and is kept.
 *
 * @returns false when the store could not be checked, to try again later
 */
export async function forgetStore(ctx: ShopifyContext, companyId: number): Promise<boolean> {
  const before = await findStore(ctx, companyId)
  if (!before) return true
  if (before.enabled && !before.mustReconnect) {
    const { kind } = await callStore(ctx, companyId, 'shop', {})
    if (kind !== 'unauthorized') return kind !== 'refused' && kind !== 'unknown' && kind !== 'throttled'
  }
  await inTransaction({ ...ctx, actor: { companyId } }, async (ctx) => {
    await forgetLinks(ctx)
    const { db } = ctx
    await db.delete(shopifyOperations).where(eq(shopifyOperations.companyId, companyId))
    await db.delete(shopifyWebhooks).where(eq(shopifyWebhooks.companyId, companyId))
    await db.delete(shopifyStores).where(eq(shopifyStores.companyId, companyId))
    const actor = { companyId, name: 'Shopify' }
    await record({ db, actor }, 'store.redacted', { id: companyId, name: before.address })
  })
  return true
}
