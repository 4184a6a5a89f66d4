import { setTimeout } from 'node:timers/promises'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { shopifyStores } from '../../platform/db/schema/shopify.ts'
import { decryptSecret, encryptSecret } from '../../platform/db/secrets.ts'
import { inSeconds, leaseSeconds, updateIfLeased } from '../../platform/jobs/lease.ts'
import { findStore, type ShopifyContext, type StoreRow } from '../queries.ts'
import {
  describeStatus,
  neverSent,
  type Outcome,
  postJson,
  readBody,
  readJson,
  sendOperation,
} from './send-operation.ts'
import type { OperationTypes } from './shopify-types.ts'
import { originOf } from './store-origin.ts'

/**
 * Sends one operation to a company's store. A refused token is renewed once; if the new one is refused too, the store has
 * to be reconnected, unless a later call is accepted. Nothing else is retried here.
 *
 * @param beforeSending runs directly before each request, since getting a token may take half a minute; when it throws,
 *   nothing is sent
 */
export async function callStore<Name extends keyof OperationTypes>(
  ctx: ShopifyContext,
  companyId: number,
  name: Name,
  variables: OperationTypes[Name]['variables'],
  beforeSending = async () => {},
): Promise<Outcome<OperationTypes[Name]['data']>> {
  let access = await getAccessToken(ctx, companyId)
  for (let renewed = false; access.kind === 'ok'; renewed = true) {
    await beforeSending()
    const outcome = await sendOperation(access, name, variables)
    if (outcome.kind === 'ok' && access.mustReconnect)
      await ctx.db
        .update(shopifyStores)
        .set({ mustReconnect: false })
        .where(ofVersion(companyId, access.version))
    if (outcome.kind !== 'unauthorized') return outcome
    const { version } = access
    access = renewed ? { kind: 'unauthorized', version } : await getAccessToken(ctx, companyId, version)
  }
  if (access.kind === 'refused') return access
  await requireReconnect(ctx, companyId, access.version)
  return { kind: 'unauthorized' }
}

/** The store's row while it has this token: every new token, of a new connection too, raises `tokenVersion`. */
const ofVersion = (companyId: number, version: number) =>
  and(eq(shopifyStores.companyId, companyId), eq(shopifyStores.tokenVersion, version))

/** The first refusal may be temporary, so the next poll checks the store again. */
async function requireReconnect({ db }: ShopifyContext, companyId: number, version: number) {
  await db
    .update(shopifyStores)
    .set({ mustReconnect: true, checkedAt: sql`CASE WHEN must_reconnect THEN checked_at END` })
    .where(ofVersion(companyId, version))
}

/** A token with its store, read at one moment; or the version that Shopify no longer accepts. */
type TokenOutcome =
  | { kind: 'ok'; token: string; origin: string; bucket: string; version: number; mustReconnect: boolean }
  | { kind: 'unauthorized'; version: number }
  | { kind: 'refused'; reason: string; status?: number }

/** The share of a token's life after which it is renewed. */
const RENEW_AT = 0.8

/**
 * A token that Shopify should accept. One process renews it at `RENEW_AT`, or when Shopify refused it, while the others
 * wait; one that cannot be renewed is used until it expires. @param refused the version that Shopify refused, if any
 */
async function getAccessToken(
  ctx: ShopifyContext,
  companyId: number,
  refused?: number,
): Promise<TokenOutcome> {
  const end = performance.now() + leaseSeconds.tokenRenewal * 1000
  while (performance.now() < end) {
    const store = await findStore(ctx, companyId)
    if (!store) return { kind: 'unauthorized', version: 0 }
    const { tokenVersion: version, tokenExpiresAt, tokenRenewsAt } = store
    const isAccepted = store.token !== null && version !== refused
    if (isAccepted && isAhead(tokenRenewsAt)) return tokenOf(ctx, store)
    const isGood = isAccepted && isAhead(tokenExpiresAt)
    if (store.kind === 'token') return { kind: 'unauthorized', version }
    const ours = ofVersion(companyId, version)
    const isFree = and(ours, lte(shopifyStores.renewingUntil, sql`now()`))
    const claim = { renewingUntil: inSeconds(leaseSeconds.tokenRenewal) }
    if (await updateIfLeased(ctx.db, shopifyStores, isFree, claim)) {
      const renewed = await renew(ctx, store)
      if (renewed.kind === 'ok') return renewed
      if (!isGood) {
        await updateIfLeased(ctx.db, shopifyStores, ours, { renewingUntil: sql`now()` })
        return renewed
      }
    }
    // Another process renews it, or a later call does once the lease has ended.
    if (isGood) return tokenOf(ctx, store)
    await setTimeout(100)
  }
  return { kind: 'refused', reason: 'Shopify did not answer.' }
}

