import { type QueryKey, useMutation, useQueryClient } from '@tanstack/react-query'
import type { FailedCall } from '../../api/query-client.ts'
import { failedTo as toldAs } from './show-failure.ts'
import { showToast } from './toast.ts'

interface ToldCall<Input, Output> {
  call: (input: Input) => Promise<Output>
  /** The title of the toast when it is done; none where the screen shows it. */
  done?: string
  /** The toast when it fails, or its title alone; the server's sentence stands below. */
  failed?: string | FailedCall
  /** In its place: what could not be done, for the toast `Error` of the catalogue, `Failed to update template: …`. */
  failedTo?: string
  /** What is loaded again afterwards, whatever came of it. */
  reloads: QueryKey
  /** Whether the call belongs to a filled form. */
  keepsForm?: boolean
  /** Calls of one scope go one after the other. */
  scope?: { id: string }
}

/** A call that tells by a toast how it went, and has the lists it changes loaded again. */
export function useToldCall<Input, Output>({
  call,
  done,
  failed,
  failedTo,
  reloads,
  keepsForm = false,
  scope,
}: ToldCall<Input, Output>) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: call,
    meta: { keepsForm, failed: failedTo ? toldAs(failedTo) : failed },
    scope,
    onSuccess: () => done && showToast({ title: done }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: reloads }),
  })
}
