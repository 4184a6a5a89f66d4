import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import type { ConnectInput, Store } from '@trunkshow/contract/shopify/schema.ts'
import { eq, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import { findCompany } from '../company/queries.ts'
import type { StaffContext } from '../context.ts'
import { shopifyStores } from '../db/schema/shopify.ts'
import { encryptSecret } from '../db/secrets.ts'
import { inTransaction } from '../db/transaction.ts'
import { SchemaMissing } from '../practice-store/schema-files.ts'
import { stockPracticeStore } from '../practice-store/shelf-in-database.ts'
import { forgetLinks } from './forget-links.ts'
import { findStore, getConnectedStore, type StoreRow, storeView } from './queries.ts'
import { stockShelves } from './stock-shelves.ts'
import { practiceOrigin } from './store-origin.ts'

type Connection = Pick<StoreRow, 'kind' | 'address'> &
  Partial<Pick<StoreRow, 'clientId' | 'clientSecret' | 'token'>>

/** As on a store nobody has talked to yet: what was known of the one before goes with its token. */
const afresh = {
  clientId: null,
  clientSecret: null,
  token: null,
  tokenExpiresAt: null,
  tokenRenewsAt: null,
  tokenVersion: sql`${shopifyStores.tokenVersion} + 1`,
  renewingUntil: sql`now()`,
  scopes: [],
  shopName: null,
  subscribedAt: null,
  mustReconnect: false,
  updatedAt: sql`now()`,
}

function record(
  ctx: StaffContext,
  activity: Activity,
  { address, kind }: Pick<StoreRow, 'address' | 'kind'>,
) {
  const { companyId } = ctx.actor
  const subjectName = kind === 'practice' ? 'Practice store' : address
  return recordActivity(ctx, { companyId, activity, subject: 'store', subjectId: companyId, subjectName })
}

async function save(ctx: StaffContext, connection: Connection): Promise<Store> {
  return inTransaction(ctx, async (ctx) => {
    const { companyId } = ctx.actor
    if (!(await findCompany(ctx))) throw new AppError('conflict', shopifyMessages.companyNotSaved)
    const before = await findStore(ctx, companyId)
    if (before && before.address !== connection.address) await forgetLinks(ctx)
    const [saved] = await ctx.db
      .insert(shopifyStores)
      .values({ companyId, enabled: true, ...connection })
      .onConflictDoUpdate({
        target: shopifyStores.companyId,
        set: { ...afresh, enabled: true, ...connection },
      })
      .returning()
    await record(ctx, 'store.connected', saved!)
    return storeView(saved!)
  })
}

/**
 * Keeps the way to a store; `testStore` tells whether it works. Another store than before has other products and
 * orders: the numbers that records had at the old one are forgotten.
 *
 * @throws AppError conflict before the company is saved
 */
export function connectStore(ctx: StaffContext, input: ConnectInput): Promise<Store> {
  const { config, actor } = ctx
  const hide = (purpose: 'shopify secret' | 'shopify token', secret: string) =>
    encryptSecret(config, purpose, actor.companyId, secret)
  const { address } = input
  if (input.kind === 'token')
    return save(ctx, { kind: 'token', address, token: hide('shopify token', input.accessToken) })
  const { clientId, clientSecret } = input
  return save(ctx, { kind: 'app', address, clientId, clientSecret: hide('shopify secret', clientSecret) })
}

/** Connects a store of this server's own, made at the first time. @throws AppError conflict, unavailable */
export async function connectPracticeStore(ctx: StaffContext): Promise<Store> {
  await practiceOrigin(ctx).catch((error) => {
    if (!(error instanceof SchemaMissing)) throw error
    throw new AppError('unavailable', shopifyMessages.practiceUnavailable)
  })
  const { companyId } = ctx.actor
  const { clientId, clientSecret } = await stockPracticeStore(ctx.db, companyId, stockShelves)
  const hidden = encryptSecret(ctx.config, 'shopify secret', companyId, clientSecret)
  return save(ctx, { kind: 'practice', address: 'practice', clientId, clientSecret: hidden })
}

/** Forgets every secret; records keep their numbers at the store, should it be connected again. @throws AppError conflict */
export async function disconnectStore(ctx: StaffContext): Promise<Store> {
  return inTransaction(ctx, async (ctx) => {
    const store = await getConnectedStore(ctx)
    await ctx.db
      .update(shopifyStores)
      .set({ ...afresh, enabled: false })
      .where(eq(shopifyStores.companyId, ctx.actor.companyId))
    await record(ctx, 'store.disconnected', store)
    return storeView(null)
  })
}

/** Switches the connection on or off: while it is off, nothing is sent and what waits goes on waiting. @throws AppError conflict */
export async function enableStore(ctx: StaffContext, enabled: boolean): Promise<Store> {
  return inTransaction(ctx, async (ctx) => {
    const store = await getConnectedStore(ctx)
    if (store.enabled === enabled) return storeView(store)
    await ctx.db
      .update(shopifyStores)
      .set({ enabled, updatedAt: sql`now()` })
      .where(eq(shopifyStores.companyId, ctx.actor.companyId))
    await record(ctx, enabled ? 'store.enabled' : 'store.disabled', store)
    return storeView({ ...store, enabled })
  })
}
