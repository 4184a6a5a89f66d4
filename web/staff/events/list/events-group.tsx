import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { ComponentProps } from 'react'
import { ShowMore } from '../../ui/list/show-more.tsx'
import { EventCard } from './event-card.tsx'
import styles from './events-group.module.css'

interface EventsGroupProps {
  heading: string
  list: ComponentProps<typeof ShowMore>['list'] & { data: Event[] }
}

/** A list's cards under a heading; renders nothing for an empty list. */
export function EventsGroup({ heading, list }: EventsGroupProps) {
  if (list.data.length === 0) return null
  return (
    <section className={styles.group}>
      <h2 className={styles.heading}>{heading}</h2>
      <ul className={styles.cards}>
        {list.data.map((event) => (
          <EventCard key={event.id} event={event} />
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  )
}
