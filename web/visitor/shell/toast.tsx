import { createContext, type ReactNode, useCallback, useContext, useMemo, useState } from 'react'
import { Embedded } from '../embed/embedded.ts'
import styles from './toast.module.css'
import { type Toast, ToastCard } from './toast-card.tsx'

const ShowToast = createContext<(toast: Toast) => void>(() => {})

/**
 * Shows a toast, replacing the previous one: only one is visible at a time (docs/product.md, Toasts). In a frame, which
 * is as tall as its page, it would be out of sight: there the page itself says everything.
 */
export function useToast() {
  const show = useContext(ShowToast)
  return useContext(Embedded) ? ignore : show
}

function ignore() {}

/** Renders the toast. Both live regions exist from the start, or screen readers wouldn't announce their content. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<(Toast & { id: number }) | null>(null)
  const show = useCallback(
    (toast: Toast) => setCurrent((before) => ({ ...toast, id: (before?.id ?? 0) + 1 })),
    [],
  )
  const dismiss = useCallback(() => setCurrent(null), [])
  const card = useMemo(
    () => current && <ToastCard key={current.id} toast={current} onDismiss={dismiss} />,
    [current, dismiss],
  )
  return (
    <ShowToast value={show}>
      {children}
      <div className={styles.region}>
        <div role="status">{current?.kind === 'good' && card}</div>
        <div role="alert">{current?.kind === 'bad' && card}</div>
      </div>
    </ShowToast>
  )
}
