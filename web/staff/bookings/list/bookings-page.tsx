import { Group, Tabs, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { bookingsScreen } from '@trunkshow/contract/bookings/screens.ts'
import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { isOver } from '@trunkshow/contract/events/rules.ts'
import type { Event, EventSummary } from '@trunkshow/contract/events/schema.ts'
import { formatMoney } from '@trunkshow/contract/money.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { formatHours } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { isMissing, sentenceOf } from '../../api/client.ts'
import { useLiveOrders } from '../../api/query-client.ts'
import { BackToEvents, EventMissing } from '../../events/event-missing.tsx'
import { eventQuery } from '../../events/queries.ts'
import { ordersOfEventQuery } from '../../orders/queries.ts'
import { useMayDo, useMayDoOnEvent } from '../../session/session-query.ts'
import type { Prefetch } from '../../shell/lazy-page.tsx'
import { summaryQuery } from '../../slots/queries.ts'
import { Note, NotLoaded, RetryLine } from '../../ui/feedback/notice.tsx'
import { lazy, WaitingPart } from '../../ui/lazy/lazy.tsx'
import { Counters } from '../../ui/page/facts.tsx'
import { ButtonLink, OutsideLink, PageHeader } from '../../ui/page/page-header.tsx'
import { countOf, QuietButton, Soft } from '../../ui/page/words.tsx'
import { bookingsQuery } from '../queries.ts'
import { BookingsTab } from './bookings-tab.tsx'

const AvailabilityTab = lazy(() => import('../../slots/availability-tab.tsx'), 'AvailabilityTab', WaitingPart)
const CalendarDialog = lazy(() => import('../../calendars/calendar-dialog.tsx'), 'CalendarDialog')
const ShareLink = lazy(() => import('../../ui/dialog/share-link.tsx'), 'ShareLink')
const WaitlistTab = lazy(() => import('../../waitlist/waitlist-tab.tsx'), 'WaitlistTab', WaitingPart)

const route = getRouteApi('/signed-in/bookings/$id')

export const prefetch: Prefetch = (client, pathname) => {
  const id = pathname.split('/')[2]!
  return Promise.all([
    client.prefetchQuery(eventQuery(id)),
    client.prefetchInfiniteQuery(bookingsQuery(id, {})),
  ])
}

/** /bookings/{id}: the bookings and time slots of one event (docs/product.md, The bookings page). */
export function BookingsPage() {
  const { id } = route.useParams()
  const event = useQuery(eventQuery(id))
  if (event.data) return <EventBookings key={id} event={event.data} />
  return (
    <>
      <PageHeader title="Bookings" back={<BackToEvents />} />
      <NotLoaded
        query={event}
        noun="bookings"
        failed={bookingMessages.loadFailed}
        isSafe
        missing={<EventMissing />}
      />
    </>
  )
}

function EventBookings({ event }: { event: Event }) {
  const search = route.useSearch()
  const { tab = 'bookings', date, write = false } = search
  const navigate = route.useNavigate()
  // Changing tab or filter keeps edits of time slots, so it needs no warning.
  const changeSearch = (change: Partial<ReturnType<typeof route.useSearch>>, replace = true) =>
    navigate({
      search: (search) => ({ ...search, ...change }),
      replace,
      resetScroll: false,
      ignoreBlocker: true,
    })
  const summary = useQuery(summaryQuery(String(event.id)))
  const maySeeOrders = useMayDo('orders.see') && !event.coHosted
  // Once opened, the Availability tab stays mounted to keep its edits.
  const [visited, setVisited] = useState(tab === 'availability')
  if (tab === 'availability' && !visited) setVisited(true)
  // Another company's public event is readable but shows no bookings, also to former co-hosts.
  if (isMissing(summary.error))
    return (
      <>
        <PageHeader title="Bookings" back={<BackToEvents />} />
        <EventMissing />
      </>
    )
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
        // Not React's Activity, which would disable the unsaved-changes warning while hidden.
        keepMountedMode="display-none"
        value={tab}
        onChange={(next) =>
          changeSearch({ tab: next === 'availability' || next === 'waitlist' ? next : undefined }, false)
        }
      >
        <Tabs.List>
          <Tabs.Tab value="bookings">Bookings</Tabs.Tab>
          <Tabs.Tab value="availability">Availability</Tabs.Tab>
          <Tabs.Tab value="waitlist">Waitlist</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="bookings" pt="md">
          <BookingsTab
            event={event}
            filter={bookingsScreen.filter.parse(search)}
            onFilter={changeSearch}
            isWriting={write}
            onWrite={(write) => changeSearch({ write: write || undefined })}
          />
        </Tabs.Panel>
        <Tabs.Panel value="waitlist" pt="md">
          <WaitlistTab event={event} />
        </Tabs.Panel>
        <Tabs.Panel value="availability" pt="md" keepMounted>
          {visited && (
            <AvailabilityTab
              event={event}
              date={date}
              onDate={(date) => changeSearch({ date })}
              shown={tab === 'availability'}
            />
          )}
        </Tabs.Panel>
      </Tabs>
    </>
  )
}

