import { createHmac, timingSafeEqual } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import { desc, eq, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { shopifyStores, shopifyWebhooks } from '../../db/schema/shopify.ts'
import { decryptSecret } from '../../db/secrets.ts'
import type { StoreRow } from '../queries.ts'
import { handlePrivacy, isPrivacyTopic } from './handle-privacy.ts'
import { isWebhookTopic, webhookTopics } from './webhook-topics.ts'

/** With the `x-` of old or without it. */
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
 * How many companies that entered one address are looked at: those first that the store has told what they may do
 * there, which it tells nobody without its secret, so that strangers crowd nobody out.
 */
const MOST = 100

/**
 * The id of what it is about; nothing else of it is believed. Every topic carries its number, a deletion nothing but
 * that, and numbers may have more digits than a JavaScript number holds: so they are read as text.
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
 * Keeps that a store said something, once however often it says it, and answers: what it means is found out by asking
 * the store, later (docs/shopify.md, Webhooks).
 *
 * @param body the very text that was sent
 * @throws AppError signed_out when no store of that address signed it
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
    .limit(MOST)
  const signed = stores.filter((store) => isSigned(ctx, store, body, signature))
  if (signed.length === 0 || !webhookId) throw new AppError('signed_out', shopifyMessages.webhookForged)
  const companyIds = signed.map(({ companyId }) => companyId)
  if (isPrivacyTopic(topic)) {
    await handlePrivacy(ctx, topic, body, { webhookId, companyIds })
    return {}
  }
  const remoteId = readRemoteId(topic, body)
  // A store that is switched off is asked for what it did meanwhile when it is on again.
  const messages = signed.flatMap(({ companyId, enabled }) =>
    enabled || topic === 'shop/redact' ? [{ companyId, webhookId, topic, remoteId }] : [],
  )
  if (messages.length > 0) await ctx.db.insert(shopifyWebhooks).values(messages).onConflictDoNothing()
  ctx.wake('shopify')
  return {}
}
