import { eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { products } from '../db/schema/products.ts'
import { shopifyStores } from '../db/schema/shopify.ts'

/** What records are called at a store they are no longer synced with; each kind of record that has such numbers adds its own. */
export async function forgetLinks({ db, actor: { companyId } }: StaffContext): Promise<void> {
  await db
    .update(products)
    .set({
      shopifyProductId: null,
      shopifyVariantId: null,
      shopifyHandle: null,
      shopifyUpdatedAt: null,
      updatedAt: sql`now()`,
    })
    .where(eq(products.companyId, companyId))
  await db
    .update(shopifyStores)
    .set({ productsSyncedUntil: null, productsSyncedAt: null })
    .where(eq(shopifyStores.companyId, companyId))
}
