import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { OrderInShopify } from '@trunkshow/contract/orders/schema.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { call } from '../../api/client.ts'
import { operationToasts } from '../../shopify/operation-toasts.ts'
import { settleOperation } from '../../shopify/settle-operation.ts'
import { showToast } from '../../ui/feedback/toast.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'
import { orderQuery } from '../queries.ts'

const POLL_MS = 2000
const reloads = ['orders']

export const isUnderway = (at: OrderInShopify | undefined) =>
  Boolean(at?.operation && openStates.includes(at.operation.state))

/** An order's state in Shopify, polled while an operation is running. */
export function orderInShopifyQuery(id: number) {
  return queryOptions({
    queryKey: ['orders', 'store', id],
    queryFn: async ({ client, queryKey }) => {
      const before = client.getQueryData<OrderInShopify>(queryKey)
      const now = await call(api.orders.atStore, { params: { id } })
      // The operation may have changed the order too.
      if (isUnderway(before) && !isUnderway(now))
        void client.invalidateQueries({ queryKey: orderQuery(id).queryKey })
      return now
    },
    refetchInterval: ({ state }) => (isUnderway(state.data) ? POLL_MS : false),
    staleTime: 0,
  })
}

/** Waits for an operation; until it settles, its state shows with the order. */
function useSettle() {
  const queryClient = useQueryClient()
  return (answer: Promise<Operation>) =>
    settleOperation(answer, () => queryClient.invalidateQueries({ queryKey: ['orders', 'store'] }))
}

/** A response whose message has `updated` was an update (docs/product.md, Orders in Shopify). */
export function usePushOrder(id: number) {
  const { done, failed } = operationToasts['order.push']
  const settle = useSettle()
  return useReportedCall({
    call: async () => {
      const { message } = await settle(call(api.orders.push, { params: { id } }))
      const title = message.includes('updated') ? 'Order updated in Shopify' : done
      showToast({ title, description: message })
    },
    failed,
    reloads,
  })
}

export function useRecreateOrder(id: number) {
  const { done, failed } = operationToasts['order.recreate']
  const settle = useSettle()
  return useReportedCall({
    call: async () => {
      const { message } = await settle(call(api.orders.recreate, { params: { id } }))
      showToast({ title: done, description: message })
    },
    failed,
    reloads,
  })
}

/** Retries a failed operation. */
export function useRetryOperation({ id, kind }: Pick<Operation, 'id' | 'kind'>) {
  const settle = useSettle()
  return useReportedCall({
    call: () => settle(call(api.shopify.retry, { params: { id } })),
    ...operationToasts[kind],
    reloads,
  })
}
