import { infiniteQueryOptions, keepPreviousData } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { ShopifyLog } from '@trunkshow/contract/shopify/schema.ts'
import type { LogFilter } from '@trunkshow/contract/shopify/screens.ts'
import { call, callPage, joinPages } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { operationToasts } from './operation-toasts.ts'
import { settleOperation } from './settle-operation.ts'

const reloads = ['shopify', 'logs']

/** The Shopify log, paged, newest first. Reloaded every time it is opened. */
export function logsQuery(filter: LogFilter) {
  return infiniteQueryOptions({
    queryKey: [...reloads, filter],
    queryFn: ({ pageParam }) => callPage(api.shopify.logs, { query: { ...filter, cursor: pageParam } }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: (page) => page.next,
    select: joinPages,
    placeholderData: keepPreviousData,
    staleTime: 0,
  })
}

/** Retries a failed operation, or checks now on one whose outcome is unknown. */
export function useRetry({ operationId, operation }: ShopifyLog) {
  return useReportedCall({
    call: () => settleOperation(call(api.shopify.retry, { params: { id: operationId } })),
    ...operationToasts[operation],
    reloads,
  })
}
