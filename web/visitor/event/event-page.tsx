import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { appointmentLength, bookingTerms, dayHoursTexts } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { mailLink } from '@trunkshow/contract/paths.ts'
import type { EventPage as EventPageContent } from '@trunkshow/contract/visitor-page.ts'
import { useContext } from 'react'
import { CalendarIcon, ClockIcon, Fact, LengthIcon, MailIcon, PlaceIcon } from '../shell/icons.tsx'
import { Embedded, PlaceLink, useLinks } from '../shell/links.tsx'
import { HostMark, RetryingImage } from '../shell/pictures.tsx'
import ui from '../shell/ui.module.css'
import { BookingForm, ClosedNotice } from './booking-form.tsx'
import styles from './event-page.module.css'
import { useBooked } from './use-booking.ts'

/** The public page of one event: the details, the time slots, then the booking form. */
export function EventPage({ page }: { page: EventPageContent }) {
  const made = useBooked(page.booked)
  const { event } = page
  const takesBookings = event.isActive && !page.ended
  const isPlain = useContext(Embedded) === 'plain'
  return (
    <>
      {isPlain ? (
        <h1 className={ui.unseen}>{event.name}</h1>
      ) : (
        <EventHead
          page={page}
          booked={made.booked !== undefined}
          leadsToTimes={takesBookings && !made.booked && page.slots?.length !== 0}
        />
      )}
      <div className={ui.page}>
        {takesBookings ? <BookingForm page={page} made={made} /> : <ClosedNotice page={page} />}
        {!isPlain && isLong(event) && (
          <section className={styles.about}>
            <h2>About this event</h2>
            <p className={styles.description}>{event.description}</p>
          </section>
        )}
      </div>
    </>
  )
}

/** Longer names use a smaller font, so they still fit. */
const LONG_NAME = 44
/** A longer description is below the times, which stand beside the facts without scrolling. */
const LONG_TEXT = 320
const isLong = ({ description }: Event) => description.length > LONG_TEXT

/** On a phone, two thirds of its pixels are sharp enough for a photo, and arrive in less than half the time. */
const BANNER_SIZES = '(max-width: 640px) 66vw, 100vw'

interface EventHeadProps {
  page: EventPageContent
  booked: boolean
  /** Whether a phone has a button to the times, which are out of sight; elsewhere the head stands in their columns. */
  leadsToTimes: boolean
}

/** The event's name and description, below the banner or framed like a card; a confirmed booking has its own facts. */
function EventHead({ page: { event, hours, tour }, booked, leadsToTimes }: EventHeadProps) {
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
      <div className={event.bannerUrl ? styles.head : styles.framed} data-beside={leadsToTimes || undefined}>
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
        {event.description && !isLong(event) && <p className={styles.description}>{event.description}</p>}
        {leadsToTimes && (
          <a className={styles.onward} href="#appointments">
            Choose a time
          </a>
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
