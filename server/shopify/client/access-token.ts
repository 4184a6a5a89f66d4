import { setTimeout } from 'node:timers/promises'
import { and, eq, lte, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { shopifyStores } from '../../platform/db/schema/shopify.ts'
import { decryptSecret, encryptSecret } from '../../platform/db/secrets.ts'
import { inSeconds, leaseSeconds, updateIfLeased } from '../../platform/jobs/lease.ts'
import { findStore, type ShopifyContext, type StoreRow } from '../queries.ts'
import { requestToken } from './request-token.ts'
import { originOf } from './store-origin.ts'

/** A token with its store, read at one moment; or the version that Shopify no longer accepts. */
type TokenOutcome =
  | { kind: 'ok'; token: string; origin: string; bucket: string; version: number; mustReconnect: boolean }
  | { kind: 'unauthorized'; version: number }
  | { kind: 'refused'; reason: string; status?: number }

/** The share of a token's life after which it is renewed. */
const RENEW_AT = 0.8

/**
 * A token that Shopify should accept. An app's token is renewed at four fifths of its life, or when Shopify refused it,
 * by one process while the others wait. One that cannot be renewed is used until it expires.
 *
 * @param refused the version of the token that Shopify refused, if any
 */
export async function getAccessToken(
  ctx: ShopifyContext,
  companyId: number,
  refused?: number,
): Promise<TokenOutcome> {
  const end = performance.now() + leaseSeconds.tokenRenewal * 1000
  while (performance.now() < end) {
    const store = await findStore(ctx, companyId)
    if (!store) return { kind: 'unauthorized', version: 0 }
    const { version, isFresh, isGood } = stateOf(store, refused)
    if (isFresh) return tokenOf(ctx, store)
    if (store.kind === 'token') return { kind: 'unauthorized', version }
    if (await claimRenewal(ctx, store)) {
      const renewed = await renew(ctx, store)
      if (renewed.kind === 'ok') return renewed
      if (!isGood) {
        await releaseRenewal(ctx, store)
        return renewed
      }
    }
    // Another process renews it, or a later call does once the lease has ended.
    if (isGood) return tokenOf(ctx, store)
    await setTimeout(100)
  }
  return { kind: 'refused', reason: 'Shopify did not answer.' }
}

function stateOf(store: StoreRow, refused: number | undefined) {
  const { tokenVersion: version, tokenExpiresAt, tokenRenewsAt } = store
  const accepted = store.token !== null && version !== refused
  const before = (moment: Date | null) => moment === null || moment.getTime() > Date.now()
  return {
    version,
    isFresh: accepted && before(tokenRenewsAt),
    isGood: accepted && before(tokenExpiresAt),
  }
}

async function tokenOf(ctx: ShopifyContext, store: StoreRow): Promise<TokenOutcome> {
  const { companyId, tokenVersion: version } = store
  const token = decryptSecret(ctx.config, 'shopify token', companyId, store.token!)
  return token ? accessTo(ctx, store, token, version) : { kind: 'unauthorized', version }
}

async function accessTo(
  ctx: ShopifyContext,
  store: StoreRow,
  token: string,
  version: number,
): Promise<TokenOutcome> {
  const { companyId, address, mustReconnect } = store
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

/** The store's row while it has this token: every new token raises `tokenVersion`. */
const ofVersion = ({ companyId, tokenVersion }: StoreRow) =>
  and(eq(shopifyStores.companyId, companyId), eq(shopifyStores.tokenVersion, tokenVersion))

function claimRenewal({ db }: ShopifyContext, store: StoreRow): Promise<boolean> {
  const free = and(ofVersion(store), lte(shopifyStores.renewingUntil, sql`now()`))
  return updateIfLeased(db, shopifyStores, free, { renewingUntil: inSeconds(leaseSeconds.tokenRenewal) })
}

function releaseRenewal({ db }: ShopifyContext, store: StoreRow): Promise<boolean> {
  return updateIfLeased(db, shopifyStores, ofVersion(store), { renewingUntil: sql`now()` })
}

async function renew(ctx: ShopifyContext, store: StoreRow): Promise<TokenOutcome> {
  const { companyId, clientId, clientSecret, tokenVersion } = store
  const secret = decryptSecret(ctx.config, 'shopify secret', companyId, clientSecret ?? '')
  if (!secret) return { kind: 'unauthorized', version: tokenVersion }
  const answer = await requestToken(await originOf(ctx, store), clientId!, secret)
  if (answer.kind === 'refused') return answer
  if (answer.kind === 'unauthorized') return { kind: 'unauthorized', version: tokenVersion }
  const isKept = await updateIfLeased(ctx.db, shopifyStores, ofVersion(store), {
    ...tokenColumns(ctx.config, companyId, answer.token, answer.seconds),
    tokenVersion: tokenVersion + 1,
    scopes: answer.scopes,
    renewingUntil: sql`now()`,
  })
  // Another store may have been connected in between: this token is not for it.
  if (!isKept) return { kind: 'refused', reason: 'The connection was just changed.' }
  return accessTo(ctx, store, answer.token, tokenVersion + 1)
}
