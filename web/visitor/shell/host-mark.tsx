import type { Event } from '@trunkshow/contract/events/schema.ts'
import { monogram } from '../../theme/monogram.ts'
import styles from './host-mark.module.css'
import { RetryingImage } from './retrying-image.tsx'

/** The host's logo, or their initials. Decorative, since their name is always nearby. */
export function HostMark({ event, className = '' }: { event: Event; className?: string }) {
  return (
    <span className={`${styles.mark} ${className}`}>
      {event.logoUrl ? (
        <RetryingImage
          className={styles.logo}
          src={event.logoUrl}
          kind="logo"
          sizes="76px"
          alt={event.hostName}
        />
      ) : (
        <span aria-hidden="true">{monogram(event.hostName)}</span>
      )}
    </span>
  )
}
