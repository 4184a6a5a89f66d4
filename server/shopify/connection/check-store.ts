import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { missingScopes, neededScopes, sellsInOurCurrency } from '@trunkshow/contract/shopify/rules.ts'
import type { ConnectInput, StoreTest } from '@trunkshow/contract/shopify/schema.ts'
import { readStoreAddress } from '@trunkshow/contract/store-address.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../../context.ts'
import { shopifyStores } from '../../platform/db/schema/shopify.ts'
import { callStore } from '../client/call-store.ts'
import { isAsleep, type Outcome } from '../client/read-outcome.ts'
import { requestToken } from '../client/request-token.ts'
import { sendOperation } from '../client/send-operation.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import { originOf } from '../client/store-origin.ts'
import { getConnectedStore, type ShopifyContext, type StoreRow, sameConnection } from '../queries.ts'

type Shop = OperationTypes['shop']['data']

/** A store's address and credentials as entered; the practice store has an app of its own. */
export type Credentials = ConnectInput | (Omit<ConnectInput & { kind: 'app' }, 'kind'> & { kind: 'practice' })

/** The columns for what a store says about itself and the app. */
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
 * Checks an address and credentials before they are saved: the store accepts them, sells in US dollars and grants the app
 * some scope. Nothing is written.
 *
 * @returns the token with its life in seconds (null for one that does not expire), and the store's facts
 * @throws AppError invalid at the field that is wrong, unavailable when Shopify cannot be reached
 */
export async function checkStore(ctx: ShopifyContext, credentials: Credentials) {
  const origin = await originOf(ctx, credentials)
  const { token, seconds } = await getToken(origin, credentials)
  const outcome = await sendOperation({ origin, token }, 'shop', {})
  if (outcome.kind !== 'ok') throw refusalOf(outcome, credentials)
  const facts = factsOf(outcome.data)
  if (!sellsInOurCurrency(facts.currency)) throw wrong('address', text.currencyDiffers(facts.currency))
  // Some scopes are enough to connect; Settings lists the missing ones.
  if (missingScopes(facts.scopes).length === Object.keys(neededScopes).length)
    throw wrong(secretField(credentials), text.scopesNone)
  // A renamed store answers at its old address too, but signs its webhooks with this one.
  const address =
    credentials.kind === 'practice'
      ? credentials.address
      : (readStoreAddress(outcome.data.shop.myshopifyDomain) ?? credentials.address)
  return { address, token, seconds, facts }
}

const secretField = ({ kind }: Credentials) => (kind === 'token' ? 'accessToken' : 'clientSecret')

async function getToken(origin: string, credentials: Credentials) {
  if (credentials.kind === 'token') return { token: credentials.accessToken, seconds: null }
  const answer = await requestToken(origin, credentials.clientId, credentials.clientSecret)
  if (answer.kind === 'ok') return answer
  if (answer.kind === 'unauthorized')
    throw answer.elsewhere
      ? wrong('clientId', text.appOfOtherOrganization)
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

/** @param status the HTTP status of an answer without content; undefined when no answer came */
function refusalOfStatus(status: number | undefined): AppError {
  if (status === undefined || status === 429 || status >= 500)
    return new AppError('unavailable', text.unreachable)
  return wrong('address', isAsleep(status) ? text.storePaused : text.storeNotFound)
}

/**
 * Checks the connected store and saves its facts, unless another store was connected while it answered.
 *
 * @returns the outcome of the call
 */
export async function recheckStore(ctx: ShopifyContext, store: StoreRow): Promise<Outcome<Shop>> {
  await ctx.db.update(shopifyStores).set({ checkedAt: sql`now()` }).where(sameConnection(store))
  const outcome = await callStore(ctx, store.companyId, 'shop', {})
  if (outcome.kind === 'ok')
    await ctx.db.update(shopifyStores).set(factsOf(outcome.data)).where(sameConnection(store))
  return outcome
}

/**
 * Checks the store's connection, currency and scopes, and says what is wrong, if anything.
 *
 * @throws AppError conflict when no store is connected
 */
export async function testStore(ctx: StaffContext): Promise<StoreTest> {
  const store = await getConnectedStore(ctx)
  const outcome = await recheckStore(ctx, store)
  const no = (message: string): StoreTest => ({ ok: false, message, missingScopes: [] })
  switch (outcome.kind) {
    case 'ok': {
      const { shop, currentAppInstallation } = outcome.data
      if (!sellsInOurCurrency(shop.currencyCode)) return no(text.currencyDiffers(shop.currencyCode))
      const missing = missingScopes(currentAppInstallation.accessScopes.map(({ handle }) => handle))
      return missing.length > 0
        ? { ok: false, message: text.scopesMissing(missing), missingScopes: missing }
        : { ok: true, message: text.works(shop.name), missingScopes: [] }
    }
    case 'unauthorized':
      return no(store.kind === 'token' ? text.tokenRefused : text.secretsRefused)
    case 'denied':
      return no(text.denied(outcome.scopes))
    case 'refused':
      return no(outcome.status ? text.storePaused : text.unreachable)
    case 'invalid':
      return no(text.storeNotFound)
    default:
      return no(text.unreachable)
  }
}
