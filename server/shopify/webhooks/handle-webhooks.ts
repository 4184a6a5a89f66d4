import { and, eq, sql } from 'drizzle-orm'
import { isUnavailable } from '../../platform/db/errors.ts'
import { products } from '../../platform/db/schema/products.ts'
import { enqueueOperation } from '../../platform/jobs/enqueue-operation.ts'
import { log } from '../../platform/log/log.ts'
import { callStore } from '../client/call-store.ts'
import { forgetStore } from '../connection/forget-links.ts'
import { enqueueOrderCheck } from '../orders/fetch-order.ts'
import type { ShopifyContext } from '../queries.ts'
import { queuePoll } from './poll-stores.ts'
import { type PrivacyTopic, type WebhookTopic, webhookTopics } from './receive-webhook.ts'

/** The company whose store sent it, and the Shopify id of the record. */
interface Hint {
  companyId: number
  remoteId: string | null
}

/** Topics' handlers; false calls one again later. They only read from the store, so repeating them does no harm. */
const handlers: Record<
  Exclude<WebhookTopic, PrivacyTopic>,
  (ctx: ShopifyContext, hint: Hint) => Promise<boolean>
> = {
  'products/update': (ctx, { companyId }) => queuePoll(ctx, companyId, 'products.sync'),
  async 'products/delete'({ db }, { companyId, remoteId }) {
    const [found] = await db
      .select({ entityId: products.id, subjectName: products.name })
      .from(products)
      .where(and(eq(products.companyId, companyId), eq(products.shopifyProductId, remoteId ?? '')))
    const wanted = found && ({ companyId, kind: 'product.resync', ...found } as const)
    return !wanted || (await enqueueOperation(db, wanted)) !== null
  },
  'orders/updated': checkOrderOf,
  'orders/cancelled': checkOrderOf,
  'orders/paid': checkOrderOf,
  'orders/fulfilled': checkOrderOf,
  'shop/redact': (ctx, { companyId }) => forgetStore(ctx, companyId),
  async 'app/uninstalled'(ctx, { companyId }) {
    // A refused token marks the store as one to reconnect.
    await callStore(ctx, companyId, 'shop', {})
    return true
  },
}

function checkOrderOf({ db }: ShopifyContext, { companyId, remoteId }: Hint) {
  return enqueueOrderCheck({ db, actor: { companyId } }, remoteId ?? '', false)
}

const isHandled = (topic: string): topic is keyof typeof handlers => Object.hasOwn(handlers, topic)

/** Messages that one call handles, with the time of the last. */
type Group = Hint & { topic: string; last: string } & Record<string, unknown>

/** Returns false when the messages have to wait. A fault is only logged: polling finds the change. */
async function handleGroup(ctx: ShopifyContext, { topic, ...hint }: Group): Promise<boolean> {
  if (!isHandled(topic)) return true
  try {
    return await handlers[topic](ctx, hint)
  } catch (error) {
    if (isUnavailable(error)) throw error
    log.error({ err: error }, `Webhooks ${topic} of company ${hint.companyId} failed.`)
    return true
  }
}

const topicsOfStore = Object.entries(webhookTopics).flatMap(([topic, rule]) =>
  'isOfStore' in rule ? topic : [],
)
const isOfStore = sql`topic = ANY(${sql.param(topicsOfStore)}::text[])`

/** Limits of one run, so that no store delays the others. */
const MAX_GROUPS_PER_COMPANY = 50
const MAX_GROUPS = 500

/** Handles stored webhooks, once for each record. Those that wait for an open operation stay for the next run. */
export async function handleWebhooks(ctx: ShopifyContext): Promise<void> {
  const { rows } = await ctx.db.execute<Group>(sql`
    SELECT * FROM (
      SELECT company_id AS "companyId", topic, max(remote_id) AS "remoteId",
        min(shopify_webhooks.created_at) AS first, max(shopify_webhooks.created_at)::text AS last,
        row_number() OVER (PARTITION BY company_id ORDER BY min(shopify_webhooks.created_at)) AS place
      FROM shopify_webhooks JOIN shopify_stores USING (company_id)
      WHERE handled_at IS NULL AND (enabled AND NOT must_reconnect OR topic = 'shop/redact')
      GROUP BY company_id, topic, CASE WHEN ${isOfStore} THEN '' ELSE remote_id END
    ) AS groups
    WHERE place <= ${MAX_GROUPS_PER_COMPANY} ORDER BY first LIMIT ${MAX_GROUPS}`)
  for (const group of rows) {
    if (!(await handleGroup(ctx, group))) continue
    await ctx.db.execute(sql`
      UPDATE shopify_webhooks SET handled_at = now()
      WHERE company_id = ${group.companyId} AND topic = ${group.topic} AND handled_at IS NULL
        AND created_at <= ${group.last}::timestamptz
        AND (${isOfStore} OR remote_id IS NOT DISTINCT FROM ${group.remoteId})`)
  }
}
