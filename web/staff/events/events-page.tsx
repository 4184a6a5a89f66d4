import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Outlet, useNavigate } from '@tanstack/react-router'
import { useMayDo } from '../session/session-query.ts'
import { lazyDialog } from '../ui/lazy-dialog.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { CreateEventLink } from './create-event-link.tsx'
import { CreatedNotice } from './created-notice.tsx'
import { EventsOfTab } from './events-of-tab.tsx'
import { eventQuery } from './queries.ts'

const route = getRouteApi('/signed-in/events')

/** The forms are heavier than the list, so they load when they are first opened. */
const CreateEventDialog = lazyDialog(() =>
  import('./create-event-dialog.tsx').then((module) => module.CreateEventDialog),
)

/** The company's events, active and inactive apart; the dialogs for a new event and for one of them open over it (spec booking §2). */
export function EventsPage() {
  const { tab = 'active', created, create } = route.useSearch()
  const navigate = useNavigate({ from: '/events' })
  const mayEdit = useMayDo('events.edit')
  const { data: createdEvent } = useQuery({ ...eventQuery(String(created)), enabled: created !== undefined })
  return (
    <>
      <PageHeader title="Your Events" subtitle="Manage your trunk show events and view bookings">
        {mayEdit && <CreateEventLink />}
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
      {create && (
        <CreateEventDialog
          onClose={() =>
            navigate({ to: '/events', search: { tab: tab === 'inactive' ? tab : undefined }, replace: true })
          }
        />
      )}
      <Outlet />
    </>
  )
}
