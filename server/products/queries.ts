import { firstOf } from '@trunkshow/contract/errors.ts'
import { centsToDecimal } from '@trunkshow/contract/money.ts'
import { productMessages } from '@trunkshow/contract/products/messages.ts'
import { type Product, product } from '@trunkshow/contract/products/schema.ts'
import type { whichProducts } from '@trunkshow/contract/products/screens.ts'
import { and, eq, type SQL } from 'drizzle-orm'
import type { z } from 'zod'
import type { StaffContext } from '../context.ts'
import { own } from '../platform/db/rows.ts'
import { products } from '../platform/db/schema/products.ts'
import { hasWords } from '../platform/db/search.ts'
import { columnsOf, selection } from '../platform/db/statement.ts'
import { type FileColumns, fileOf } from '../platform/http/csv.ts'
import { eachRow, listRows, sortedBy } from '../platform/http/list-rows.ts'
import type { Page } from '../platform/http/paging.ts'

/** The columns of a product in the API. */
export const productRow = { ...columnsOf(products, product), basePriceCents: products.basePriceCents }

type ProductRow = Omit<Product, 'basePrice'> & { basePriceCents: number }

/** Converts a row to the API, with the price as a decimal (docs/product.md, Money). */
export function productView({ basePriceCents, ...product }: ProductRow): Product {
  return { ...product, basePrice: centsToDecimal(basePriceCents) }
}

export const ownProduct = (ctx: StaffContext, id: number): SQL => own(ctx, products, { id })

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
