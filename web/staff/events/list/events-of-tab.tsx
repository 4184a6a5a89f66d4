import { useInfiniteQuery } from '@tanstack/react-query'
import { sentenceOf } from '../../api/call-error.ts'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { CreateEventLink } from '../form/create-event-link.tsx'
import { eventsQuery } from '../queries.ts'
import { EventsGroup } from './events-group.tsx'
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
