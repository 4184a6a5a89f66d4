import { queryOptions } from '@tanstack/react-query'
import type { whichProducts } from '@trunkshow/contract/products/screens.ts'
import type { z } from 'zod'
import { api, call, callPage, pagedQuery } from '../api/client.ts'
import { fresh } from '../api/query-client.ts'

/** The products' filters, kept in the page's URL. */
export type ProductFilter = z.output<typeof whichProducts>

/** The company's products, paged, with their total; the previous ones stay while new ones load. */
export function productsQuery(filter: ProductFilter) {
  return pagedQuery(
    ['products', 'list', filter],
    (cursor) => callPage(api.products.list, { query: { ...filter, cursor } }),
    { staleTime: fresh.long },
  )
}

/** The company's customizations, paged, with their total. @param q part of a name */
export function customizationsQuery(q?: string) {
  return pagedQuery(
    ['customizations', 'list', q],
    (cursor) => callPage(api.customizations.list, { query: { q, cursor } }),
    { staleTime: fresh.long },
  )
}

/** The customizations of a product, in their order. */
export function assignedQuery(productId: number) {
  return queryOptions({
    queryKey: ['customizations', 'of-product', productId],
    queryFn: () => call(api.products.customizations, { params: { id: productId } }),
    staleTime: fresh.long,
  })
}

/** The options of a customization. */
export function optionsQuery(id: number) {
  return queryOptions({
    queryKey: ['customizations', id, 'options'],
    queryFn: () => call(api.options.list, { params: { id } }),
    staleTime: fresh.long,
  })
}
