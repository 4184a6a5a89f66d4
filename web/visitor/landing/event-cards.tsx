import type { Event } from '@trunkshow/contract/events/schema.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { ReactNode } from 'react'
import ui from '../shell/ui.module.css'
import { EventCard } from './event-card.tsx'
import styles from './event-cards.module.css'

interface EventCardsProps {
  page: { events: Event[]; next?: string; isLater?: boolean; soldOut?: number[]; lastShown?: number[] }
  /** Address of the first page of these events. */
  first: string
  /** Another link below the cards. */
  children?: ReactNode
}

/** A page of events as cards, with links to the next and the first page. */
export function EventCards({ page, first, children }: EventCardsProps) {
  const { events, next, isLater, soldOut, lastShown } = page
  return (
    <>
      <ul className={styles.grid}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard
              event={event}
              hasMore={lastShown?.includes(event.id)}
              soldOut={soldOut?.includes(event.id)}
            />
          </li>
        ))}
      </ul>
      {(next || isLater || children) && (
        <nav className={styles.paging} aria-label="Pages of shows">
          {isLater && (
            <a className={ui.secondary} href={first}>
              First shows
            </a>
          )}
          {children}
          {next && (
            <a className={ui.secondary} href={paths.moreShows(next, first)} rel="next">
              More shows
            </a>
          )}
        </nav>
      )}
    </>
  )
}
