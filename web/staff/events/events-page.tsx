import { Tabs } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { getRouteApi, useNavigate } from '@tanstack/react-router'
import type { Event } from '@trunkshow/contract/events/schema.ts'
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
import { eventsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/events')

/** The company's events, active and inactive apart (spec booking §2). */
export function EventsPage() {
  const { created } = route.useSearch()
  const mayEdit = useMayDo('events.edit')
  const list = useInfiniteQuery(eventsQuery())
  return (
    <>
      <PageHeader title="Your Events" subtitle="Manage your trunk show events and view bookings">
        {mayEdit && <ButtonLink to="/host">Create Event</ButtonLink>}
      </PageHeader>
      <CreatedNotice event={list.data?.find(({ id }) => id === created)} />
      {list.isPending && <ListSkeleton label="Loading events" />}
      {list.data && <EventsTabs events={list.data} mayEdit={mayEdit} />}
      {list.isError && !list.data && (
        <LoadFailure title="Error Loading Events" retrying={list.isFetching} onRetry={list.refetch}>
          {sentenceOf(list.error, 'Your events could not be loaded.')}
        </LoadFailure>
      )}
      <ShowMore list={list} />
    </>
  )
}

const emptyTexts = {
  active: ['No active events', 'Create your first event to get started.'],
  inactive: ['No inactive events', 'All your events are currently active.'],
} as const

function EventsTabs({ events, mayEdit }: { events: readonly Event[]; mayEdit: boolean }) {
  const { tab = 'active' } = route.useSearch()
  const navigate = useNavigate({ from: '/events' })
  const shown = events.filter(({ isActive }) => isActive === (tab === 'active'))
  const [title, text] = emptyTexts[tab]
  return (
    <Tabs
      value={tab}
      onChange={(next) => navigate({ search: { tab: next === 'inactive' ? 'inactive' : undefined } })}
    >
      <Tabs.List>
        <Tabs.Tab value="active">Active</Tabs.Tab>
        <Tabs.Tab value="inactive">Inactive</Tabs.Tab>
      </Tabs.List>
      <Tabs.Panel value={tab} pt="lg">
        {shown.length > 0 ? (
          <EventsList events={shown} mayEdit={mayEdit} />
        ) : (
          <Notice title={title}>{text}</Notice>
        )}
      </Tabs.Panel>
    </Tabs>
  )
}
