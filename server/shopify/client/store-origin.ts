import { openPracticeStore } from '@trunkshow/practice-store/open-store.ts'
import type { Config } from '../../config.ts'
import { databaseStorage } from '../connection/practice-storage.ts'
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

/**
 * The origin of a store's API. A company can enter only Shopify hosts (see `readStoreAddress`); `SHOPIFY_ADMIN_ORIGIN`
 * replaces it, and the practice store runs in this process.
 */
export async function originOf(
  ctx: ShopifyContext,
  { kind, address }: Pick<StoreRow, 'kind' | 'address'>,
): Promise<string> {
  if (kind === 'practice') return practiceOrigin(ctx)
  return ctx.config.shopifyAdminOrigin ?? `https://${address}`
}
