import { eq } from 'drizzle-orm'
import { recordActivity } from '../../activity/record-activity.ts'
import { shopifyOperations, shopifyStores, shopifyWebhooks } from '../../platform/db/schema/shopify.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { callStore } from '../client/call-store.ts'
import type { ShopifyContext } from '../queries.ts'
import { findStore } from '../queries.ts'
import { forgetLinks } from './forget-links.ts'

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
    await recordActivity(
      { db, actor: null },
      {
        companyId,
        activity: 'store.redacted',
        subject: 'store',
        subjectId: companyId,
        subjectName: before.address,
        actorName: 'Shopify',
      },
    )
  })
  return true
}
