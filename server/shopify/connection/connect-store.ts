import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { missingScopes, neededScopes, sellsInOurCurrency } from '@trunkshow/contract/shopify/rules.ts'
import type { ConnectInput, Store, StoreTest } from '@trunkshow/contract/shopify/schema.ts'
import { readStoreAddress } from '@trunkshow/contract/store-address.ts'
import { SchemaMissingError } from '@trunkshow/practice-store/load-schema.ts'
import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { record } from '../../activity/record-activity.ts'
import { findCompany } from '../../company/queries.ts'
import type { StaffContext } from '../../context.ts'
import { shopifyStores } from '../../platform/db/schema/shopify.ts'
import { encryptSecret } from '../../platform/db/secrets.ts'
import { rowsOf } from '../../platform/db/statement.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { callStore, requestToken, tokenColumns } from '../client/call-store.ts'
import { isAsleep, type Outcome, sendOperation } from '../client/send-operation.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import { originOf, practiceOrigin, stockPracticeStore } from '../client/store-origin.ts'
import {
  getConnectedStore,
  type ShopifyContext,
  type StoreRow,
  sameConnection,
  storeView,
  updateStore,
} from '../queries.ts'
import { unsubscribeFromWebhooks } from '../webhooks/subscribe-to-webhooks.ts'
import { forgetLinks } from './forget-links.ts'

/** The columns that are reset when a connection ends or is replaced. */
const cleared = {
  clientId: null,
  clientSecret: null,
  token: null,
  tokenExpiresAt: null,
  tokenRenewsAt: null,
  tokenVersion: sql`${shopifyStores.tokenVersion} + 1`,
  renewingUntil: sql`now()`,
  scopes: [],
  shopName: null,
  currency: null,
  checkedAt: null,
  subscribedAt: null,
  webhookUri: null,
  mustReconnect: false,
  updatedAt: sql`now()`,
}

type Connection = PgUpdateSetSource<typeof shopifyStores> & { address: string }

function recordStore(
  ctx: StaffContext,
  activity: Activity,
  { address, kind }: Pick<StoreRow, 'address' | 'kind'>,
) {
  return record(ctx, activity, {
    id: ctx.actor.companyId,
    name: kind === 'practice' ? 'Practice store' : address,
  })
}

/** Saves the whole connection at once: of two admins who connect at the same time, the last one's is kept in full. */
async function save(ctx: StaffContext, kind: StoreRow['kind'], connection: Connection) {
  return inTransaction(ctx, async (ctx) => {
    const { companyId } = ctx.actor
    const { address } = connection
    await ctx.db.insert(shopifyStores).values({ companyId, kind, address }).onConflictDoNothing()
    const ofCompany = eq(shopifyStores.companyId, companyId)
    const [before] = await ctx.db.select().from(shopifyStores).where(ofCompany).for('update')
    if (before!.address !== address) await forgetLinks(ctx)
    const [saved] = await ctx.db
      .update(shopifyStores)
      .set({ ...cleared, ...connection, kind, enabled: true })
      .where(ofCompany)
      .returning()
    await recordStore(ctx, 'store.connected', saved!)
    return { before: before!, saved: saved! }
  })
}

/**
 * Connects a store after checking its address, credentials, currency and scopes; when one is wrong, an existing connection
 * stays as it was. Connecting a different store unlinks all records, since it has other products and orders.
 *
 * @throws AppError conflict before the company is saved, invalid at the field that is wrong, unavailable when Shopify
 *   cannot be reached
 */
export async function connectStore(ctx: StaffContext, credentials: Credentials): Promise<Store> {
  if (!(await findCompany(ctx))) throw new AppError('conflict', text.companyNotSaved)
  const { address, token, seconds, facts } = await checkStore(ctx, credentials)
  const { config, actor } = ctx
  const { before, saved } = await save(ctx, credentials.kind, {
    address,
    ...facts,
    ...tokenColumns(config, actor.companyId, token, seconds),
    ...(credentials.kind !== 'token' && {
      clientId: credentials.clientId,
      clientSecret: encryptSecret(config, 'shopify secret', actor.companyId, credentials.clientSecret),
    }),
  })
  if (before.address !== saved.address || before.clientId !== saved.clientId)
    await unsubscribeFromWebhooks(ctx, before)
  return storeView(saved)
}

