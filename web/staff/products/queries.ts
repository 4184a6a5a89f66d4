import { infiniteQueryOptions, keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { Product } from '@trunkshow/contract/products/schema.ts'
import type { whichProducts } from '@trunkshow/contract/products/screens.ts'
import { useState } from 'react'
import type { z } from 'zod'
import { call, callPage, joinPages } from '../api/client.ts'
import { fresh } from '../api/query-client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import {
  changesToSend,
  type ProductChanges,
  type ProductFormValues,
  productToSend,
} from './product-form-values.ts'

/** The products' filters, kept in the page's URL. */
export type ProductFilter = z.output<typeof whichProducts>

const reloads = ['products']

/** The company's products, paged, with their total; the previous ones stay while new ones load. */
export function productsQuery(filter: ProductFilter) {
  return infiniteQueryOptions({
    queryKey: [...reloads, 'list', filter],
    queryFn: ({ pageParam }) => callPage(api.products.list, { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: joinPages,
    placeholderData: keepPreviousData,
    staleTime: fresh.long,
  })
}

export function productQuery(id: number) {
  return queryOptions({
    queryKey: [...reloads, 'one', id],
    queryFn: () => call(api.products.get, { params: { id } }),
  })
}

/** What a failure to save is called: a title of its own, or what failed, in the orders screen. */
export type SaveFailure = { failed: string } | { failedTo: string }

/** Adds or changes a product. `sent` is the fraction of its photo that is uploaded, 0 to 1. */
export function useSaveProduct(
  product?: Product,
  failure: SaveFailure = { failed: product ? 'Update failed' : 'Failed to create product' },
) {
  const [sent, setSent] = useState<number>()
  const save = useReportedCall({
    call: async ({ values, changes }: { values: ProductFormValues; changes: ProductChanges }) =>
      product
        ? call(api.products.update, {
            params: { id: product.id },
            ...changesToSend(changes),
            onProgress: setSent,
          })
        : call(api.products.create, { ...productToSend(values), onProgress: setSent }),
    done: product ? 'Product updated' : 'Product created',
    ...failure,
    reloads,
    keepsForm: true,
  })
  return { ...save, sent: save.isPending ? sent : undefined }
}

/** Deletes a product that no order uses; its dialog reports a failure. */
export function useDeleteProduct({ id }: Product) {
  return useReportedCall({
    call: () => call(api.products.remove, { params: { id } }),
    done: 'Product deleted',
    reloads,
  })
}

/** Archives a product: new orders can't use it. */
export function useArchiveProduct({ id }: Product) {
  return useReportedCall({
    call: () => call(api.products.update, { params: { id }, body: { isActive: false } }),
    done: 'Product archived',
    failedTo: 'update product',
    reloads,
  })
}
