import { monogram } from '../../theme/monogram.ts'
import styles from './host-mark.module.css'
import { RetryingImage } from './retrying-image.tsx'

interface HostMarkProps {
  event: { logoUrl: string | null; hostName: string }
  className?: string
}

/** The host's logo, or their initials. Decorative, since their name is always nearby. */
export function HostMark({ event, className = '' }: HostMarkProps) {
  return (
    <span className={`${styles.mark} ${className}`}>
      {event.logoUrl ? (
        <RetryingImage
          className={styles.logo}
          src={event.logoUrl}
          kind="logo"
          sizes="160px"
          alt={event.hostName}
        />
      ) : (
        <span aria-hidden="true">{monogram(event.hostName)}</span>
      )}
    </span>
  )
}
