import { setTimeout } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { shopifyStores } from '../../db/schema/shopify.ts'
import { decryptSecret } from '../../db/secrets.ts'
import { callStore } from '../client/call-store.ts'
import { askToken } from '../client/request-token.ts'
import { sendOperation } from '../client/send-operation.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import { originOf } from '../client/store-origin.ts'
import type { ShopifyContext } from '../queries.ts'
import { type StoreRow, sameConnection } from '../queries.ts'
import { webhookTopics } from './webhook-topics.ts'

/** The topics that a store is asked to send (docs/decisions/024). */
const subscriptions = Object.values(webhookTopics).flatMap(({ subscription }) => subscription ?? [])

const PATH = '/api/shopify/webhooks'

/** How long a disconnected store is given to forget its subscriptions, in milliseconds. */
const PATIENCE = 5000

/** Where stores tell of their changes; null where they cannot, since they only send to https. */
export function webhookUriOf({ publicUrl }: Config): string | null {
  return publicUrl.startsWith('https:') ? `${publicUrl}${PATH}` : null
}

/** Those that this product has made, at whichever address it had; a store shows an app only its own. */
function oursOf({ webhookSubscriptions }: OperationTypes['webhookSubscriptions']['data']) {
  return webhookSubscriptions.nodes.filter(
    ({ topic, uri }) => subscriptions.some((known) => known === topic) && uri.endsWith(PATH),
  )
}

/**
 * Asks a store to tell of its changes, where this server has an address that it can send them to, and no longer to tell
 * an address that this server had before. What it tells here already is left alone.
 */
export async function subscribeToWebhooks(ctx: ShopifyContext, store: StoreRow) {
  const { companyId } = store
  const webhookUri = webhookUriOf(ctx.config)
  const known = await callStore(ctx, companyId, 'webhookSubscriptions', {})
  if (known.kind !== 'ok') return // the next poll asks again
  const ours = oursOf(known.data)
  for (const topic of webhookUri === null ? [] : subscriptions) {
    if (ours.some((subscription) => subscription.topic === topic && subscription.uri === webhookUri)) continue
    const outcome = await callStore(ctx, companyId, 'webhookSubscriptionCreate', { topic, uri: webhookUri! })
    // A refusal for a missing scope stays one until somebody acts: polling sees to those.
    if (!['ok', 'userErrors', 'denied'].includes(outcome.kind)) return
  }
  for (const { id } of ours.filter(({ uri }) => uri !== webhookUri)) {
    const outcome = await callStore(ctx, companyId, 'webhookSubscriptionDelete', { id })
    if (!['ok', 'userErrors', 'denied'].includes(outcome.kind)) return
  }
  await ctx.db
    .update(shopifyStores)
    .set({ subscribedAt: sql`now()`, webhookUri })
    // Another store may have been connected in between, which was not asked.
    .where(sameConnection(store))
}

/**
 * Asks a store that is disconnected, or replaced, to tell of its changes no more: as well as it can be done with the
 * credentials it had, for five seconds at most. Whatever is in the way, it is disconnected.
 */
export async function unsubscribeFromWebhooks(ctx: ShopifyContext, store: StoreRow): Promise<void> {
  if (store.kind !== 'app' || store.subscribedAt === null) return
  const deleting = deleteSubscriptions(ctx, store).catch((error) =>
    console.error(`Webhooks of ${store.address} could not be deleted:`, error),
  )
  await Promise.race([deleting, setTimeout(PATIENCE, undefined, { ref: false })])
}

async function deleteSubscriptions(ctx: ShopifyContext, store: StoreRow) {
  const { companyId, clientId, clientSecret } = store
  const secret = decryptSecret(ctx.config, 'shopify secret', companyId, clientSecret ?? '')
  if (!secret) return
  const origin = await originOf(ctx, store)
  const answer = await askToken(origin, clientId!, secret)
  if (answer.kind !== 'ok') return
  const access = { origin, token: answer.token }
  const known = await sendOperation(access, 'webhookSubscriptions', {})
  if (known.kind !== 'ok') return
  await Promise.all(
    oursOf(known.data).map(({ id }) => sendOperation(access, 'webhookSubscriptionDelete', { id })),
  )
}
