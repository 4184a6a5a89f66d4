import { queryOptions } from '@tanstack/react-query'
import { api } from '@trunkshow/contract/api.ts'
import type { connectInput, Store } from '@trunkshow/contract/shopify/schema.ts'
import type { z } from 'zod'
import { call } from '../api/client.ts'
import { useReportedCall } from '../ui/feedback/use-reported-call.ts'

/** The connection to the company's store, without its secrets. */
export function storeQuery() {
  return queryOptions({ queryKey: ['shopify', 'store'], queryFn: () => call(api.shopify.store) })
}

/** Changes the connection; the screen shows the response. */
function useStoreCall<Input>(
  call: (input: Input) => Promise<Store>,
  texts: { done: string; failed?: string; failedTo?: string; keepsForm?: boolean },
) {
  const { queryKey } = storeQuery()
  return useReportedCall({
    call,
    ...texts,
    onDone: (store, client) => client.setQueryData(queryKey, store),
    onFailed: (_error, client) => client.invalidateQueries({ queryKey }),
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
    failedTo: 'save settings',
  })
}

/** Tests the connection; the result shows beside the button. */
export function useTestStore() {
  return useReportedCall({
    call: () => call(api.shopify.test),
    failed: 'Failed to test the connection',
    reloads: storeQuery().queryKey,
  })
}
