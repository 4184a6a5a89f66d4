import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { photoImage } from '@trunkshow/contract/images.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { productMessages } from '@trunkshow/contract/products/messages.ts'
import {
  type Product,
  type ProductChange,
  type ProductInput,
  product as productSchema,
} from '@trunkshow/contract/products/schema.ts'
import type { whichProducts } from '@trunkshow/contract/products/screens.ts'
import { and, asc, eq, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import { changesOfEdit } from '../activity/changes-of-edit.ts'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { orderFormTemplates, orderTemplateProducts, products } from '../platform/db/schema/products.ts'
import {
  changeRows,
  columnsOf,
  hasWords,
  nextVersion,
  own,
  refusing,
  selection,
} from '../platform/db/statement.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertNoPhotoLink, makePictures, storePictures } from '../platform/files/pictures.ts'
import { eachRow, listRows, type Page, sortedBy } from '../platform/http/paging.ts'
import { type FileColumns, fileOf } from '../platform/http/send-file.ts'
import type { Upload } from '../platform/http/uploads.ts'
import { assertNoOpenOperation } from '../platform/jobs/enqueue-operation.ts'

type Uploads = { photo?: Upload }

const editableOf = ({ name, basePriceCents, sku, description, category, isActive }: StoredProduct) => ({
  name,
  basePrice: basePriceCents,
  sku,
  description,
  category,
  isActive,
})

/** The given texts; null is as good as absent. */
const textsOf = ({ sku, description, category }: ProductChange) => ({
  sku: sku ?? undefined,
  description: description ?? undefined,
  category: category ?? undefined,
})

/** Shopify controls these once it has the product (docs/product.md, The catalog). */
const keptInShopify = { description: undefined, category: undefined }

/** Adds a product to the catalog. @throws AppError invalid if the upload isn't a picture or the photo is a link */
export async function createProduct(ctx: StaffContext, input: ProductInput, uploads: Uploads) {
  assertNoPhotoLink(input, null)
  const pictures = await makePictures(ctx, uploads, photoImage)
  return inTransaction(ctx, async (ctx) => {
    const { companyId, userId } = ctx.actor
    const { name, basePrice: basePriceCents, isActive } = input
    const [row] = await ctx.db
      .insert(products)
      .values({ name, basePriceCents, isActive, ...textsOf(input), ...pictures.urls, companyId, userId })
      .returning(productRow)
    await storePictures(ctx, ctx.actor.companyId, pictures)
    const product = productView(row!)
    await record(ctx, 'product.created', product)
    return product
  })
}

/** Returns the product, locked until the transaction ends. @throws AppError not_found */
export async function lockProduct(ctx: StaffContext, id: number) {
  const found = await ctx.db.select(productRow).from(products).where(ownProduct(ctx, id)).for('update')
  return firstOf(found, productMessages.notFound)
}

type StoredProduct = Awaited<ReturnType<typeof lockProduct>>

const loggedFields = ['name', 'basePrice', 'sku', 'description', 'category', 'isActive', 'photoUrl'] as const

/**
 * Changes the given fields of a product. Existing orders keep their name and price (docs/product.md, Prices).
 *
 * @throws AppError not_found; changed, with the stored product and who changed it; invalid if the upload isn't a picture
 *   or the photo is a new link
 */
export async function updateProduct(ctx: StaffContext, id: number, input: ProductChange, uploads: Uploads) {
  const { photoUrl } = await getProduct(ctx, id) // fail early, before processing the photo
  assertNoPhotoLink(input, photoUrl)
  const pictures = await makePictures(ctx, uploads, photoImage)
  return inTransaction(ctx, async (ctx) => {
    const before = await lockProduct(ctx, id)
    const current = productView(before)
    const photo = { ...(input.removePhoto && { photoUrl: null }), ...pictures.urls }
    const { basePrice: basePriceCents, ...changes } = await changesOfEdit(ctx, 'product', {
      current,
      view: productSchema,
      seen: input.version,
      stored: editableOf(before),
      given: { ...input, ...textsOf(input), ...(before.shopifyProductId && keptInShopify) },
      storesMore: 'photoUrl' in photo && photo.photoUrl !== before.photoUrl,
      words: { basePrice: current.basePrice },
    })
    const columns = { ...changes, ...(basePriceCents !== undefined && { basePriceCents }), ...photo }
    if (Object.keys(columns).length === 0) return current
    const [after] = await changeRows(ctx, products, ownProduct(ctx, id), {
      ...columns,
      ...nextVersion,
    }).returning(productRow)
    await storePictures(ctx, ctx.actor.companyId, pictures)
    const product = productView(after!)
    const logged = changesBetween(current, product, loggedFields)
    if (logged.length > 0) await record(ctx, 'product.changed', product, logged)
    return product
  })
}

/** Returns the first template by name, active or archived, that lists the product. */
async function findTemplateFor(ctx: StaffContext, productId: number) {
  const { templateName, archivedAt, sortName, id } = orderFormTemplates
  const [template] = await ctx.db
    .select({ templateName, archived: sql<boolean>`${archivedAt} IS NOT NULL` })
    .from(orderTemplateProducts)
    .innerJoin(orderFormTemplates, eq(id, orderTemplateProducts.templateId))
    .where(own(ctx, orderTemplateProducts, { productId }))
    .orderBy(asc(sortName), asc(id))
    .limit(1)
  return template
}

/**
 * Deletes a product that isn't in any order, template or Shopify. A template that lost its only product would allow all
 * products, and template changes need a version (decision 015). A sync would bring a Shopify product back; make it
 * inactive instead.
 *
 * @throws AppError not_found; in_use; conflict while it is being sent to Shopify
 */
export async function deleteProduct(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const product = await lockProduct(ctx, id) // saving a template with this product waits for this lock
    const { inShopify, deleteInShopifyFirst, onItsWayToShopify } = productMessages
    if (product.shopifyProductId)
      throw new AppError('in_use', product.isActive ? inShopify : deleteInShopifyFirst)
    await assertNoOpenOperation(ctx, { kind: 'product.push', entityId: id }, onItsWayToShopify)
    const template = await findTemplateFor(ctx, id)
    // Orders refuse the delete first, since a product can't be removed from an order.
    await ctx.db.delete(products).where(ownProduct(ctx, id))
    if (template) throw new AppError('in_use', productMessages.inTemplate(template))
    await record(ctx, 'product.deleted', productView(product))
  }).catch(refusing({ order_products_product_id_products_id_fk: ['in_use', productMessages.inUse] }))
}

