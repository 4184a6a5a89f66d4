import type { Event } from '@trunkshow/contract/events/schema.ts'
import { EventRow } from './event-row.tsx'
import styles from './events-list.module.css'
import { orderEvents } from './order-events.ts'

interface EventsListProps {
  events: readonly Event[]
  mayEdit: boolean
}

/** Events as rows, those to come before those that are over. */
export function EventsList({ events, mayEdit }: EventsListProps) {
  const { upcoming, past } = orderEvents(events)
  return (
    <>
      <Group heading="Upcoming" events={upcoming} mayEdit={mayEdit} />
      <Group heading="Past" events={past} mayEdit={mayEdit} />
    </>
  )
}

function Group({ heading, events, mayEdit }: EventsListProps & { heading: string }) {
  if (events.length === 0) return null
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{heading}</h2>
      <ul className={styles.list}>
        {events.map((event) => (
          <EventRow key={event.id} event={event} mayEdit={mayEdit} />
        ))}
      </ul>
    </section>
  )
}
