import type { MouseEvent } from 'react'
import ui from '../shell/ui.module.css'
import styles from './slots-states.module.css'

/** Shown when the slots couldn't be loaded. Retry fetches them again, or reloads the page without scripts. */
export function SlotsFailed({ pageHref, onRetry }: { pageHref: string; onRetry: () => void }) {
  function handleRetry(event: MouseEvent) {
    event.preventDefault()
    onRetry()
  }
  return (
    <div className={styles.failed} role="alert">
      <p>Failed to load time slots. Please try again later.</p>
      <a className={ui.secondary} href={pageHref} onClick={handleRetry}>
        Retry
      </a>
    </div>
  )
}

const tiles = Array.from({ length: 8 }, (_, index) => index)

/** Shown while the first slots of a date load. */
export function SlotsSkeleton() {
  return (
    <div className={styles.skeleton} role="status">
      <span className={ui.unseen}>Loading time slots…</span>
      {tiles.map((tile) => (
        <span key={tile} className={styles.tile} />
      ))}
    </div>
  )
}