/** The columns of a product in the API. */
export const productRow = { ...columnsOf(products, productSchema), basePriceCents: products.basePriceCents }

type ProductRow = Omit<Product, 'basePrice'> & { basePriceCents: number }

/** Converts a row to the API, with the price as a decimal (docs/product.md, Money). */
export function productView({ basePriceCents, ...product }: ProductRow): Product {
  return { ...product, basePrice: centsToDecimal(basePriceCents) }
}

const ownProduct = (ctx: StaffContext, id: number): SQL => own(ctx, products, { id })

export type ProductFilter = z.output<typeof whichProducts>

const columns = selection({ ...productRow, sortName: products.sortName })
const listItemView = ({ sortName: _, ...product }: (typeof columns)['_']['type']) => productView(product)
const sorts = {
  name: sortedBy({ sortName: products.sortName, id: products.id }, 'rising'),
  price: sortedBy({ basePriceCents: products.basePriceCents, id: products.id }, 'rising'),
  newest: sortedBy({ id: products.id }, 'falling'),
}

function listQuery(ctx: StaffContext, { q, isActive, sort = 'name' }: ProductFilter) {
  return {
    columns,
    scope: and(
      eq(products.companyId, ctx.actor.companyId),
      isActive === undefined ? undefined : eq(products.isActive, isActive),
    ),
    words: q ? hasWords(products.words, ctx.actor.companyId, q) : undefined,
    order: sorts[sort],
    counted: sorts.name,
  }
}

/** Lists the company's products by name, by price, or newest first. */
export async function listProducts(ctx: StaffContext, page: Page, filter: ProductFilter) {
  const { items, ...list } = await listRows(ctx, page, listQuery(ctx, filter))
  return { ...list, items: items.map(listItemView) }
}

/** Returns one product. @throws AppError not_found */
export async function getProduct(ctx: StaffContext, id: number): Promise<Product> {
  const found = await ctx.db.select(productRow).from(products).where(ownProduct(ctx, id))
  return productView(firstOf(found, productMessages.notFound))
}

/** Columns of the file; an import accepts the same headings. */
const fileColumns: FileColumns<Product> = {
  Name: (product) => product.name,
  SKU: (product) => product.sku,
  'Base price': (product) => product.basePrice,
  Description: (product) => product.description,
  Category: (product) => product.category,
  Active: (product) => (product.isActive ? 'Yes' : 'No'),
  'Product number': (product) => product.id,
}

/** Exports the company's products that match the filter. */
export const exportProducts = (ctx: StaffContext, filter: ProductFilter) =>
  fileOf(fileColumns, eachRow(ctx, listQuery(ctx, filter)), listItemView)
