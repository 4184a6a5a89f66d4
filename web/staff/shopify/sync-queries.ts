import { queryOptions, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import { openStates } from '@trunkshow/contract/shopify/rules.ts'
import type { Operation } from '@trunkshow/contract/shopify/schema.ts'
import { call } from '../api/client.ts'
import { showToast } from '../ui/feedback/toast.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'
import { operationToasts } from './queries.ts'

const POLL_MS = 1000
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
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? POLL_MS : false),
    staleTime: 0,
  })
}

export function isRunning({ state }: Operation): boolean {
  return openStates.includes(state)
}

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
