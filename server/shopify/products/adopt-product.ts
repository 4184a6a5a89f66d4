import { createHash } from 'node:crypto'
import { productInput } from '@trunkshow/contract/products/schema.ts'
import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, isNull, like, or, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { products } from '../../platform/db/schema/products.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import type { OperationTypes } from '../client/shopify-types.ts'

export type RemoteProduct = NonNullable<OperationTypes['product']['data']['product']>

/** A Shopify product that is not valid here; the message says why. */
export class UnfitProductError extends Error {}

type ProductRow = typeof products.$inferSelect
type ProductColumns = Partial<typeof products.$inferInsert>

/** A product of the company. */
export const ofCompany = ({ actor }: TenantContext, id: number) =>
  and(eq(products.id, id), eq(products.companyId, actor.companyId))

const units = { KILOGRAMS: 'kg', GRAMS: 'g', POUNDS: 'lb', OUNCES: 'oz' } as const
const statuses = { ACTIVE: 'active', DRAFT: 'draft', ARCHIVED: 'archived', UNLISTED: 'unlisted' } as const

/** The columns that Shopify controls. An empty value is left out, so that it erases nothing here. */
function columnsOf(remote: RemoteProduct): ProductColumns {
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

/** The hash leaves out the picture, which is imported by itself. */
function marksOf({ featuredMedia: _, ...remote }: RemoteProduct): ProductColumns {
  return {
    shopifyProductId: remote.id,
    shopifyHandle: remote.handle,
    shopifyUpdatedAt: new Date(remote.updatedAt),
    shopifySeen: createHash('md5').update(JSON.stringify(remote)).digest('base64url'),
  }
}

/** The product here with this Shopify id, else an unlinked one with the same SKU, or one that is just being pushed. */
async function findLocal(ctx: TenantContext, remote: RemoteProduct): Promise<ProductRow | undefined> {
  const sku = remote.variants.nodes[0]?.sku?.trim()
  const sameSku =
    sku && and(isNull(products.shopifyProductId), eq(sql`lower(${products.sku})`, sku.toLowerCase()))
  const isIt = eq(products.shopifyProductId, remote.id)
  const [found] = await ctx.db
    .select()
    .from(products)
    .where(and(eq(products.companyId, ctx.actor.companyId), sameSku ? or(isIt, sameSku) : isIt))
    .orderBy(sql`shopify_product_id NULLS LAST`, products.id)
    .limit(1)
    .for('update')
  return found ?? findPushed(ctx, remote)
}

/** A product whose push has not been answered yet: its handle ends with the attempt's key. */
async function findPushed({ db, actor }: TenantContext, { handle }: RemoteProduct) {
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
        eq(products.companyId, actor.companyId),
        isNull(products.shopifyProductId),
        like(shopifyOperations.attemptKey, `${key}%`),
      ),
    )
    .for('update', { of: products })
  return found?.product
}

/** Whether Shopify's version is older than the one here, or the same. */
function isOld({ shopifyUpdatedAt, shopifySeen }: ProductRow, marks: ProductColumns): boolean {
  if (!shopifyUpdatedAt) return false
  return marks.shopifyUpdatedAt! < shopifyUpdatedAt || marks.shopifySeen === shopifySeen
}

/**
 * Creates a product from Shopify's version, or updates it if that version is newer.
 *
 * @param overwrite updates it in any case, changes made here included
 * @throws UnfitProductError when it is not valid here, with the reason
 */
export async function adoptProduct(
  ctx: TenantContext,
  remote: RemoteProduct,
  { overwrite = false } = {},
): Promise<'made' | 'changed' | 'same'> {
  const columns = columnsOf(remote)
  const here = await findLocal(ctx, remote)
  if (!here) {
    const made = { companyId: ctx.actor.companyId, ...columns } as typeof products.$inferInsert
    await ctx.db.insert(products).values(made)
    return 'made'
  }
  if (!overwrite && isOld(here, columns)) {
    await savePictureUrl(ctx, here, columns)
    return 'same'
  }
  await ctx.db
    .update(products)
    .set({ ...columns, updatedAt: sql`now()` })
    .where(ofCompany(ctx, here.id))
  return 'changed'
}

/** An unchanged product may still lack its picture: it was pushed from here, or imported before pictures were. */
async function savePictureUrl(
  ctx: TenantContext,
  here: ProductRow,
  { shopifyPicture, shopifySeen }: ProductColumns,
) {
  if (!shopifyPicture || shopifyPicture === here.shopifyPicture || shopifySeen !== here.shopifySeen) return
  await ctx.db.update(products).set({ shopifyPicture }).where(ofCompany(ctx, here.id))
}

/** Links a product to Shopify's and changes nothing else. */
export async function linkProduct(ctx: TenantContext, id: number, remote: RemoteProduct) {
  const shopifyVariantId = remote.variants.nodes[0]?.id ?? null
  await ctx.db
    .update(products)
    .set({ ...marksOf(remote), shopifyVariantId, updatedAt: sql`now()` })
    .where(ofCompany(ctx, id))
}
