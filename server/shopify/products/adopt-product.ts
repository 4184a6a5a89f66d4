import { createHash } from 'node:crypto'
import { AppError } from '@trunkshow/contract/errors.ts'
import { imageUrl, MEGABYTE, photoImage } from '@trunkshow/contract/images.ts'
import { productInput } from '@trunkshow/contract/products/schema.ts'
import { shopifyMessages as text } from '@trunkshow/contract/shopify/messages.ts'
import { operationKinds } from '@trunkshow/contract/shopify/rules.ts'
import { and, eq, inArray, isNull, like, or, sql } from 'drizzle-orm'
import type { TenantContext } from '../../context.ts'
import { isUnavailable } from '../../platform/db/errors.ts'
import { awaitsPicture, products } from '../../platform/db/schema/products.ts'
import { shopifyOperations } from '../../platform/db/schema/shopify.ts'
import { changeRows, own } from '../../platform/db/statement.ts'
import type { Picture } from '../../platform/files/decoder/decode.ts'
import { makePicture } from '../../platform/files/in-turn.ts'
import { NotPictureError } from '../../platform/files/not-picture-error.ts'
import { storePictures } from '../../platform/files/pictures.ts'
import { log } from '../../platform/log/log.ts'
import { readBody, UnreadableError } from '../client/send-operation.ts'
import type { OperationTypes } from '../client/shopify-types.ts'
import { PICTURES, pictureOriginOf } from '../client/store-origin.ts'
import { findStore } from '../queries.ts'
import { LeaseLostError, type Step } from '../tasks/operation-handler.ts'

export type RemoteProduct = NonNullable<OperationTypes['product']['data']['product']>

/** A Shopify product that is not valid here; the message says why. */
export class UnfitProductError extends Error {}

type ProductRow = typeof products.$inferSelect
type ProductColumns = Partial<typeof products.$inferInsert>

export const ofCompany = (ctx: TenantContext, id: number) => own(ctx, products, { id })

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
async function findPushed(ctx: TenantContext, { handle }: RemoteProduct) {
  const { db } = ctx
  const [, key] = /(?:^|-)([0-9a-f]{8})$/.exec(handle) ?? []
  if (!key) return
  const { entity: entityType } = operationKinds['product.push']
  const pushed = db
    .select({ id: shopifyOperations.entityId })
    .from(shopifyOperations)
    .where(and(own(ctx, shopifyOperations, { entityType }), like(shopifyOperations.attemptKey, `${key}%`)))
  const [found] = await db
    .select()
    .from(products)
    .where(and(own(ctx, products, {}), isNull(products.shopifyProductId), inArray(products.id, pushed)))
    .for('update')
  return found
}

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
export async function adoptProduct(ctx: TenantContext, remote: RemoteProduct, { overwrite = false } = {}) {
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
  await changeRows(ctx, products, ofCompany(ctx, here.id), columns)
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
  await changeRows(ctx, products, ofCompany(ctx, id), { ...marksOf(remote), shopifyVariantId })
}

const TIMEOUT_MS = 15_000
const { megabytes } = photoImage.photo

/** A picture could not be fetched; the message says why. */
export class NoPictureError extends Error {
  /** `lasting`: no retry helps. `failed`: this picture may succeed later. `away`: the host could not be reached. */
  readonly how: 'lasting' | 'failed' | 'away'
  constructor(how: NoPictureError['how'], message: string) {
    super(message)
    this.how = how
  }
}

/** Fetches a picture from Shopify's own host (`pictureOriginOf`), without redirects. @throws NoPictureError */
async function fetchPicture(origin: string, url: string): Promise<Buffer> {
  const address = URL.parse(url)
  if (address?.origin !== PICTURES) throw new NoPictureError('lasting', text.pictureNotInShopify)
  const request = { redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS) } as const
  try {
    const response = await fetch(`${origin}${address.pathname}${address.search}`, request)
    if (response.status === 200) return await readBody(response, megabytes * MEGABYTE)
    void response.body?.cancel()
    if (response.status === 429 || response.status >= 500)
      throw new NoPictureError('failed', text.pictureAway)
    throw new NoPictureError('lasting', text.pictureMissing)
  } catch (error) {
    if (error instanceof UnreadableError) throw new NoPictureError('lasting', text.pictureTooLarge(megabytes))
    throw error instanceof NoPictureError ? error : new NoPictureError('away', text.pictureAway)
  }
}

/** A product whose Shopify picture is not imported yet. */
export type AwaitingPicture = Pick<typeof products.$inferSelect, 'id' | 'name' | 'shopifyPicture'>

/**
 * Imports a product's picture from Shopify as its photo, through the same steps as an upload. A photo uploaded while it
 * runs is kept.
 *
 * @returns null, or why it failed; after a lasting failure it is fetched again only when Shopify has another picture
 */
export async function importPicture(step: Step, product: AwaitingPicture): Promise<NoPictureError | null> {
  const { ctx, operation } = step
  try {
    const store = await findStore(ctx, operation.companyId)
    const file = await fetchPicture(await pictureOriginOf(ctx, store!), product.shopifyPicture!)
    const picture = { size: file.length, read: async () => file }
    await settle(step, product, await makePicture(operation.companyId, picture, photoImage.photo))
    return null
  } catch (error) {
    if (isUnavailable(error) || error instanceof LeaseLostError) throw error
    const problem = problemOf(error)
    if (problem.how === 'lasting') await settle(step, product)
    return problem
  }
}

function problemOf(error: unknown): NoPictureError {
  if (error instanceof NoPictureError) return error
  if (error instanceof NotPictureError)
    return new NoPictureError('lasting', error.sentence ?? text.pictureUnreadable)
  if (error instanceof AppError) return new NoPictureError('failed', error.message)
  log.error({ err: error }, 'A picture of a store could not be stored.')
  return new NoPictureError('failed', text.pictureNotStored)
}

/** Saves the result, unless the product has got another picture in Shopify or a photo here. */
function settle({ write }: Step, { id, shopifyPicture }: AwaitingPicture, picture?: Picture) {
  const photoUrl = picture && imageUrl(picture.hash, picture.versions.at(-1)!.width)
  return write(async (ctx) => {
    const { rowCount } = await ctx.db
      .update(products)
      .set({
        shopifyPictureTaken: shopifyPicture,
        ...(photoUrl && { photoUrl, shopifyPhotoUrl: photoUrl, updatedAt: sql`now()` }),
      })
      .where(and(ofCompany(ctx, id), eq(products.shopifyPicture, shopifyPicture!), awaitsPicture))
    if (picture && rowCount) await storePictures(ctx, ctx.actor.companyId, { pictures: [picture] })
  })
}
