import { openPracticeStore, type ShopStorage } from '@trunkshow/practice-store/open-store.ts'
import { addProduct, mediaOf, pictureUrl } from '@trunkshow/practice-store/products.ts'
import { makeShop, type Shop } from '@trunkshow/practice-store/shop.ts'
import { eq, sql } from 'drizzle-orm'
import type { Config } from '../../config.ts'
import { practiceStores } from '../../platform/db/schema/shopify.ts'
import { type Database, inTransaction } from '../../platform/db/transaction.ts'
import type { ShopifyContext, StoreRow } from '../queries.ts'

/** The origin of the practice stores, for each app of this process. */
const practice = new WeakMap<Config, Promise<string>>()

/** The server of the practice stores in this process, started when it is first needed. @throws SchemaMissingError */
export function practiceOrigin({ config, db }: Pick<ShopifyContext, 'config' | 'db'>): Promise<string> {
  const known = practice.get(config)
  if (known) return known
  const opening = openPracticeStore(databaseStorage(db)).then(({ origin }) => origin)
  practice.set(config, opening)
  opening.catch(() => practice.delete(config))
  return opening
}

/** Shopify's host of all stores' pictures. */
export const PICTURES = 'https://cdn.shopify.com'

/** The origin pictures are fetched from in place of `PICTURES`. */
export async function pictureOriginOf(ctx: ShopifyContext, { kind }: StoreRow): Promise<string> {
  if (kind === 'practice') return practiceOrigin(ctx)
  return ctx.config.shopifyAdminOrigin ?? PICTURES
}

/** The origin of a store's API: a host from `readStoreAddress`, `SHOPIFY_ADMIN_ORIGIN`, or the practice store. */
export async function originOf(ctx: ShopifyContext, { kind, address }: Pick<StoreRow, 'kind' | 'address'>) {
  if (kind === 'practice') return practiceOrigin(ctx)
  return ctx.config.shopifyAdminOrigin ?? `https://${address}`
}

const keyFor = (companyId: number) => `practice-${companyId}`

/** Stores practice stores in the app's own database: all processes share them, and they outlive a restart. */
function databaseStorage(db: Database): ShopStorage {
  return (key, work) =>
    inTransaction({ db }, async ({ db }) => {
      const isTheirs = eq(practiceStores.companyId, Number(/^practice-(\d{1,9})$/.exec(key)?.[1] ?? 0))
      const [found] = await db.select().from(practiceStores).where(isTheirs).for('update')
      if (!found) return null
      const shop = found.content as Shop
      const result = await work(shop)
      shop.events = [] // no webhook is sent: polling finds what changed here
      await db.update(practiceStores).set({ content: shop, updatedAt: sql`now()` }).where(isTheirs)
      return result
    })
}

/** A new practice store has these, so that a sync imports something. */
const sampleProducts = [
  { title: 'Silk Blouse', sku: 'SILK-01', price: '320.00', productType: 'Tops', color: 'e6d5c3' },
  { title: 'Atlas Coat', sku: 'ATLAS-02', price: '1250.50', productType: 'Coats', color: '4a5340' },
  {
    title: 'Pearl Button Cardigan',
    sku: 'PEARL-03',
    price: '410.00',
    productType: 'Knitwear',
    color: 'a3a9b8',
  },
]

/** Makes a company's practice store with a few products, unless it has one. @returns its client ID and secret */
export async function stockPracticeStore(db: Database, companyId: number) {
  const fresh = makeShop(keyFor(companyId))
  for (const { title, sku, price, productType, color } of sampleProducts) {
    const descriptionHtml = `<p>${title}, from the practice store.</p>`
    const featuredMedia = mediaOf(pictureUrl(fresh, color))
    addProduct(fresh, { title, productType, descriptionHtml, featuredMedia, variants: [{ sku, price }] })
  }
  await db.insert(practiceStores).values({ companyId, content: fresh }).onConflictDoNothing()
  const [stored] = await db
    .select({ content: practiceStores.content })
    .from(practiceStores)
    .where(eq(practiceStores.companyId, companyId))
  const { clientId, clientSecret } = stored!.content as Shop
  return { clientId, clientSecret }
}
