import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { ReactNode } from 'react'
import { monogram } from '../../theme/monogram.ts'
import { Picture } from '../ui/picture.tsx'
import styles from './event-cover.module.css'

/** The top of an event's card: its banner with the host's mark in the corner; without a banner, the mark alone. */
export function EventCover({ event, children }: { event: Event; children: ReactNode }) {
  const initials = <span aria-hidden="true">{monogram(event.hostName)}</span>
  return (
    <div className={styles.cover}>
      {event.bannerUrl && (
        <Picture
          kind="banner"
          source={event.bannerUrl}
          alt=""
          sizes="(max-width: 48em) 100vw, 400px"
          className={styles.banner}
          fallback={null}
        />
      )}
      <span className={styles.mark} data-corner={event.bannerUrl !== null}>
        {event.logoUrl ? (
          <Picture
            kind="logo"
            source={event.logoUrl}
            alt=""
            sizes="72px"
            className={styles.logo}
            fallback={initials}
          />
        ) : (
          initials
        )}
      </span>
      <span className={styles.badge}>{children}</span>
    </div>
  )
}
