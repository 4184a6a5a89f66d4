import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { shopifyStores, shopifyWebhooks } from '../../platform/db/schema/shopify.ts'
import { decryptSecret } from '../../platform/db/secrets.ts'
import type { StoreRow } from '../queries.ts'
import { handlePrivacy, isPrivacyTopic } from './handle-privacy.ts'
import { isWebhookTopic, webhookTopics } from './webhook-topics.ts'

/** Newer deliveries leave out the `x-`. */
function readHeader(headers: IncomingHttpHeaders, name: string): string {
  return String(headers[`x-shopify-${name}`] ?? headers[`shopify-${name}`] ?? '').slice(0, 200)
}

function isSigned({ config }: Context, store: StoreRow, body: string, signature: string): boolean {
  const secret =
    store.clientSecret && decryptSecret(config, 'shopify secret', store.companyId, store.clientSecret)
  if (!secret) return false
  const expected = createHmac('sha256', secret).update(body).digest()
  const given = Buffer.from(signature, 'base64')
  return given.length === expected.length && timingSafeEqual(given, expected)
}

/**
 * Several companies may enter one address. Those with scopes come first: a store gives them only for its
 * secret, so companies without it cannot crowd out its owner.
 */
const MAX_STORES = 100

/**
 * The record's id; nothing else of the payload is trusted. A deletion carries only the number, which may have more digits
 * than a JavaScript number holds, so it is read as text.
 */
function readRemoteId(topic: string, body: string): string | null {
  const type = isWebhookTopic(topic) && webhookTopics[topic].record
  if (!type) return null
  try {
    const { id, admin_graphql_api_id } = JSON.parse(body.replace(/"id"\s*:\s*(\d+)/g, '"id":"$1"'))
    const named = String(id ?? admin_graphql_api_id)
    const number = /^(?:gid:\/\/shopify\/\w+\/)?(\d{1,30})$/.exec(named)?.[1]
    return number ? `gid://shopify/${type}/${number}` : null
  } catch {
    return null
  }
}

/**
 * Stores a webhook, once however often it is delivered. A worker reads the change from the store later
 * (docs/shopify.md, Webhooks).
 *
 * @param body exactly as it was sent
 * @throws AppError signed_out when no store with that address signed it
 */
export async function receiveWebhook(
  ctx: Context,
  body: string,
  headers: IncomingHttpHeaders,
): Promise<Record<string, never>> {
  const [address, topic, webhookId, signature] = (
    ['shop-domain', 'topic', 'webhook-id', 'hmac-sha256'] as const
  ).map((name) => readHeader(headers, name)) as [string, string, string, string]
  const stores = await ctx.db
    .select()
    .from(shopifyStores)
    .where(eq(shopifyStores.address, address.toLowerCase()))
    .orderBy(desc(sql`scopes <> '{}'`))
    .limit(MAX_STORES)
  const signed = stores.filter((store) => isSigned(ctx, store, body, signature))
  if (signed.length === 0 || !webhookId) throw new AppError('signed_out', shopifyMessages.webhookForged)
  const companyIds = signed.map(({ companyId }) => companyId)
  if (isPrivacyTopic(topic)) {
    await handlePrivacy(ctx, topic, body, { webhookId, companyIds })
    return {}
  }
  const remoteId = readRemoteId(topic, body)
  // Polling finds the changes of a store that is turned off once it is on again.
  const messages = signed.flatMap(({ companyId, enabled }) =>
    enabled || topic === 'shop/redact' ? [{ companyId, webhookId, topic, remoteId }] : [],
  )
  if (messages.length > 0) await ctx.db.insert(shopifyWebhooks).values(messages).onConflictDoNothing()
  ctx.wake('shopify')
  return {}
}
