import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { appointmentLength, bookingTerms, dayHoursTexts } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { mailLink } from '@trunkshow/contract/paths.ts'
import type { EventPage as EventPageContent } from '@trunkshow/contract/visitor-page.ts'
import { CalendarIcon, ClockIcon, Fact, LengthIcon, MailIcon, PlaceIcon } from '../shell/icons.tsx'
import { PlaceLink, useLinks } from '../shell/links.tsx'
import { HostMark, RetryingImage } from '../shell/pictures.tsx'
import ui from '../shell/ui.module.css'
import { BookingForm, ClosedNotice } from './booking-form.tsx'
import styles from './event-page.module.css'
import { useBooked } from './use-booking.ts'

/** The public page of one event: the details, the time slots, then the booking form. */
export function EventPage({ page }: { page: EventPageContent }) {
  const made = useBooked(page.booked)
  return (
    <>
      <EventHead page={page} booked={made.booked !== undefined} />
      <div className={ui.page}>
        {page.event.isActive && !page.ended ? (
          <BookingForm page={page} made={made} />
        ) : (
          <ClosedNotice page={page} />
        )}
      </div>
    </>
  )
}

/** Longer names and descriptions use a smaller font, so they still fit. */
const LONG_NAME = 44
const LONG_TEXT = 320

/** On a phone, two thirds of its pixels are sharp enough for a photo, and arrive in less than half the time. */
const BANNER_SIZES = '(max-width: 640px) 66vw, 100vw'

/** The event's name and description, below the banner or framed like a card; a confirmed booking has its own facts. */
function EventHead({ page: { event, hours, tour }, booked }: { page: EventPageContent; booked: boolean }) {
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
          <HostMark event={event} className={ui.mark} />
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

const Lines = ({ of: lines }: { of: string[] }) => (
  <div>
    {lines.map((line) => (
      <div key={line}>{line}</div>
    ))}
  </div>
)

/** When, where, how long and the contact; the location only if the host shows it (docs/product.md, The event page). */
function EventFacts({ event, hours }: { event: Event; hours: string }) {
  return (
    <ul className={styles.facts}>
      <Fact Icon={CalendarIcon}>
        {formatDateRange(event.eventDate, event.isMultiDay ? event.endDate : null)}
      </Fact>
      <Fact Icon={ClockIcon}>
        <Lines of={[hours, ...dayHoursTexts(event)]} />
      </Fact>
      {event.location && event.showLocation && (
        <Fact Icon={PlaceIcon}>
          <PlaceLink location={event.location} />
        </Fact>
      )}
      <Fact Icon={LengthIcon}>
        <Lines of={[appointmentLength(event.slotDuration), ...bookingTerms(event)]} />
      </Fact>
      {event.contactEmail && (
        <Fact Icon={MailIcon}>
          <a href={mailLink(event.contactEmail)}>{event.contactEmail}</a>
        </Fact>
      )}
    </ul>
  )
}
