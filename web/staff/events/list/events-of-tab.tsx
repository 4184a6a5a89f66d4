import { Title } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { sentenceOf } from '../../api/call-error.ts'
import { fillQuery } from '../../slots/queries.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { type Listed, ShowMore, type ShowMoreProps } from '../../ui/list/show-more.tsx'
import { CreateEventLink } from '../form/create-event-link.tsx'
import { eventsQuery } from '../queries.ts'
import { EventCard } from './event-card.tsx'
import styles from './events-group.module.css'
import { EventsSkeleton } from './events-skeleton.tsx'

const emptyTexts = {
  active: ['No active events', 'Create your first event to get started.'],
  inactive: ['No inactive events', 'All your events are currently active.'],
} as const

/** The active or inactive events: upcoming ones, then past ones. */
export function EventsOfTab({ tab, mayEdit }: { tab: 'active' | 'inactive'; mayEdit: boolean }) {
  const isActive = tab === 'active'
  const upcoming = useInfiniteQuery(eventsQuery({ isActive, when: 'upcoming' }))
  const past = useInfiniteQuery(eventsQuery({ isActive, when: 'past' }))
  const [title, text] = emptyTexts[tab]
  if (upcoming.data && past.data) {
    if (upcoming.data.rows.length + past.data.rows.length > 0)
      return (
        <>
          <EventsGroup heading="Upcoming" list={upcoming} />
          <EventsGroup heading="Past" list={past} />
        </>
      )
    return (
      <Notice title={title} action={isActive && mayEdit && <CreateEventLink />}>
        {text}
      </Notice>
    )
  }
  const failed = [upcoming, past].filter((list) => list.isError)
  if (!failed[0]) return <EventsSkeleton />
  return (
    <LoadFailure
      title="Error Loading Events"
      onRetry={() => Promise.all(failed.map((list) => list.refetch()))}
    >
      {sentenceOf(failed[0].error, 'Couldn’t load your events.')}
    </LoadFailure>
  )
}

interface EventsGroupProps {
  heading: string
  list: Omit<ShowMoreProps['list'], 'data'> & { data: Listed<Event> }
}

/** A list's cards under a heading; renders nothing for an empty list. */
function EventsGroup({ heading, list }: EventsGroupProps) {
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