/** Connects the company's practice store, created the first time. @throws AppError conflict, unavailable */
export async function connectPracticeStore(ctx: StaffContext): Promise<Store> {
  await practiceOrigin(ctx).catch((error) => {
    if (!(error instanceof SchemaMissingError)) throw error
    throw new AppError('unavailable', text.practiceUnavailable)
  })
  const app = await stockPracticeStore(ctx.db, ctx.actor.companyId)
  return connectStore(ctx, { kind: 'practice', address: 'practice', ...app })
}

/** Locks and reads the connected store. @throws AppError conflict */
async function lockConnectedStore(ctx: StaffContext): Promise<StoreRow> {
  const ofCompany = eq(shopifyStores.companyId, ctx.actor.companyId)
  await rowsOf(ctx, shopifyStores, ofCompany, { companyId: shopifyStores.companyId }).for('update')
  return getConnectedStore(ctx)
}

/** Deletes the credentials; records stay linked, in case the same store is connected again. @throws AppError conflict */
export async function disconnectStore(ctx: StaffContext): Promise<Store> {
  const before = await inTransaction(ctx, async (ctx) => {
    const store = await lockConnectedStore(ctx)
    await updateStore(ctx, { ...cleared, enabled: false })
    await recordStore(ctx, 'store.disconnected', store)
    return store
  })
  await unsubscribeFromWebhooks(ctx, before)
  return storeView(null)
}

/** Turns the connection on or off: while it is off, nothing is sent and operations wait. @throws AppError conflict */
export async function enableStore(ctx: StaffContext, enabled: boolean): Promise<Store> {
  return inTransaction(ctx, async (ctx) => {
    const store = await lockConnectedStore(ctx)
    if (store.enabled === enabled) return storeView(store)
    await updateStore(ctx, { enabled, updatedAt: sql`now()` })
    await recordStore(ctx, enabled ? 'store.enabled' : 'store.disabled', store)
    return storeView({ ...store, enabled })
  })
}

type ShopAnswer = OperationTypes['shop']['data']

/** A store's address and credentials as entered; the practice store has an app of its own. */
type Credentials = ConnectInput | (Omit<ConnectInput & { kind: 'app' }, 'kind'> & { kind: 'practice' })

function factsOf({ shop, currentAppInstallation }: ShopAnswer) {
  return {
    shopName: shop.name,
    currency: shop.currencyCode as string,
    scopes: currentAppInstallation.accessScopes.map(({ handle }) => handle),
    checkedAt: sql`now()`,
  }
}

const wrong = (field: string, message: string) => fieldError('invalid', field, message)

/**
 * Checks an address and credentials before they are saved: the store accepts them, sells in US dollars and grants the app
 * some scope. Nothing is written.
 *
 * @returns the token with its life in seconds (null for one that does not expire), and the store's facts
 * @throws AppError invalid at the field that is wrong, unavailable when Shopify cannot be reached
 */
async function checkStore(ctx: ShopifyContext, credentials: Credentials) {
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
  if (outcome.kind !== 'unauthorized' && outcome.kind !== 'denied')
    return refusalOfStatus('status' in outcome ? outcome.status : undefined)
  return wrong(
    secretField(credentials),
    credentials.kind === 'token' ? text.tokenRefused : text.secretsRefused,
  )
}

/** @param status the HTTP status of an answer without content; undefined when no answer came */
function refusalOfStatus(status: number | undefined): AppError {
  if (status === undefined || status === 429 || status >= 500)
    return new AppError('unavailable', text.unreachable)
  return wrong('address', isAsleep(status) ? text.storePaused : text.storeNotFound)
}

/** Checks the connected store, and saves its facts unless another store was connected while it answered. */
export async function recheckStore(ctx: ShopifyContext, store: StoreRow): Promise<Outcome<ShopAnswer>> {
  await ctx.db.update(shopifyStores).set({ checkedAt: sql`now()` }).where(sameConnection(store))
  const outcome = await callStore(ctx, store.companyId, 'shop', {})
  if (outcome.kind === 'ok')
    await ctx.db.update(shopifyStores).set(factsOf(outcome.data)).where(sameConnection(store))
  return outcome
}

/** Checks the store's connection, currency and scopes, and says what is wrong. @throws AppError conflict */
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
