import { AppError } from '@trunkshow/contract/errors.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { productMessages } from '@trunkshow/contract/products/messages.ts'
import type { Product, productSorts } from '@trunkshow/contract/products/schema.ts'
import { and, asc, desc, eq, type SQL, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { products } from '../db/schema/products.ts'
import { hasWords } from '../db/search.ts'
import { findRows, type Listed } from '../http/find-rows.ts'
import { countRows, type List, type Page, pageOf, readPage } from '../http/paging.ts'

/** The columns of a product's view. */
export const productRow = {
  id: products.id,
  name: products.name,
  description: products.description,
  sku: products.sku,
  category: products.category,
  photoUrl: products.photoUrl,
  basePriceCents: products.basePriceCents,
  isActive: products.isActive,
  shopifyProductId: products.shopifyProductId,
  shopifyVariantId: products.shopifyVariantId,
  shopifyHandle: products.shopifyHandle,
  vendor: products.vendor,
  productType: products.productType,
  tags: products.tags,
  status: products.status,
  inventoryQuantity: products.inventoryQuantity,
  weight: products.weight,
  weightUnit: products.weightUnit,
  requiresShipping: products.requiresShipping,
  taxable: products.taxable,
}

type ProductRow = Omit<Product, 'basePrice'> & { basePriceCents: number }

/** Prices are decimals outside (design §5). */
export function productView({ basePriceCents, ...product }: ProductRow): Product {
  return { ...product, basePrice: centsToDecimal(basePriceCents) }
}

/** Products of the caller's company: the scope of everything done with them. */
export function ownProduct(ctx: StaffContext, id: number): SQL {
  return and(eq(products.id, id), eq(products.companyId, ctx.actor.companyId))!
}

export interface ProductFilter {
  /** Words of a name, SKU, category or description. */
  q?: string | undefined
  isActive?: boolean | undefined
  sort?: (typeof productSorts)[number] | undefined
}

const orders = {
  name: [products.sortName, products.id],
  price: [products.basePriceCents, products.id],
  newest: [products.id],
} as const

function listed(ctx: StaffContext, { q, isActive, sort = 'name' }: ProductFilter): Listed {
  return {
    scope: and(
      eq(products.companyId, ctx.actor.companyId),
      isActive === undefined ? undefined : eq(products.isActive, isActive),
    ),
    words: q ? hasWords(products.words, ctx.actor.companyId, q) : undefined,
    order: orders[sort],
    direction: sort === 'newest' ? 'falling' : 'rising',
  }
}

async function pageOfProducts(
  ctx: StaffContext,
  page: Page,
  filter: ProductFilter,
  { scope, words, order, direction } = listed(ctx, filter),
) {
  const rows = await ctx.db
    .select({ ...productRow, sortName: products.sortName })
    .from(products)
    .where(and(scope, words, page.after(order, direction)))
    .orderBy(...order.map(direction === 'rising' ? asc : desc))
    .limit(page.limit + 1)
  const sortValues = {
    name: (last: (typeof rows)[number]) => [last.sortName, last.id],
    price: (last: (typeof rows)[number]) => [last.basePriceCents, last.id],
    newest: (last: (typeof rows)[number]) => [last.id],
  }
  return pageOf(rows, page, sortValues[filter.sort ?? 'name'], ({ sortName: _, ...product }) =>
    productView(product),
  )
}

/** The company's products by name, price or the newest first. */
export async function listProducts(
  ctx: StaffContext,
  page: Page,
  filter: ProductFilter,
): Promise<List<Product>> {
  const list = listed(ctx, filter)
  if (filter.q) {
    const { total, words } = await findRows(ctx, page, list)
    return { ...(await pageOfProducts(ctx, page, filter, { ...list, words })), total }
  }
  const byName = sql`ORDER BY ${products.sortName}, ${products.id}`
  const total = await countRows(ctx, sql`FROM ${products} WHERE ${list.scope} ${byName}`)
  return { ...(await pageOfProducts(ctx, page, filter, list)), total }
}

/** Every one of them in the same order, read page by page. */
export async function* eachProduct(ctx: StaffContext, filter: ProductFilter) {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, next } = await pageOfProducts(ctx, readPage({ limit: 500, cursor }), filter)
    yield* items
    cursor = next
  }
}

/** @throws AppError not_found */
export async function getProduct(ctx: StaffContext, id: number): Promise<Product> {
  const [found] = await ctx.db.select(productRow).from(products).where(ownProduct(ctx, id))
  if (!found) throw new AppError('not_found', productMessages.notFound)
  return productView(found)
}
