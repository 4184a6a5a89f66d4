import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { products } from '../db/schema/products.ts'
import { shopifyWebhooks } from '../db/schema/shopify.ts'
import { callStore } from './call-store.ts'
import type { ShopifyContext } from './hold-token.ts'
import { queueProductsPoll } from './poll-stores.ts'
import { queueIfFree } from './queue-operation.ts'

type Webhook = typeof shopifyWebhooks.$inferSelect

/**
 * What each topic leads to, with true when it is seen to: never more than a look at the store, so that old messages,
 * many of them or in any order do no harm. Orders add theirs.
 */
const topics: Record<string, (ctx: ShopifyContext, webhook: Webhook) => Promise<boolean>> = {
  'products/update': (ctx, { companyId }) => queueProductsPoll(ctx, companyId),
  async 'products/delete'({ db }, { companyId, remoteId }) {
    const [found] = await db
      .select({ entityId: products.id, subjectName: products.name })
      .from(products)
      .where(and(eq(products.companyId, companyId), eq(products.shopifyProductId, remoteId ?? '')))
    return !found || queueIfFree(db, { companyId, userId: null, kind: 'product.resync', ...found })
  },
  async 'app/uninstalled'(ctx, { companyId }) {
    // If it is true the store refuses the token, and then asks to be connected anew.
    await callStore(ctx, companyId, 'shop', {})
    return true
  },
}

/** Sees to what stores said. What has to wait for something else under way stays for the next time. */
export async function heedWebhooks(ctx: ShopifyContext): Promise<void> {
  const waiting = await ctx.db
    .select()
    .from(shopifyWebhooks)
    .where(isNull(shopifyWebhooks.handledAt))
    .orderBy(asc(shopifyWebhooks.createdAt))
    .limit(500)
  for (const webhook of waiting) {
    if (topics[webhook.topic] && !(await topics[webhook.topic]!(ctx, webhook))) continue
    await ctx.db
      .update(shopifyWebhooks)
      .set({ handledAt: sql`now()` })
      .where(
        and(
          eq(shopifyWebhooks.companyId, webhook.companyId),
          eq(shopifyWebhooks.webhookId, webhook.webhookId),
        ),
      )
  }
}
