import { formatDateRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import { formatHours } from '@trunkshow/contract/zones.ts'
import { useLinks } from '../embed/embedded.ts'
import { HostMark } from '../shell/host-mark.tsx'
import { CalendarIcon, ClockIcon, PersonIcon, PlaceIcon } from '../shell/icons.tsx'
import { RetryingImage } from '../shell/retrying-image.tsx'
import ui from '../shell/ui.module.css'
import styles from './event-card.module.css'

/** Image widths for the landing page: one, two, then three columns up to a maximum width. */
const CARD_WIDTHS = '(min-width: 1080px) 340px, (min-width: 980px) 32vw, (min-width: 640px) 48vw, 95vw'

interface EventCardProps {
  event: Event
  hasMore?: boolean
  soldOut?: boolean
}

/** One event of the landing page, with a link to its host's other events if there are any. */
export function EventCard({ event, hasMore, soldOut }: EventCardProps) {
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
          <li>
            <CalendarIcon />
            {formatDateRange(event.eventDate, event.isMultiDay ? event.endDate : null)}
          </li>
          <li>
            <ClockIcon />
            {formatHours(event)}
          </li>
          {event.location && event.showLocation && (
            <li>
              <PlaceIcon />
              {event.location}
            </li>
          )}
          <li>
            <PersonIcon />
            {`Max ${event.maxBookingsPerSlot} per ${event.slotDuration} min slot`}
          </li>
        </ul>
        <a
          className={soldOut ? ui.secondary : ui.primary}
          href={links.event(event.id)}
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
