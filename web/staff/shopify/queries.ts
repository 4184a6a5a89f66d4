import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { reasonAgainst } from '@trunkshow/contract/shopify/messages.ts'
import { type OperationKind, openStates } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation, Store } from '@trunkshow/contract/shopify/schema.ts'
import { api, CallError, call } from '../api/client.ts'
import type { FailedCall } from '../api/query-client.ts'
import { showToast, useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** The connection to the company's store, without its secrets. */
export function storeQuery() {
  return queryOptions({ queryKey: ['shopify', 'store'], queryFn: () => call(api.shopify.store) })
}

/** Why nothing can be sent to Shopify now; null if it can. */
export const reasonAgainstStore = (store: Store | undefined): string | null =>
  store ? reasonAgainst(store) : 'Loading the store connection…'

const POLL_MS = 2000
const SYNC_POLL_MS = 1000

/**
 * Polls an operation until it is settled, after showing what it is waiting for.
 *
 * @param onWaiting called if it isn't settled yet
 * @throws CallError with the reason if it failed
 */
export async function settleOperation(
  answer: Promise<Operation>,
  onWaiting: () => void = () => {},
): Promise<Operation> {
  let operation = await answer
  if (isRunning(operation)) {
    showToast({ title: operation.message })
    onWaiting()
  }
  while (isRunning(operation)) {
    await new Promise((done) => setTimeout(done, POLL_MS))
    operation = await call(api.shopify.operation, { params: { id: operation.id } }).catch((error) => {
      if (error instanceof CallError && error.isRefusal) throw error
      return operation // no response, but the operation continues
    })
  }
  const { state, message } = operation
  if (state === 'failed') throw new CallError({ message, sentence: message })
  return operation
}

const syncFailed = (fallback: string): FailedCall => ({ title: 'Sync failed', fallback })
const synced = { done: 'Sync completed', failed: syncFailed('Failed to sync with Shopify') }

export const operationToasts: Record<OperationKind, { done: string; failed: string | FailedCall }> = {
  'product.push': { done: 'Product synced', failed: syncFailed('Failed to push product to Shopify') },
  'product.resync': { done: 'Product synced', failed: 'Re-sync failed' },
  'products.sync': synced,
  'discount.sync': { done: 'Discount code synced', failed: 'Sync Failed' },
  'order.push': { done: 'Order sent to Shopify', failed: 'Failed to Push to Shopify' },
  'order.recreate': { done: 'Order recreated in Shopify', failed: 'Failed to Recreate Shopify Order' },
  'order.cancel': { done: 'Order canceled in Shopify', failed: 'Failed to Cancel Order' },
  'order.look': synced,
  'orders.look': synced,
}

const reloads = ['shopify', 'sync']

/** The running sync, polled every second, or else the last one; when it ends, products reload. */
export function syncQuery() {
  return queryOptions({
    queryKey: reloads,
    queryFn: async ({ client }) => {
      const before = client.getQueryData<Operation | null>(reloads)
      const now = await call(api.products.lastSync)
      if (now && before?.id === now.id && isRunning(before) && !isRunning(now)) {
        void client.invalidateQueries({ queryKey: ['products'] })
        showToast(
          now.state === 'done'
            ? { title: 'Sync completed', description: now.message }
            : {
                tone: 'bad',
                title: 'Sync failed',
                description: now.message || 'Failed to sync with Shopify',
              },
        )
      }
      return now
    },
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? SYNC_POLL_MS : false),
    staleTime: 0,
  })
}

export const isRunning = ({ state }: Operation) => openStates.includes(state)

export function useStartSync() {
  const client = useQueryClient()
  return useReportedCall({
    async call() {
      const started = await call(api.products.sync)
      // Stored as running, because the sync may end before the next poll, which only reports the end of a running
      // sync.
      await client.cancelQueries({ queryKey: reloads })
      client.setQueryData<Operation>(reloads, { ...started, state: 'queued' })
    },
    failed: operationToasts['products.sync'].failed,
    reloads,
  })
}
