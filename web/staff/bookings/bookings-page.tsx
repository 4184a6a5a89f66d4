import { Tabs } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { CallError } from '../api/call-error.ts'
import { BackToEvents } from '../events/back-to-events.tsx'
import { EventHeader } from '../events/event-header.tsx'
import { EventMissing } from '../events/event-missing.tsx'
import { eventQuery } from '../events/queries.ts'
import { useMayDo } from '../session/session-query.ts'
import { summaryQuery } from '../slots/queries.ts'
import { Counters } from '../ui/counters.tsx'
import { lazyPart } from '../ui/lazy-part.tsx'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { BookingsTab } from './bookings-tab.tsx'
import { EventOrders } from './event-orders.tsx'
import { LiveLine } from './live-line.tsx'
import { OutsideWarning } from './outside-warning.tsx'

const AvailabilityTab = lazyPart('Loading time slots', () =>
  import('../slots/availability-tab.tsx').then((module) => module.AvailabilityTab),
)

const route = getRouteApi('/signed-in/bookings/$id')

/** /bookings/{id}: the bookings and time slots of one event (spec booking §2). */
export function BookingsPage() {
  const { id } = route.useParams()
  const event = useQuery(eventQuery(id))
  if (event.data) return <EventBookings key={id} event={event.data} />
  return (
    <>
      <PageHeader title="Bookings" back={<BackToEvents />} />
      {isMissing(event.error) && <EventMissing />}
      {event.isError && !isMissing(event.error) && (
        <LoadFailure title={bookingMessages.loadFailed} retrying={event.isFetching} onRetry={event.refetch}>
          Nothing is lost: every booking is kept on the server.
        </LoadFailure>
      )}
      {event.isPending && <ListSkeleton label="Loading bookings" />}
    </>
  )
}

function EventBookings({ event }: { event: Event }) {
  const { tab = 'bookings', q, status, date } = route.useSearch()
  const navigate = route.useNavigate()
  // Edits of time slots outlive another tab or filter, so these need not ask before they are left.
  const look = (change: Partial<ReturnType<typeof route.useSearch>>, replace = true) =>
    navigate({
      search: (search) => ({ ...search, ...change }),
      replace,
      resetScroll: false,
      ignoreBlocker: true,
    })
  const summary = useQuery(summaryQuery(String(event.id)))
  const maySeeOrders = useMayDo('orders.see') && !event.coHosted
  // Once it was in front, the Availability tab stays, so that what is being edited there is kept.
  const [visited, setVisited] = useState(tab === 'availability')
  if (tab === 'availability' && !visited) setVisited(true)
  // A public event of others can be read; its bookings are as if there were none, also for who co-hosted it.
  if (isMissing(summary.error)) return <BookingsOfNone />
  return (
    <>
      <EventHeader event={event} />
      <Counters
        counters={[
          ['Total Bookings', summary.data?.bookings],
          ['Time Slots', summary.data?.slots],
          ['Available Appointments', summary.data?.availableAppointments],
        ]}
      />
      {maySeeOrders && <EventOrders eventId={event.id} />}
      <LiveLine bookings={summary.data?.bookings} error={summary.error} />
      <OutsideWarning event={event} summary={summary.data} />
      <Tabs
        keepMounted={false}
        // Hidden by React's Activity instead, the tab would not ask before the page is left.
        keepMountedMode="display-none"
        value={tab}
        onChange={(next) => look({ tab: next === 'availability' ? 'availability' : undefined }, false)}
      >
        <Tabs.List>
          <Tabs.Tab value="bookings">Bookings</Tabs.Tab>
          <Tabs.Tab value="availability">Availability</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="bookings" pt="md">
          <BookingsTab event={event} filter={{ q, status, date }} onFilter={look} />
        </Tabs.Panel>
        <Tabs.Panel value="availability" pt="md" keepMounted>
          {visited && (
            <AvailabilityTab
              event={event}
              date={date}
              onDate={(date) => look({ date })}
              shown={tab === 'availability'}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

function BookingsOfNone() {
  return (
    <>
      <PageHeader title="Bookings" back={<BackToEvents />} />
      <EventMissing />
    </>
  )
}

function isMissing(error: Error | null) {
  return error instanceof CallError && error.status === 404
}
