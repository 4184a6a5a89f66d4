import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FailedCall } from '../../api/query-client.ts'
import { failedTo as asErrorToast } from './show-failure.ts'
import { showToast, type ToastContent } from './toast.ts'

export interface ReportedCall<Input, Output> {
  call: (input: Input) => Promise<Output>
  /** The success toast, or just its title; none if the screen shows the result. */
  done?: string | ((output: Output, input: Input) => ToastContent)
  /** The failure toast, or just its title; the server's sentence is below. */
  failed?: string | FailedCall
  /** Instead of `failed`: what failed, for the toast `Error`, `Failed to update template: …`. */
  failedTo?: string
  /** Query keys to reload afterwards, also after a failure. */
  reloads?: QueryKey
  /** Whether the call belongs to a form being edited. */
  keepsForm?: boolean
  /** Calls with the same scope run one at a time. */
  scope?: { id: string }
  /** Stores the response in the cache, or invalidates other lists. */
  onDone?: (output: Output, client: QueryClient, input: Input) => unknown
  onFailed?: (error: Error, client: QueryClient, input: Input) => unknown
}

/** Runs a call that changes something, shows its result in a toast, and reloads what it changed. */
export function useReportedCall<Input, Output>({
  call,
  done,
  failed,
  failedTo,
  reloads,
  keepsForm = false,
  scope,
  onDone,
  onFailed,
}: ReportedCall<Input, Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    meta: { keepsForm, failed: failedTo ? asErrorToast(failedTo) : failed },
    scope,
    onSuccess: (output, input) => {
      if (done) showToast(typeof done === 'string' ? { title: done } : done(output, input))
      return onDone?.(output, client, input)
    },
    onError: (error, input) => onFailed?.(error, client, input),
    onSettled: () => reloads && client.invalidateQueries({ queryKey: reloads }),
  })
}
