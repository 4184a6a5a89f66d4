import { type QueryClient, type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FailedCall } from '../../api/query-client.ts'
import { failedTo as asErrorToast } from './show-failure.ts'
import { showToast, type ToastContent } from './toast.ts'

interface ReportedCall<Input, Output> {
  call: (input: Input) => Promise<Output>
  /** The toast when it is done, or its title alone; none where the screen shows it. */
  done?: string | ((output: Output, input: Input) => ToastContent)
  /** The toast when it fails, or its title alone; the server's sentence stands below. */
  failed?: string | FailedCall | undefined
  /** In its place: what could not be done, for the toast `Error`, `Failed to update template: …`. */
  failedTo?: string
  /** What is loaded again afterwards, whether it failed or not. */
  reloads?: QueryKey
  /** Whether the call belongs to a filled form. */
  keepsForm?: boolean
  /** Calls of one scope go one after the other. */
  scope?: { id: string }
  /** Puts the answer into the cache, or has other lists loaded again. */
  onDone?: (output: Output, client: QueryClient, input: Input) => unknown
  onFailed?: (error: Error, client: QueryClient, input: Input) => unknown
}

/** A call that changes something: a toast says how it went, and what it changed is loaded again. */
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
