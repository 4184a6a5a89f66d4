import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { shopifyStores } from '../../platform/db/schema/shopify.ts'
import { decryptSecret } from '../../platform/db/secrets.ts'
import { log } from '../../platform/log/log.ts'
import { callStore, requestToken } from '../client/call-store.ts'
import { sendOperation } from '../client/send-operation.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import { originOf } from '../client/store-origin.ts'
import type { ShopifyContext } from '../queries.ts'
import { type StoreRow, sameConnection } from '../queries.ts'
import { webhookTopics } from './receive-webhook.ts'

/** docs/decisions/024 */
const subscriptions = Object.values(webhookTopics).flatMap(({ subscription }) => subscription ?? [])

const WEBHOOK_PATH = '/api/shopify/webhooks'

const UNSUBSCRIBE_MS = 5000

/** This server's webhook address; null without https, where Shopify does not send. */
export function webhookUriOf({ publicUrl }: Config): string | null {
  return publicUrl.startsWith('https:') ? `${publicUrl}${WEBHOOK_PATH}` : null
}

/** Subscriptions this product created, at this address or an earlier one; Shopify lists only the app's own. */
function oursOf({ webhookSubscriptions }: OperationTypes['webhookSubscriptions']['data']) {
  return webhookSubscriptions.nodes.filter(
    ({ topic, uri }) => subscriptions.some((known) => known === topic) && uri.endsWith(WEBHOOK_PATH),
  )
}

/** Creates missing subscriptions, if this server has an address for them, and deletes those of earlier addresses. */
export async function subscribeToWebhooks(ctx: ShopifyContext, store: StoreRow) {
  const { companyId } = store
  const webhookUri = webhookUriOf(ctx.config)
  const known = await callStore(ctx, companyId, 'webhookSubscriptions', {})
  if (known.kind !== 'ok') return // the next poll asks again
  const ours = oursOf(known.data)
  for (const topic of webhookUri === null ? [] : subscriptions) {
    if (ours.some((subscription) => subscription.topic === topic && subscription.uri === webhookUri)) continue
    const outcome = await callStore(ctx, companyId, 'webhookSubscriptionCreate', { topic, uri: webhookUri! })
    // A missing scope is refused until a person adds it; polling finds those changes.
    if (!['ok', 'userErrors', 'denied'].includes(outcome.kind)) return
  }
  for (const { id } of ours.filter(({ uri }) => uri !== webhookUri)) {
    const outcome = await callStore(ctx, companyId, 'webhookSubscriptionDelete', { id })
    if (!['ok', 'userErrors', 'denied'].includes(outcome.kind)) return
  }
  await ctx.db
    .update(shopifyStores)
    .set({ subscribedAt: sql`now()`, webhookUri })
    // Another store may have been connected in between.
    .where(sameConnection(store))
}

/** Deletes a former store's subscriptions by its credentials, in five seconds at most. A failure is only logged. */
export async function unsubscribeFromWebhooks(ctx: ShopifyContext, store: StoreRow): Promise<void> {
  if (store.kind !== 'app' || store.subscribedAt === null) return
  const deleting = deleteSubscriptions(ctx, store).catch((error) =>
    log.error({ err: error }, `Webhooks of ${store.address} could not be deleted.`),
  )
  await Promise.race([deleting, setTimeout(UNSUBSCRIBE_MS, undefined, { ref: false })])
}

async function deleteSubscriptions(ctx: ShopifyContext, store: StoreRow) {
  const { companyId, clientId, clientSecret } = store
  const secret = decryptSecret(ctx.config, 'shopify secret', companyId, clientSecret ?? '')
  if (!secret) return
  const origin = await originOf(ctx, store)
  const answer = await requestToken(origin, clientId!, secret)
  if (answer.kind !== 'ok') return
  const access = { origin, token: answer.token }
  const known = await sendOperation(access, 'webhookSubscriptions', {})
  if (known.kind !== 'ok') return
  await Promise.all(
    oursOf(known.data).map(({ id }) => sendOperation(access, 'webhookSubscriptionDelete', { id })),
  )
}
