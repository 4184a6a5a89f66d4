import {
  type MutationMeta,
  type QueryClient,
  type QueryKey,
  useMutation,
  useQueryClient,
} from '@tanstack/react-query'
import { CallError, sentenceOf } from '../../api/client.ts'
import type { FailedCall } from '../../api/query-client.ts'

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
  failedTo: what,
  reloads,
  keepsForm = false,
  scope,
  onDone,
  onFailed,
}: ReportedCall<Input, Output>) {
  const client = useQueryClient()
  return useMutation({
    mutationFn: call,
    meta: { keepsForm, failed: what ? failedTo(what) : failed },
    scope,
    onSuccess: (output, input) => {
      if (done) showToast(typeof done === 'string' ? { title: done } : done(output, input))
      return onDone?.(output, client, input)
    },
    onError: (error, input) => onFailed?.(error, client, input),
    onSettled: () => reloads && client.invalidateQueries({ queryKey: reloads }),
  })
}

/** The toast's text if the message itself shows at a field. */
const REVIEW_FIELDS = 'Review the highlighted fields.'

/** Shows the toast of a failed call, without repeating messages that show at the form's fields. */
export function showFailure(error: Error, { failed, keepsForm }: MutationMeta) {
  if (!failed || (keepsForm && isEditConflict(error))) return
  const { title, describe, fallback }: FailedCall = typeof failed === 'string' ? { title: failed } : failed
  const sentence = sentenceOf(error, fallback)
  const text = keepsForm && isAtField(error, sentence) ? REVIEW_FIELDS : sentence
  showToast({ tone: 'bad', title, description: describe ? describe(text, error) : text })
}

/** Whether another user saved first; the form then shows who, or asks which value to keep. */
export function isEditConflict(error: Error): boolean {
  if (!(error instanceof CallError)) return false
  return error.changedBy !== undefined || (error.code === 'changed' && error.status === undefined)
}

/** Whether an error's message belongs to one of its fields. */
export function isAtField(error: Error | null, sentence: string): boolean {
  return error instanceof CallError && Object.values(error.fields).includes(sentence)
}

/** `Failed to update profile: …`, under the title Error. */
export function failedTo(what: string): FailedCall {
  return { title: 'Error', describe: (sentence) => `Failed to ${what}: ${sentence}` }
}

/** A toast. `bad` is for failures. */
export interface ToastContent {
  title: string
  description?: string
  tone?: 'plain' | 'bad'
  /** What can be done next; the toast then stays for longer. */
  actions?: readonly { label: string; act: () => void }[]
}
interface Toast extends ToastContent {
  id: number
  open: boolean
}

let toast: Toast | undefined
let lastId = 0
const listeners = new Set<() => void>()

function setToast(next: Toast) {
  toast = next
  for (const listener of listeners) listener()
}

/** Shows a toast, replacing the previous one: only one is visible at a time (docs/product.md, Toasts). */
export function showToast(content: ToastContent) {
  lastId += 1
  setToast({ id: lastId, open: true, ...content })
}

/** Closes a toast; it stays in the store, so that its closing can be animated. */
export function dismissToast(id: number) {
  if (toast?.id === id) setToast({ ...toast, open: false })
}

/** The toast as a store for useSyncExternalStore. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => toast,
}
