import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { call } from '../api/client.ts'

const RELOAD_MS = 30_000

/** What Home shows; reloaded while it is open, since guests arrive and book. */
export function homeQuery() {
  return queryOptions({
    queryKey: ['home'],
    queryFn: () => call(api.home.get),
    staleTime: 0,
    refetchInterval: RELOAD_MS,
    refetchOnWindowFocus: true,
  })
}

/** Orders whose last operation in Shopify failed. */
export function failedOrdersQuery() {
  return queryOptions({
    queryKey: ['shopify', 'failed-orders'],
    queryFn: () => call(api.shopify.failedOrders),
    staleTime: 0,
    refetchInterval: RELOAD_MS,
    refetchOnWindowFocus: true,
  })
}
