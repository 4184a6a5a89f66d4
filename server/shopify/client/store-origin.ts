import { openPracticeStore } from '@trunkshow/practice-store/open-store.ts'
import { databaseStorage } from '../connection/practice-storage.ts'
import type { ShopifyContext, StoreRow } from '../queries.ts'

let practice: Promise<string> | undefined

/** The practice stores' door in this process, opened when it is first needed. @throws SchemaMissingError */
export function practiceOrigin({ db }: Pick<ShopifyContext, 'db'>): Promise<string> {
  practice ??= openPracticeStore(databaseStorage(db)).then(({ origin }) => origin)
  practice.catch(() => {
    practice = undefined
  })
  return practice
}

/** Where Shopify keeps the pictures of every store. */
export const PICTURES = 'https://cdn.shopify.com'

/** Where pictures are fetched from, which are all at `PICTURES` by their address: the operator's word holds here too. */
export async function pictureOriginOf(ctx: ShopifyContext, { kind }: StoreRow): Promise<string> {
  if (kind === 'practice') return practiceOrigin(ctx)
  return ctx.config.shopifyAdminOrigin ?? PICTURES
}

/**
 * Where a store's API is. What a company entered is a host of Shopify's and nothing else (see `readStoreAddress`); only
 * the operator can have calls go elsewhere, and the practice store is opened by the app itself.
 */
export async function originOf(
  ctx: ShopifyContext,
  { kind, address }: Pick<StoreRow, 'kind' | 'address'>,
): Promise<string> {
  if (kind === 'practice') return practiceOrigin(ctx)
  return ctx.config.shopifyAdminOrigin ?? `https://${address}`
}
