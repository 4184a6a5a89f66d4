import type { Product } from '@trunkshow/contract/products/schema.ts'
import type { StaffContext } from '../context.ts'
import type { CsvRow } from '../platform/http/csv.ts'
import { eachProduct, type ProductFilter } from './queries.ts'

/** Columns of the file; an import accepts the same headings. */
const columns: Record<string, (product: Product) => string | number> = {
  Name: (product) => product.name,
  SKU: (product) => product.sku,
  'Base price': (product) => product.basePrice,
  Description: (product) => product.description,
  Category: (product) => product.category,
  Active: (product) => (product.isActive ? 'Yes' : 'No'),
  'Product number': (product) => product.id,
}

export const exportedColumns = Object.keys(columns)

/** Yields the company's products that match the filter, as rows of a file. */
export async function* exportProducts(ctx: StaffContext, filter: ProductFilter): AsyncGenerator<CsvRow> {
  for await (const product of eachProduct(ctx, filter)) {
    yield Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(product)]))
  }
}
