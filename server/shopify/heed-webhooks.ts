import { and, eq, sql } from 'drizzle-orm'
import { orders } from '../db/schema/orders.ts'
import { products } from '../db/schema/products.ts'
import { callStore } from './call-store.ts'
import type { ShopifyContext } from './hold-token.ts'
import { queueProductsPoll } from './poll-stores.ts'
import { queueIfFree } from './queue-operation.ts'

/** Whose store said it, and of what, by its number there. */
interface Hint {
  companyId: number
  remoteId: string | null
}

/**
 * What each topic leads to, with true when it is seen to: never more than a look at the store, so that old messages,
 * many of them or in any order do no harm.
 */
const topics: Record<string, (ctx: ShopifyContext, hint: Hint) => Promise<boolean>> = {
  'products/update': (ctx, { companyId }) => queueProductsPoll(ctx, companyId),
  async 'products/delete'({ db }, { companyId, remoteId }) {
    const [found] = await db
      .select({ entityId: products.id, subjectName: products.name })
      .from(products)
      .where(and(eq(products.companyId, companyId), eq(products.shopifyProductId, remoteId ?? '')))
    return !found || queueIfFree(db, { companyId, userId: null, kind: 'product.resync', ...found })
  },
  'orders/updated': lookAtOrder,
  'orders/cancelled': lookAtOrder,
  'orders/paid': lookAtOrder,
  'orders/fulfilled': lookAtOrder,
  async 'app/uninstalled'(ctx, { companyId }) {
    // If it is true the store refuses the token, and then asks to be connected anew.
    await callStore(ctx, companyId, 'shop', {})
    return true
  },
}

async function lookAtOrder({ db }: ShopifyContext, { companyId, remoteId }: Hint): Promise<boolean> {
  const [found] = await db
    .select({ id: orders.id })
    .from(orders)
    .where(and(eq(orders.companyId, companyId), eq(orders.shopifyOrderId, remoteId ?? '')))
  if (!found) return true
  const subjectName = `Order ${found.id}`
  return queueIfFree(db, { companyId, userId: null, kind: 'order.look', entityId: found.id, subjectName })
}

/** Messages that lead to the same, with the last of them. */
type Group = Hint & { topic: string; last: string } & Record<string, unknown>

/**
 * Sees to what stores said, once for all messages that lead to the same. What has to wait for something else under way
 * stays for the next time.
 */
export async function heedWebhooks(ctx: ShopifyContext): Promise<void> {
  const { rows } = await ctx.db.execute<Group>(sql`
    SELECT company_id AS "companyId", topic, max(remote_id) AS "remoteId", max(shopify_webhooks.created_at)::text AS last
    FROM shopify_webhooks JOIN shopify_stores USING (company_id)
    WHERE handled_at IS NULL AND enabled AND NOT must_reconnect
    GROUP BY company_id, topic, CASE topic WHEN 'products/update' THEN '' ELSE remote_id END
    ORDER BY min(shopify_webhooks.created_at) LIMIT 500`)
  for (const { topic, last, ...hint } of rows) {
    if (topics[topic] && !(await topics[topic](ctx, hint))) continue
    await ctx.db.execute(sql`
      UPDATE shopify_webhooks SET handled_at = now()
      WHERE company_id = ${hint.companyId} AND topic = ${topic} AND handled_at IS NULL
        AND created_at <= ${last}::timestamptz
        AND (topic = 'products/update' OR remote_id IS NOT DISTINCT FROM ${hint.remoteId})`)
  }
}
