import { Link } from '@tanstack/react-router'
import type { Event, EventSummary } from '@trunkshow/contract/events/schema.ts'
import { useMayDoOnEvent } from '../../session/session-query.ts'
import styles from './outside-warning.module.css'

interface OutsideWarningProps {
  event: Event
  summary: EventSummary | undefined
}

/** Warns about slots or bookings outside the event's days or hours (docs/product.md, Matching slots to the event). */
export function OutsideWarning({ event, summary }: OutsideWarningProps) {
  const mayEdit = useMayDoOnEvent(event, 'events.edit')
  if (!summary || summary.outsideSlots + summary.outsideBookings === 0) return null
  const { outsideSlots, outsideBookings } = summary
  const parts = [amount(outsideSlots, 'time slot'), amount(outsideBookings, 'booking')].filter(Boolean)
  const one = outsideSlots + outsideBookings === 1
  return (
    <section className={styles.warning} aria-labelledby="outside-title">
      <h2 id="outside-title" className={styles.title}>
        Time Slots Outside Event Hours
      </h2>
      <p>
        {parts.join(' and ')} {one ? 'falls' : 'fall'} outside the event’s dates or hours. Guests won’t see
        these slots on the public page until you change the event’s times or delete the slots.
      </p>
      {mayEdit && (
        <Link to="/editevent/$id" params={{ id: String(event.id) }} className={styles.link}>
          Change event times
        </Link>
      )}
    </section>
  )
}

function amount(count: number, noun: string) {
  return count > 0 && `${count.toLocaleString('en-US')} ${noun}${count === 1 ? '' : 's'}`
}