const isAhead = (moment: Date | null) => moment === null || moment.getTime() > Date.now()

async function tokenOf(ctx: ShopifyContext, store: StoreRow): Promise<TokenOutcome> {
  const { companyId, address, mustReconnect, tokenVersion: version } = store
  const token = decryptSecret(ctx.config, 'shopify token', companyId, store.token!)
  if (!token) return { kind: 'unauthorized', version }
  const origin = await originOf(ctx, store)
  return { kind: 'ok', token, origin, bucket: `${companyId} ${address}`, version, mustReconnect }
}

/** @param seconds the token's life; null for one that does not expire */
export function tokenColumns(config: Config, companyId: number, token: string, seconds: number | null) {
  const hidden = encryptSecret(config, 'shopify token', companyId, token)
  if (seconds === null) return { token: hidden }
  return {
    token: hidden,
    tokenExpiresAt: inSeconds(seconds),
    tokenRenewsAt: inSeconds(seconds * RENEW_AT),
  }
}

async function renew(ctx: ShopifyContext, store: StoreRow): Promise<TokenOutcome> {
  const { companyId, clientId, clientSecret, tokenVersion: version } = store
  const secret = decryptSecret(ctx.config, 'shopify secret', companyId, clientSecret ?? '')
  if (!secret) return { kind: 'unauthorized', version }
  const answer = await requestToken(await originOf(ctx, store), clientId!, secret)
  if (answer.kind === 'refused') return answer
  if (answer.kind === 'unauthorized') return { kind: 'unauthorized', version }
  const columns = tokenColumns(ctx.config, companyId, answer.token, answer.seconds)
  const [renewed] = await ctx.db
    .update(shopifyStores)
    .set({ ...columns, tokenVersion: version + 1, scopes: answer.scopes, renewingUntil: sql`now()` })
    .where(ofVersion(companyId, version))
    .returning()
  // Another store may have been connected in between: this token is not for it.
  return renewed ? tokenOf(ctx, renewed) : { kind: 'refused', reason: 'The connection was just changed.' }
}

type TokenAnswer =
  | { kind: 'ok'; token: string; scopes: string[]; seconds: number }
  /** Shopify does not accept the client ID and secret for this store; `elsewhere` where the app is another owner's. */
  | { kind: 'unauthorized'; elsewhere: boolean }
  /** Not known yet: a dormant store, a network fault. `status` is the HTTP status, if an answer came. */
  | { kind: 'refused'; reason: string; status?: number }

const TIMEOUT_MS = 15_000
/** A refusal may be a whole page. */
const MAX_ANSWER_BYTES = 1_000_000

/** Requests a token for a day by the client credentials grant; repeating it does no harm. */
export async function requestToken(
  origin: string,
  clientId: string,
  clientSecret: string,
): Promise<TokenAnswer> {
  try {
    const url = `${origin}/admin/oauth/access_token`
    const app = { client_id: clientId, client_secret: clientSecret }
    const body = { grant_type: 'client_credentials', ...app }
    const response = await postJson(url, body, { accept: 'application/json' }, TIMEOUT_MS)
    if (response.status === 200) {
      const { access_token, scope, expires_in } = (await readJson(response, MAX_ANSWER_BYTES)) as Record<
        string,
        unknown
      >
      const scopes = String(scope)
        .split(/[\s,]+/)
        .filter(Boolean)
      return { kind: 'ok', token: String(access_token), scopes, seconds: Number(expires_in) || 3600 }
    }
    const { status } = response
    if (status === 400 || status === 401)
      // Shopify grants these tokens only where app and store belong to one organization.
      return {
        kind: 'unauthorized',
        elsewhere: (await readBody(response, MAX_ANSWER_BYTES)).includes('shop_not_permitted'),
      }
    void response.body?.cancel()
    return { kind: 'refused', reason: describeStatus(status), status }
  } catch (error) {
    const reason = neverSent(error) ? 'Shopify could not be reached.' : 'Shopify did not answer.'
    return { kind: 'refused', reason }
  }
}
