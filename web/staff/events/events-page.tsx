import { Tabs } from '@mantine/core'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import { sentenceOf } from '../api/call-error.ts'
import { useMayDo } from '../session/session-query.ts'
import { ButtonLink } from '../ui/button-link.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { Notice } from '../ui/notice.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { CreatedNotice } from './created-notice.tsx'
import { EventsList } from './events-list.tsx'
import { eventQuery, eventsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/events')

/** The company's events, active and inactive apart (spec booking §2). */
export function EventsPage() {
  const { tab = 'active', created } = route.useSearch()
  const navigate = useNavigate({ from: '/events' })
  const mayEdit = useMayDo('events.edit')
  const { data: createdEvent } = useQuery({ ...eventQuery(String(created)), enabled: created !== undefined })
  return (
    <>
      <PageHeader title="Your Events" subtitle="Manage your trunk show events and view bookings">
        {mayEdit && <ButtonLink to="/host">Create Event</ButtonLink>}
      </PageHeader>
      <CreatedNotice event={createdEvent} />
      <Tabs
        value={tab}
        onChange={(next) => navigate({ search: { tab: next === 'inactive' ? 'inactive' : undefined } })}
      >
        <Tabs.List>
          <Tabs.Tab value="active">Active</Tabs.Tab>
          <Tabs.Tab value="inactive">Inactive</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value={tab} pt="lg">
          <EventsOfTab key={tab} tab={tab} mayEdit={mayEdit} />
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

const emptyTexts = {
  active: ['No active events', 'Create your first event to get started.'],
  inactive: ['No inactive events', 'All your events are currently active.'],
} as const

function EventsOfTab({ tab, mayEdit }: { tab: 'active' | 'inactive'; mayEdit: boolean }) {
  const list = useInfiniteQuery(eventsQuery(tab === 'active'))
  const [title, text] = emptyTexts[tab]
  return (
    <>
      {list.isPending && <ListSkeleton label="Loading events" />}
      {list.data?.length === 0 && <Notice title={title}>{text}</Notice>}
      {list.data && <EventsList events={list.data} mayEdit={mayEdit} />}
      {list.isError && !list.data && (
        <LoadFailure title="Error Loading Events" retrying={list.isFetching} onRetry={list.refetch}>
          {sentenceOf(list.error, 'Your events could not be loaded.')}
        </LoadFailure>
      )}
      <ShowMore list={list} />
    </>
  )
}
