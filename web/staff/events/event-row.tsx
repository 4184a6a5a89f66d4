import { dayParts, formatDateRange, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { Tag } from '../ui/tag.tsx'
import styles from './event-row.module.css'

/** One event with its state and what can be done with it (spec booking §2). */
export function EventRow({ event, mayEdit }: { event: Event; mayEdit: boolean }) {
  const { weekday, day, month } = dayParts(event.eventDate)
  const id = String(event.id)
  return (
    <li className={styles.row}>
      <div className={styles.date} aria-hidden="true">
        <span>{weekday}</span>
        <b>{day}</b>
        <span>
          {month} {event.eventDate.slice(0, 4)}
        </span>
      </div>
      <div className={styles.words}>
        <h3 className={styles.name}>{event.name}</h3>
        <p className={styles.host}>by {event.hostName}</p>
        <p className={styles.facts}>
          <span>{formatDateRange(event.eventDate, event.endDate)}</span>
          <span>{formatTimeRange(event.startTime, event.endTime)}</span>
          {event.location && <span>{event.location}</span>}
        </p>
        <p className={styles.tags}>
          <Tag tone={event.isPublic ? 'accent' : 'plain'}>{event.isPublic ? 'Public' : 'Private'}</Tag>
          <Tag tone={event.isActive ? 'good' : 'plain'}>{event.isActive ? 'Active' : 'Inactive'}</Tag>
        </p>
      </div>
      <div className={styles.actions}>
        <ButtonLink to="/bookings/$id" params={{ id }} variant="default">
          Manage Bookings
        </ButtonLink>
        {mayEdit && (
          <ButtonLink to="/editevent/$id" params={{ id }} variant="subtle" aria-label={`Edit ${event.name}`}>
            Edit
          </ButtonLink>
        )}
        <OutsideLink href={paths.event(event.urlSlug)} variant="subtle">
          View public page
        </OutsideLink>
      </div>
    </li>
  )
}
