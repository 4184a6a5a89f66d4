import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { useLinks } from '../embed/embedded.ts'
import { HostMark } from '../shell/host-mark.tsx'
import { RetryingImage } from '../shell/retrying-image.tsx'
import ui from '../shell/ui.module.css'
import { EventFacts } from './event-facts.tsx'
import styles from './event-head.module.css'

/** Longer names and descriptions use a smaller font, so they still fit. */
const LONG_NAME = 44
const LONG_TEXT = 320

/** On a phone, two thirds of its pixels are sharp enough for a photo, and arrive in less than half the time. */
const BANNER_SIZES = '(max-width: 640px) 66vw, 100vw'

interface EventHeadProps {
  event: Event
  hours: string
  tour: EventPage['tour']
  /** Whether the page confirms a booking, with its own day and place. */
  booked: boolean
}

/** The event's name and description, below the banner, or framed like a printed card without one. */
export function EventHead({ event, hours, tour, booked }: EventHeadProps) {
  const { leaving } = useLinks()
  return (
    <>
      {event.bannerUrl && (
        <RetryingImage
          className={styles.banner}
          src={event.bannerUrl}
          kind="banner"
          sizes={BANNER_SIZES}
          alt=""
          leads
        />
      )}
      <div className={event.bannerUrl ? styles.head : styles.framed}>
        {event.logoUrl ? (
          <HostMark event={event} className={styles.mark} />
        ) : (
          <p className={styles.host} aria-hidden="true">
            {event.hostName}
          </p>
        )}
        <h1 className={styles.name} data-long={event.name.length > LONG_NAME || undefined}>
          {event.name}
        </h1>
        <p className={ui.capitals}>{`Hosted by ${event.hostName}`}</p>
        {!booked && <EventFacts event={event} hours={hours} />}
        {tour && (
          <p className={styles.tour}>
            {`Part of ${tour.name}. `}
            <a href={tour.href} {...leaving}>
              Other stops
            </a>
          </p>
        )}
        {event.description && (
          <p className={styles.description} data-long={event.description.length > LONG_TEXT || undefined}>
            {event.description}
          </p>
        )}
      </div>
    </>
  )
}
