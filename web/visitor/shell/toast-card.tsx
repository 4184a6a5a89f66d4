import { type PointerEvent, useEffect, useRef, useState } from 'react'
import { CloseIcon } from './icons.tsx'
import styles from './toast.module.css'

export interface Toast {
  kind: 'good' | 'bad'
  title: string
  text?: string
}

const DURATION_MS = 5000
const SWIPE_PX = 50

/**
 * One toast: closes after 5 seconds unless hovered or focused, or when swiped right by 50 px (docs/product.md,
 * Toasts).
 */
export function ToastCard({ toast, onDismiss }: { toast: Toast; onDismiss: () => void }) {
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
      className={toast.kind === 'good' ? styles.good : styles.bad}
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
