import { formatDateRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import { formatHours } from '@trunkshow/contract/zones.ts'
import type { ReactNode } from 'react'
import { CalendarIcon, ClockIcon, Fact, LengthIcon, PersonIcon, PlaceIcon } from '../shell/icons.tsx'
import { useLinks } from '../shell/links.tsx'
import { HostMark, RetryingImage } from '../shell/pictures.tsx'
import ui from '../shell/ui.module.css'
import styles from './landing.module.css'

interface EventCardsProps {
  page: { events: Event[]; next?: string; isLater?: boolean; soldOut?: number[]; lastShown?: number[] }
  /** Address of the first page of these events. */
  first: string
  /** Whether they are all of a company, not of the landing page, which words some things in its own way. */
  isOneHost?: boolean
  children?: ReactNode
}

/** A page of events as cards, with links to the next and the first page. */
export function EventCards({ page, first, isOneHost = false, children }: EventCardsProps) {
  const { events, next, isLater, soldOut, lastShown } = page
  return (
    <>
      <ul className={styles.grid}>
        {events.map((event) => (
          <li key={event.id}>
            <EventCard
              event={event}
              isOneHost={isOneHost}
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

/** Image widths for the landing page: one, two, then three columns up to a maximum width. */
const CARD_WIDTHS = '(min-width: 1080px) 340px, (min-width: 980px) 32vw, (min-width: 640px) 48vw, 95vw'

/** One event of the landing page, with a link to its host's other events if there are any. */
interface EventCardProps {
  event: Event
  isOneHost: boolean
  hasMore?: boolean
  soldOut?: boolean
}

function EventCard({ event, isOneHost, hasMore, soldOut }: EventCardProps) {
  const links = useLinks()
  const titleId = `event-${event.id}`
  return (
    <article className={styles.card} aria-labelledby={titleId}>
      <div className={styles.cover}>
        {event.bannerUrl && (
          <RetryingImage
            className={styles.banner}
            src={event.bannerUrl}
            kind="banner"
            sizes={CARD_WIDTHS}
            alt=""
          />
        )}
        <HostMark event={event} className={event.bannerUrl ? styles.corner : undefined} />
      </div>
      <div className={styles.text}>
        <h2 id={titleId}>{event.name}</h2>
        <p className={ui.capitals}>{`Hosted by ${event.hostName}`}</p>
        <ul className={styles.facts}>
          <Fact Icon={CalendarIcon}>
            {formatDateRange(event.eventDate, event.isMultiDay ? event.endDate : null)}
          </Fact>
          <Fact Icon={ClockIcon}>{formatHours(event)}</Fact>
          {event.location && event.showLocation && <Fact Icon={PlaceIcon}>{event.location}</Fact>}
          <Fact Icon={isOneHost ? LengthIcon : PersonIcon}>
            {isOneHost
              ? `${event.slotDuration}-minute appointments`
              : `Max ${event.maxBookingsPerSlot} per ${event.slotDuration} min slot`}
          </Fact>
        </ul>
        <a
          className={soldOut ? ui.secondary : ui.primary}
          href={links.listedEvent(event.id)}
          aria-describedby={titleId}
        >
          {soldOut ? 'Sold Out: View Event' : 'Book Appointment'}
        </a>
        {hasMore && (
          <a className={styles.more} href={paths.hostShows(event.id)}>
            {`More shows by ${event.hostName}`}
          </a>
        )}
      </div>
    </article>
  )
}
