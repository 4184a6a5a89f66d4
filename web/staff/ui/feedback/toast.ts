/** A toast. `bad` is for failures. */
export interface ToastContent {
  title: string
  description?: string
  tone?: 'plain' | 'bad'
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
