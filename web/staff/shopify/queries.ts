import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { connectInput, Store } from '@trunkshow/contract/shopify/schema.ts'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import type { FailedCall } from '../api/query-client.ts'
import { failedTo } from '../ui/feedback/show-failure.ts'
import { showToast } from '../ui/feedback/toast.ts'

/** The connection to the company's store, without its secrets. */
export function storeQuery() {
  return queryOptions({ queryKey: ['shopify', 'store'], queryFn: () => call(api.shopify.store) })
}

/** A call that changes the connection: the screen shows what it answers. */
function useStoreCall<Input>(
  mutationFn: (input: Input) => Promise<Store>,
  { done, failed, keepsForm = false }: { done: string; failed: string | FailedCall; keepsForm?: boolean },
) {
  const queryClient = useQueryClient()
  const { queryKey } = storeQuery()
  return useMutation({
    mutationFn,
    meta: { keepsForm, failed },
    onSuccess: (store) => {
      queryClient.setQueryData(queryKey, store)
      showToast({ title: done })
    },
    onError: () => queryClient.invalidateQueries({ queryKey }),
  })
}

export function useConnectStore() {
  return useStoreCall((body: z.input<typeof connectInput>) => call(api.shopify.connect, { body }), {
    done: 'Store connected',
    failed: 'Failed to connect the store',
    keepsForm: true,
  })
}

export function useConnectPractice() {
  return useStoreCall(() => call(api.shopify.practice), {
    done: 'Practice store connected',
    failed: 'Failed to connect the practice store',
  })
}

export function useDisconnectStore() {
  return useStoreCall(() => call(api.shopify.disconnect), {
    done: 'Store disconnected',
    failed: 'Failed to disconnect the store',
  })
}

export function useEnableStore(enabled: boolean) {
  return useStoreCall(() => call(api.shopify.enable, { body: { enabled } }), {
    done: enabled ? 'Connection turned on' : 'Connection turned off',
    failed: failedTo('save settings'),
  })
}

/** Asks the store; what it found stands beside the button. */
export function useTestStore() {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => call(api.shopify.test),
    meta: { failed: 'Failed to test the connection' },
    onSettled: () => queryClient.invalidateQueries({ queryKey: storeQuery().queryKey }),
  })
}
