import { createHash } from 'node:crypto'
import { productInput } from '@trunkshow/contract/products/schema.ts'
import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, isNull, like, or, sql } from 'drizzle-orm'
import { products } from '../../db/schema/products.ts'
import { shopifyOperations } from '../../db/schema/shopify.ts'
import type { Database } from '../../db/transaction.ts'
import type { OperationTypes } from '../client/shopify-types.ts'

export type RemoteProduct = NonNullable<OperationTypes['product']['data']['product']>

/** A product that cannot be taken over; the message says why. */
export class UnfitProductError extends Error {}

type ProductRow = typeof products.$inferSelect
type Taken = Partial<typeof products.$inferInsert>

const units = { KILOGRAMS: 'kg', GRAMS: 'g', POUNDS: 'lb', OUNCES: 'oz' } as const
const statuses = { ACTIVE: 'active', DRAFT: 'draft', ARCHIVED: 'archived', UNLISTED: 'unlisted' } as const

/** The columns that the store speaks for. What it leaves empty is left out: nothing here is ever erased by it. */
function columnsOf(remote: RemoteProduct): Taken {
  const [variant] = remote.variants.nodes
  const { requiresShipping, measurement } = variant?.inventoryItem ?? {}
  const picture = remote.featuredMedia?.preview?.image?.url
  const { data, error } = productInput.safeParse({
    name: remote.title,
    basePrice: variant?.price,
    sku: variant?.sku,
    category: remote.category?.name || remote.productType,
    description: remote.description.slice(0, 5000),
  })
  if (error) throw new UnfitProductError(error.issues[0]!.message)
  if (JSON.stringify(remote).includes('\\u0000'))
    throw new UnfitProductError('It has a character that cannot be stored.')
  return {
    name: data.name,
    basePriceCents: data.basePrice,
    ...(data.sku && { sku: data.sku }),
    ...(data.category && { category: data.category }),
    ...(data.description && { description: data.description }),
    ...(remote.vendor && { vendor: remote.vendor }),
    ...(remote.productType && { productType: remote.productType }),
    ...(remote.tags.length > 0 && { tags: remote.tags }),
    status: statuses[remote.status],
    inventoryQuantity: remote.totalInventory,
    ...(measurement?.weight && {
      weight: measurement.weight.value,
      weightUnit: units[measurement.weight.unit],
    }),
    ...(requiresShipping !== undefined && { requiresShipping }),
    ...(variant && { taxable: variant.taxable, shopifyVariantId: variant.id }),
    ...marksOf(remote),
    ...(picture && { shopifyPicture: picture }),
  }
}

/** Without the picture, which is taken over by itself. */
function marksOf({ featuredMedia: _, ...remote }: RemoteProduct): Taken {
  return {
    shopifyProductId: remote.id,
    shopifyHandle: remote.handle,
    shopifyUpdatedAt: new Date(remote.updatedAt),
    shopifySeen: createHash('md5').update(JSON.stringify(remote)).digest('base64url'),
  }
}

/** The product here: by its number at the store, else one that has none yet and has the same SKU or was just sent. */
async function findHere(
  db: Database,
  companyId: number,
  remote: RemoteProduct,
): Promise<ProductRow | undefined> {
  const sku = remote.variants.nodes[0]?.sku?.trim()
  const sameSku =
    sku && and(isNull(products.shopifyProductId), eq(sql`lower(${products.sku})`, sku.toLowerCase()))
  const [found] = await db
    .select()
    .from(products)
    .where(
      and(
        eq(products.companyId, companyId),
        sameSku
          ? or(eq(products.shopifyProductId, remote.id), sameSku)
          : eq(products.shopifyProductId, remote.id),
      ),
    )
    .orderBy(sql`shopify_product_id NULLS LAST`, products.id)
    .limit(1)
    .for('update')
  return found ?? findPushed(db, companyId, remote)
}

/** One that was pushed from here, with the attempt's key at the end of its handle, and whose answer did not come yet. */
async function findPushed(db: Database, companyId: number, { handle }: RemoteProduct) {
  const [, key] = /(?:^|-)([0-9a-f]{8})$/.exec(handle) ?? []
  if (!key) return
  const [found] = await db
    .select({ product: products })
    .from(products)
    .innerJoin(
      shopifyOperations,
      and(
        eq(shopifyOperations.companyId, products.companyId),
        eq(shopifyOperations.entityType, operationKinds['product.push'].entity),
        eq(shopifyOperations.entityId, products.id),
      ),
    )
    .where(
      and(
        eq(products.companyId, companyId),
        isNull(products.shopifyProductId),
        like(shopifyOperations.attemptKey, `${key}%`),
      ),
    )
    .for('update', { of: products })
  return found?.product
}

/** Whether the store's word is older than what is here, or the very same. */
function isOld({ shopifyUpdatedAt, shopifySeen }: ProductRow, marks: Taken): boolean {
  if (!shopifyUpdatedAt) return false
  return marks.shopifyUpdatedAt! < shopifyUpdatedAt || marks.shopifySeen === shopifySeen
}

/**
 * Brings a product of the store here, or what it says up to date, if that is news.
 *
 * @param anew also what is no news: what was changed here since then gives way to the store's
 * @throws UnfitProductError when it does not fit here, with a sentence
 */
export async function takeOverProduct(
  db: Database,
  companyId: number,
  remote: RemoteProduct,
  { anew = false } = {},
): Promise<'made' | 'changed' | 'same'> {
  const columns = columnsOf(remote)
  const here = await findHere(db, companyId, remote)
  if (!here) {
    await db.insert(products).values({ companyId, ...columns } as typeof products.$inferInsert)
    return 'made'
  }
  if (!anew && isOld(here, columns)) {
    await notePicture(db, here, columns)
    return 'same'
  }
  await db
    .update(products)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(and(eq(products.id, here.id), eq(products.companyId, companyId)))
  return 'changed'
}

/** A product that is here as the store has it may have come before pictures did, or was pushed from here. */
async function notePicture(db: Database, here: ProductRow, { shopifyPicture, shopifySeen }: Taken) {
  if (!shopifyPicture || shopifyPicture === here.shopifyPicture || shopifySeen !== here.shopifySeen) return
  await db
    .update(products)
    .set({ shopifyPicture })
    .where(and(eq(products.id, here.id), eq(products.companyId, here.companyId)))
}

/** Writes down that a product of ours is this one at the store; what stands here stays. */
export async function linkProduct(db: Database, companyId: number, id: number, remote: RemoteProduct) {
  const shopifyVariantId = remote.variants.nodes[0]?.id ?? null
  await db
    .update(products)
    .set({ ...marksOf(remote), shopifyVariantId, updatedAt: sql`now()` })
    .where(and(eq(products.id, id), eq(products.companyId, companyId)))
}
