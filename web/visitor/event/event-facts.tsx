import { formatDateRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { mailLink } from '@trunkshow/contract/paths.ts'
import { CalendarIcon, ClockIcon, LengthIcon, MailIcon, PlaceIcon } from '../shell/icons.tsx'
import { PlaceLink } from '../shell/place-link.tsx'
import styles from './event-facts.module.css'

/** When, where, how long and the contact; the location only if the host shows it (docs/product.md, The event page). */
export function EventFacts({ event, hours }: { event: Event; hours: string }) {
  return (
    <ul className={styles.facts}>
      <li>
        <CalendarIcon />
        {formatDateRange(event.eventDate, event.isMultiDay ? event.endDate : null)}
      </li>
      <li>
        <ClockIcon />
        {hours}
      </li>
      {event.location && event.showLocation && (
        <li>
          <PlaceIcon />
          <PlaceLink location={event.location} />
        </li>
      )}
      <li>
        <LengthIcon />
        {`${event.slotDuration}-minute appointments`}
      </li>
      {event.contactEmail && (
        <li>
          <MailIcon />
          <a href={mailLink(event.contactEmail)}>{event.contactEmail}</a>
        </li>
      )}
    </ul>
  )
}
