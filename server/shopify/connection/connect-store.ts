import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { shopifyMessages } from '@trunkshow/contract/shopify/messages.ts'
import type { Store } from '@trunkshow/contract/shopify/schema.ts'
import { SchemaMissingError } from '@trunkshow/practice-store/load-schema.ts'
import { addProduct, mediaOf, pictureUrl } from '@trunkshow/practice-store/products.ts'
import type { Shop } from '@trunkshow/practice-store/shop.ts'
import { eq, sql } from 'drizzle-orm'
import type { PgUpdateSetSource } from 'drizzle-orm/pg-core'
import { recordActivity } from '../../activity/record-activity.ts'
import { findCompany } from '../../company/queries.ts'
import type { StaffContext } from '../../context.ts'
import { shopifyStores } from '../../platform/db/schema/shopify.ts'
import { encryptSecret } from '../../platform/db/secrets.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { tokenColumns } from '../client/access-token.ts'
import { practiceOrigin, stockPracticeStore } from '../client/store-origin.ts'
import { getConnectedStore, type StoreRow, storeView } from '../queries.ts'
import { unsubscribeFromWebhooks } from '../webhooks/subscribe-to-webhooks.ts'
import { type Credentials, checkStore } from './check-store.ts'
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

function record(
  ctx: StaffContext,
  activity: Activity,
  { address, kind }: Pick<StoreRow, 'address' | 'kind'>,
) {
  const { companyId } = ctx.actor
  const subjectName = kind === 'practice' ? 'Practice store' : address
  return recordActivity(ctx, { companyId, activity, subject: 'store', subjectId: companyId, subjectName })
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
    await record(ctx, 'store.connected', saved!)
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
  if (!(await findCompany(ctx))) throw new AppError('conflict', shopifyMessages.companyNotSaved)
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
    throw new AppError('unavailable', shopifyMessages.practiceUnavailable)
  })
  const app = await stockPracticeStore(ctx.db, ctx.actor.companyId, addSampleProducts)
  return connectStore(ctx, { kind: 'practice', address: 'practice', ...app })
}

/** Locks and reads the connected store. @throws AppError conflict */
async function lockConnectedStore(ctx: StaffContext): Promise<StoreRow> {
  const ofCompany = eq(shopifyStores.companyId, ctx.actor.companyId)
  await ctx.db
    .select({ companyId: shopifyStores.companyId })
    .from(shopifyStores)
    .where(ofCompany)
    .for('update')
  return getConnectedStore(ctx)
}

/** Deletes the credentials; records stay linked, in case the same store is connected again. @throws AppError conflict */
export async function disconnectStore(ctx: StaffContext): Promise<Store> {
  const before = await inTransaction(ctx, async (ctx) => {
    const store = await lockConnectedStore(ctx)
    await ctx.db
      .update(shopifyStores)
      .set({ ...cleared, enabled: false })
      .where(eq(shopifyStores.companyId, ctx.actor.companyId))
    await record(ctx, 'store.disconnected', store)
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
    await ctx.db
      .update(shopifyStores)
      .set({ enabled, updatedAt: sql`now()` })
      .where(eq(shopifyStores.companyId, ctx.actor.companyId))
    await record(ctx, enabled ? 'store.enabled' : 'store.disabled', store)
    return storeView({ ...store, enabled })
  })
}

/** A new practice store has these products, so that a sync imports something. */
const stock = [
  { title: 'Silk Blouse', sku: 'SILK-01', price: '320.00', productType: 'Tops', colour: 'e6d5c3' },
  { title: 'Atlas Coat', sku: 'ATLAS-02', price: '1250.50', productType: 'Coats', colour: '4a5340' },
  {
    title: 'Pearl Button Cardigan',
    sku: 'PEARL-03',
    price: '410.00',
    productType: 'Knitwear',
    colour: 'a3a9b8',
  },
]

function addSampleProducts(shop: Shop) {
  for (const { title, sku, price, productType, colour } of stock) {
    const descriptionHtml = `<p>${title}, from the practice store.</p>`
    const featuredMedia = mediaOf(pictureUrl(shop, colour))
    addProduct(shop, { title, productType, descriptionHtml, featuredMedia, variants: [{ sku, price }] })
  }
}
