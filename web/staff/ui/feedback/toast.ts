/** A toast. `bad` is for failures. */
export interface ToastContent {
  title: string
  description?: string
  tone?: 'plain' | 'bad'
}
export interface Toast extends ToastContent {
  id: number
  open: boolean
}

const VISIBLE = 1
const REMOVE_AFTER_MS = 1_000_000

let toasts: readonly Toast[] = []
let lastId = 0
const listeners = new Set<() => void>()

function setToasts(next: readonly Toast[]) {
  toasts = next
  for (const listener of listeners) listener()
}

/** Shows a toast, replacing the previous one: only one is visible at a time (docs/product.md, Toasts). */
export function showToast(content: ToastContent) {
  lastId += 1
  setToasts([{ id: lastId, open: true, ...content }, ...toasts].slice(0, VISIBLE))
}

/** Closes a toast; it is removed later, so its closing can be animated. */
export function dismissToast(id: number) {
  setToasts(toasts.map((toast) => (toast.id === id ? { ...toast, open: false } : toast)))
  setTimeout(() => setToasts(toasts.filter((toast) => toast.id !== id)), REMOVE_AFTER_MS)
}

/** The toasts as a store for useSyncExternalStore. */
export const toastStore = {
  subscribe(listener: () => void) {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  read: () => toasts,
}
