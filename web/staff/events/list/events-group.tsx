import { Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { fillQuery } from '../../slots/queries.ts'
import { type Listed, ShowMore, type ShowMoreProps } from '../../ui/list/show-more.tsx'
import { EventCard } from './event-card.tsx'
import styles from './events-group.module.css'

interface EventsGroupProps {
  heading: string
  list: Omit<ShowMoreProps['list'], 'data'> & { data: Listed<Event> }
}

/** A list's cards under a heading; renders nothing for an empty list. */
export function EventsGroup({ heading, list }: EventsGroupProps) {
  const { rows } = list.data
  const { data: fills } = useQuery(fillQuery(rows.map(({ id }) => id)))
  if (rows.length === 0) return null
  return (
    <section className={styles.group}>
      <Title order={2} mb="sm">
        {heading}
      </Title>
      <ul className={styles.cards}>
        {rows.map((event) => (
          <EventCard key={event.id} event={event} fill={fills?.find(({ eventId }) => eventId === event.id)} />
        ))}
      </ul>
      <ShowMore list={list} />
    </section>
  )
}
