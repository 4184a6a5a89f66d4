import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { CallError, sentenceOf } from '../api/call-error.ts'
import { BackToEvents } from '../events/back-to-events.tsx'
import { EventHeader } from '../events/event-header.tsx'
import { EventMissing } from '../events/event-missing.tsx'
import { eventQuery } from '../events/queries.ts'
import { ListSkeleton } from '../ui/list-skeleton.tsx'
import { LoadFailure } from '../ui/load-failure.tsx'
import { PageHeader } from '../ui/page-header.tsx'
import { ShowMore } from '../ui/show-more.tsx'
import { showToast } from '../ui/toast.ts'
import { BookingsList } from './bookings-list.tsx'
import { bookingsQuery } from './queries.ts'

const route = getRouteApi('/signed-in/bookings/$id')
const loadFailed = 'Failed to load bookings and availability data.'

/** The bookings of one event (spec booking §2). */
export function BookingsPage() {
  const { id } = route.useParams()
  const event = useQuery(eventQuery(id))
  const list = useInfiniteQuery(bookingsQuery(id))
  const refresh = async () => {
    const { error } = await list.refetch()
    if (error) showToast({ tone: 'bad', title: 'Error', description: sentenceOf(error, loadFailed) })
  }
  const failed = event.isError || (list.isError && !list.data)
  return (
    <>
      {event.data ? (
        <EventHeader event={event.data} refreshing={list.isFetching} onRefresh={refresh} />
      ) : (
        <PageHeader title="Bookings" back={<BackToEvents />} />
      )}
      {isMissing(event.error) && <EventMissing />}
      {failed && !isMissing(event.error) && (
        <LoadFailure
          title={loadFailed}
          retrying={event.isFetching || list.isFetching}
          onRetry={() => void Promise.all([event.refetch(), list.refetch()])}
        >
          Nothing is lost: every booking is kept on the server.
        </LoadFailure>
      )}
      {!failed && (!event.data || !list.data) && <ListSkeleton label="Loading bookings" />}
      {event.data && list.data && <BookingsList event={event.data} bookings={list.data} />}
      <ShowMore list={list} />
    </>
  )
}

function isMissing(error: Error | null) {
  return error instanceof CallError && error.status === 404
}