/** The header of an event's pages: name, days and hours, and links to its public page. */
function EventHeader({ event }: { event: Event }) {
  const mayEdit = useMayDoOnEvent(event, 'events.edit')
  const mayManage = useMayDoOnEvent(event, 'bookings.manage')
  const maySeeOrders = useMayDo('orders.see') && !event.coHosted
  const [opened, setOpened] = useState<'share' | 'calendar'>()
  const close = () => setOpened(undefined)
  const days = formatDateRange(event.eventDate, event.endDate)
  const hours = formatHours(event)
  return (
    <PageHeader
      title={event.name}
      subtitle={[days, hours, isOver(event, new Date()) && 'Ended', event.coHosted && 'you’re a co-host']
        .filter(Boolean)
        .join(' \u00a0·\u00a0 ')}
      back={<BackToEvents />}
      folds
    >
      {mayManage && (
        // A document of its own, which the device can open again without the network (decision 057).
        <ButtonLink to="/desk/$id" params={{ id: String(event.id) }} reloadDocument variant="default">
          Desk
        </ButtonLink>
      )}
      <QuietButton onClick={() => setOpened('share')}>Share</QuietButton>
      <QuietButton onClick={() => setOpened('calendar')}>Subscribe</QuietButton>
      {maySeeOrders && (
        <ButtonLink to="/reports" search={{ eventId: event.id }} variant="default">
          Report
        </ButtonLink>
      )}
      {mayEdit && (
        <ButtonLink to="/editevent/$id" params={{ id: String(event.id) }} variant="default">
          Edit
        </ButtonLink>
      )}
      <OutsideLink href={paths.event(event.urlSlug)}>View Public Page</OutsideLink>
      {opened === 'share' && (
        <ShareLink
          path={paths.event(event.urlSlug)}
          fileName={event.urlSlug}
          embed={`data-event="${event.urlSlug}"`}
          text={
            event.isActive
              ? 'Anyone with this link can book a time.'
              : event.isHidden
                ? 'This event is hidden. Publish it before you share the link.'
                : 'This event is inactive. Guests can open the page but can’t book.'
          }
          onClose={close}
        />
      )}
      {opened === 'calendar' && <CalendarDialog event={event} onClose={close} />}
    </PageHeader>
  )
}

/**
 * A quiet note that guests have booked while the page was open, or that it can't reach the server.
 *
 * @param props.bookings active ones now; undefined while unknown
 * @param props.error why the last poll failed; null if it succeeded
 */
function LiveLine({ bookings, error }: { bookings: number | undefined; error: Error | null }) {
  const [seen, setSeen] = useState({ bookings, arrived: 0 })
  if (bookings !== undefined && bookings !== seen.bookings) {
    const increase = Math.max(0, bookings - (seen.bookings ?? bookings))
    setSeen({ bookings, arrived: seen.arrived + increase })
  }
  const { arrived } = seen
  return (
    <Text mt="-xs" mb="xs" c={error ? 'warn' : 'good'} fw={600} role="status">
      {error
        ? `Not up to date. ${sentenceOf(error)}`
        : arrived > 0 && countOf(String(arrived), 'new booking')}
    </Text>
  )
}

/** An event's number of orders and their total, with a link to them. */
function EventOrders({ eventId }: { eventId: number }) {
  const query = useQuery(ordersOfEventQuery(eventId))
  useLiveOrders()
  if (!query.data) return query.isError && <RetryLine list={query}>We couldn’t count the orders.</RetryLine>
  const { orders, revenue } = query.data
  return (
    <Group component="p" gap="4px 12px" mt="-xs" mb="xs">
      {orders === 0 ? (
        <Soft>No orders yet</Soft>
      ) : (
        <>
          <Link to="/orders" search={{ event: eventId }} style={{ fontWeight: 600 }}>
            {countOf(String(orders), 'order')}
          </Link>{' '}
          <span>{formatMoney(revenue)} revenue</span>
        </>
      )}
    </Group>
  )
}

/** Warns about slots or bookings outside the event's days or hours (docs/product.md, Matching slots to the event). */
function OutsideWarning({ event, summary }: { event: Event; summary: EventSummary | undefined }) {
  const mayEdit = useMayDoOnEvent(event, 'events.edit')
  if (!summary || summary.outsideSlots + summary.outsideBookings === 0) return null
  const { outsideSlots, outsideBookings } = summary
  const parts = [
    outsideSlots > 0 && countOf(String(outsideSlots), 'time slot'),
    outsideBookings > 0 && countOf(String(outsideBookings), 'booking'),
  ].filter(Boolean)
  const one = outsideSlots + outsideBookings === 1
  return (
    <Note tone="bad" role="region" aria-labelledby="outside-title" mb="lg">
      <Text component="h2" id="outside-title" fw={600}>
        Time Slots Outside Event Hours
      </Text>
      <p>
        {parts.join(' and ')} {one ? 'falls' : 'fall'} outside the event’s dates or hours. Guests won’t see
        these slots on the public page until you change the event’s times or delete the slots.
      </p>
      {mayEdit && (
        <Link to="/editevent/$id" params={{ id: String(event.id) }}>
          Change event times
        </Link>
      )}
    </Note>
  )
}
