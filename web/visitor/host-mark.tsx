import type { Event } from '@trunkshow/contract/events/schema.ts'
import styles from './host-mark.module.css'
import { monogram } from './monogram.ts'
import { RetryingImage } from './retrying-image.tsx'

/** The host's logo, or their monogram where there is none; their name stands in words nearby. */
export function HostMark({ event, className = '' }: { event: Event; className?: string }) {
  return (
    <span className={`${styles.mark} ${className}`}>
      {event.logoUrl ? (
        <RetryingImage className={styles.logo} src={event.logoUrl} alt={event.hostName} />
      ) : (
        <span aria-hidden="true">{monogram(event.hostName)}</span>
      )}
    </span>
  )
}
