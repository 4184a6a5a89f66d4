import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { missingScopes, neededScopes, sellsInOurCurrency } from '@trunkshow/contract/shopify/rules.ts'
import type { ConnectInput } from '@trunkshow/contract/shopify/schema.ts'
import { readStoreAddress } from '@trunkshow/contract/store-address.ts'
import { sql } from 'drizzle-orm'
import { shopifyStores } from '../../db/schema/shopify.ts'
import { callStore } from '../client/call-store.ts'
import { isAsleep, type Outcome } from '../client/read-outcome.ts'
import { askToken } from '../client/request-token.ts'
import { sendOperation } from '../client/send-operation.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import { originOf } from '../client/store-origin.ts'
import { type ShopifyContext, type StoreRow, sameConnection } from '../queries.ts'

type Shop = OperationTypes['shop']['data']

/** A store with the way to it, as somebody entered it; the practice store has an app of its own. */
export type Credentials = ConnectInput | (Omit<ConnectInput & { kind: 'app' }, 'kind'> & { kind: 'practice' })

/** What a store says of itself and of what the app may do in it, as it is kept. */
function factsOf({ shop, currentAppInstallation }: Shop) {
  return {
    shopName: shop.name,
    currency: shop.currencyCode as string,
    scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
    checkedAt: sql`now()`,
  }
}

const wrong = (field: string, message: string) =>
  new AppError('invalid', message, { fields: { [field]: message } })

/**
 * Asks a store with credentials that are not saved yet: whether the address is a store's, whether it accepts them,
 * what it sells in and what the app may do. Nothing is written.
 *
 * @returns the token with its life in seconds (null for one that lasts), and what the store says of itself
 * @throws AppError invalid at the field that is wrong, unavailable when Shopify cannot be reached
 */
export async function checkStore(ctx: ShopifyContext, credentials: Credentials) {
  const origin = await originOf(ctx, credentials)
  const { token, seconds } = await getToken(origin, credentials)
  const outcome = await sendOperation({ origin, token }, 'shop', {})
  if (outcome.kind !== 'ok') throw refusalOf(outcome, credentials)
  const facts = factsOf(outcome.data)
  if (!sellsInOurCurrency(facts.currency)) throw wrong('address', text.currencyDiffers(facts.currency))
  // Some scopes are enough to begin with; the rest are asked for by name once the store is connected.
  if (missingScopes(facts.scopes).length === Object.keys(neededScopes).length)
    throw wrong(secretField(credentials), text.scopesNone)
  // A store that was renamed answers at its old address too, but signs its webhooks with the one it says here.
  const address =
    credentials.kind === 'practice'
      ? credentials.address
      : (readStoreAddress(outcome.data.shop.myshopifyDomain) ?? credentials.address)
  return { address, token, seconds, facts }
}

const secretField = ({ kind }: Credentials) => (kind === 'token' ? 'accessToken' : 'clientSecret')

async function getToken(origin: string, credentials: Credentials) {
  if (credentials.kind === 'token') return { token: credentials.accessToken, seconds: null }
  const answer = await askToken(origin, credentials.clientId, credentials.clientSecret)
  if (answer.kind === 'ok') return answer
  if (answer.kind === 'unauthorized')
    throw answer.elsewhere
      ? wrong('clientId', text.appElsewhere)
      : wrong(secretField(credentials), text.secretsRefused)
  throw refusalOfStatus(answer.status)
}

function refusalOf(outcome: Exclude<Outcome<never>, { kind: 'ok' }>, credentials: Credentials): AppError {
  switch (outcome.kind) {
    case 'unauthorized':
    case 'denied':
      return wrong(
        secretField(credentials),
        credentials.kind === 'token' ? text.tokenRefused : text.secretsRefused,
      )
    case 'invalid':
    case 'refused':
      return refusalOfStatus(outcome.status)
    default:
      return refusalOfStatus(undefined)
  }
}

/** @param status the HTTP status that is all there was to the answer; undefined when none came */
function refusalOfStatus(status: number | undefined): AppError {
  if (status === undefined || status === 429 || status >= 500)
    return new AppError('unavailable', text.unreachable)
  return wrong('address', isAsleep(status) ? text.storePaused : text.storeNotFound)
}

/**
 * Asks the connected store who it is and keeps what it says, unless another was connected while it answered.
 *
 * @returns what came of the call
 */
export async function recheckStore(ctx: ShopifyContext, store: StoreRow): Promise<Outcome<Shop>> {
  await ctx.db.update(shopifyStores).set({ checkedAt: sql`now()` }).where(sameConnection(store))
  const outcome = await callStore(ctx, store.companyId, 'shop', {})
  if (outcome.kind === 'ok')
    await ctx.db.update(shopifyStores).set(factsOf(outcome.data)).where(sameConnection(store))
  return outcome
}
