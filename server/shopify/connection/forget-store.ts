import { eq } from 'drizzle-orm'
import { recordActivity } from '../../activity/record-activity.ts'
import { shopifyOperations, shopifyStores, shopifyWebhooks } from '../../db/schema/shopify.ts'
import { inTransaction } from '../../db/transaction.ts'
import { callStore } from '../client/call-store.ts'
import type { ShopifyContext } from '../queries.ts'
import { findStore } from '../queries.ts'
import { forgetLinks } from './forget-links.ts'

/**
 * Forgets a store two days after its owner removed the app: the connection with its secrets, what records are called
 * there, the ledger and the log. Products, codes, customers and orders are the company's own and stay: no customer ever
 * came from a store. A store that still answers was connected anew meanwhile, and is kept.
 *
 * @returns true: it is seen to
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
