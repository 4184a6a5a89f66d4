import {
  createContext,
  type PointerEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react'
import { CloseIcon } from './icons.tsx'
import { Embedded } from './links.tsx'
import styles from './toast.module.css'

interface Toast {
  kind: 'good' | 'bad'
  title: string
  text?: string
}

const DURATION_MS = 5000
const SWIPE_PX = 50

/** One toast: closes after 5 seconds unless hovered or focused, or when swiped right (docs/product.md, Toasts). */
function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
  const [held, setHeld] = useState(false)
  const swipeFrom = useRef<number | null>(null)

  function distance(event: PointerEvent) {
    return swipeFrom.current === null ? 0 : Math.max(0, event.clientX - swipeFrom.current)
  }
  function handleMove(event: PointerEvent<HTMLElement>) {
    event.currentTarget.style.translate = `${distance(event)}px`
  }
  function handleRelease(event: PointerEvent<HTMLElement>) {
    if (distance(event) >= SWIPE_PX) onDismiss()
    else event.currentTarget.style.translate = ''
    swipeFrom.current = null
  }

  useEffect(() => {
    if (held) return
    const timer = setTimeout(onDismiss, DURATION_MS)
    return () => clearTimeout(timer)
  }, [held, onDismiss])

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: a swipe only shortens the way to the Dismiss button
    <div
      className={styles.toast}
      data-kind={toast.kind}
      onMouseEnter={() => setHeld(true)}
      onMouseLeave={() => setHeld(false)}
      onFocus={() => setHeld(true)}
      onBlur={() => setHeld(false)}
      onPointerDown={(event) => {
        swipeFrom.current = event.clientX
      }}
      onPointerMove={handleMove}
      onPointerUp={handleRelease}
      onPointerCancel={handleRelease}
    >
      <div>
        <p className={styles.title}>{toast.title}</p>
        {toast.text && <p>{toast.text}</p>}
      </div>
      <button type="button" className={styles.close} aria-label="Dismiss" onClick={onDismiss}>
        <CloseIcon />
      </button>
    </div>
  )
}

const ShowToast = createContext<(toast: Toast) => void>(() => {})

/** Shows a toast, replacing the previous one: only one is visible at a time (docs/product.md, Toasts). */
export const useToast = () => useContext(ShowToast)

/** Renders the toast. Both live regions exist from the start, or screen readers wouldn't announce their content. */
export function ToastProvider({ children }: { children: ReactNode }) {
  const [current, setCurrent] = useState<(Toast & { id: number }) | null>(null)
  const embedded = useContext(Embedded)
  const show = useCallback(
    // A frame is as tall as its page, so a toast would be out of sight: there the page itself says everything.
    (toast: Toast) => setCurrent((before) => (embedded ? null : { ...toast, id: (before?.id ?? 0) + 1 })),
    [embedded],
  )
  const dismiss = useCallback(() => setCurrent(null), [])
  const card = current && <ToastCard key={current.id} toast={current} onDismiss={dismiss} />
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
