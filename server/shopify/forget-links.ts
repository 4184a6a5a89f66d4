import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, inArray, isNotNull, or, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { discountCodes, orders } from '../db/schema/orders.ts'
import { products } from '../db/schema/products.ts'
import { shopifyOperations, shopifyStores } from '../db/schema/shopify.ts'

/** What records are called at a store they are no longer synced with; each kind of record that has such numbers adds its own. */
export async function forgetLinks({ db, actor: { companyId } }: StaffContext): Promise<void> {
  await db
    .update(shopifyOperations)
    // A process that is at one of them has lost it: `tries` is another.
    .set({ state: 'failed', lastError: shopifyMessages.storeChanged, tries: sql`tries + 1` })
    .where(and(eq(shopifyOperations.companyId, companyId), inArray(shopifyOperations.state, openStates)))
  // Attempt keys stay: by them the old store's orders are found, should it be connected again.
  await db
    .update(shopifyOperations)
    .set({ remoteId: null, replacedId: null })
    .where(
      and(
        eq(shopifyOperations.companyId, companyId),
        or(isNotNull(shopifyOperations.remoteId), isNotNull(shopifyOperations.replacedId)),
      ),
    )
  await db
    .update(products)
    .set({
      shopifyProductId: null,
      shopifyVariantId: null,
      shopifyHandle: null,
      shopifyUpdatedAt: null,
      shopifySeen: null,
      shopifyPicture: null,
      updatedAt: sql`now()`,
    })
    .where(eq(products.companyId, companyId))
  await db
    .update(discountCodes)
    .set({ shopifyPriceRuleId: null, shopifySyncedAt: null })
    .where(eq(discountCodes.companyId, companyId))
  await db
    .update(orders)
    // What the old store was told stays as well, for the same reason.
    .set({ shopifyOrderId: null, shopifySeen: null })
    .where(and(eq(orders.companyId, companyId), isNotNull(orders.shopifyOrderId)))
  await db
    .update(shopifyStores)
    .set({ productsSyncedUntil: null, productsSyncedAt: null, ordersSyncedUntil: null })
    .where(eq(shopifyStores.companyId, companyId))
}
