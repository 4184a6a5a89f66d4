import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { appointmentsOf, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { api, callAll } from '../../api/client.ts'
import { EventMissing } from '../../events/event-missing.tsx'
import { eventQuery } from '../../events/queries.ts'
import { DaySelect } from '../../slots/day-select.tsx'
import { slotsQuery } from '../../slots/queries.ts'
import { Notice, NotLoaded } from '../../ui/feedback/notice.tsx'
import { GivenAnswers } from '../../ui/list/given-answers.tsx'
import { BackLink, PageHeader } from '../../ui/page/page-header.tsx'
import printed from '../../ui/page/printed.module.css'
import surfaces from '../../ui/page/surfaces.module.css'
import { countOf, PersonLink } from '../../ui/page/words.tsx'
import { PlainTable } from '../../ui/table/plain-table.tsx'
import { runSheetRows } from '../group-bookings.ts'
import { dayToShow } from '../queries.ts'
import styles from './run-sheet-page.module.css'

const route = getRouteApi('/signed-in/bookings/$id/run-sheet')

/** /bookings/{id}/run-sheet: the guests of one day by time, to print and check off. */
export function RunSheetPage() {
  const { id } = route.useParams()
  const event = useQuery(eventQuery(id))
  if (event.data) return <RunSheet key={id} event={event.data} />
  return <NotLoaded query={event} {...unloaded} missing={<EventMissing />} />
}

const unloaded = {
  noun: 'run sheet',
  failed: 'Couldn’t load the run sheet',
  text: 'Your bookings are safe. Please try again.',
}

function RunSheet({ event }: { event: Event }) {
  const id = String(event.id)
  const { date = dayToShow(event) } = route.useSearch()
  const navigate = route.useNavigate()
  const slots = useQuery(slotsQuery(id, date))
  const bookings = useQuery({
    queryKey: ['bookings', id, 'day', date],
    queryFn: () =>
      callAll(api.bookings.list, { params: { id: event.id }, query: { date, status: 'active' } }),
    staleTime: 0,
  })
  const query = {
    error: slots.error ?? bookings.error,
    refetch: () => Promise.all([slots.refetch(), bookings.refetch()]),
  }
  const rows = slots.data && bookings.data && runSheetRows(slots.data, bookings.data)
  return (
    <div className={`${styles.sheet} ${printed.printed}`}>
      <PageHeader
        title={event.name}
        subtitle={formatDay(date)}
        back={
          <BackLink to="/bookings/$id" params={{ id }}>
            Back to Bookings
          </BackLink>
        }
      >
        <Group className={`${surfaces.wide} ${printed.screenOnly}`}>
          <DaySelect
            event={event}
            value={date}
            onChange={(date) => navigate({ search: { date }, replace: true })}
          />
          <Button disabled={!rows?.length} onClick={() => window.print()}>
            Print
          </Button>
        </Group>
      </PageHeader>
      {!rows && <NotLoaded query={query} {...unloaded} />}
      {rows?.length === 0 && <Notice title="No time slots found.">There are none on this day.</Notice>}
      {rows && rows.length > 0 && <RunSheetTable rows={rows} coHosted={event.coHosted === true} />}
    </div>
  )
}

interface RunSheetTableProps {
  rows: ReturnType<typeof runSheetRows>
  /** Whether the event is another company's: then its guests have no page here. */
  coHosted: boolean
}

function RunSheetTable({ rows, coHosted }: RunSheetTableProps) {
  return (
    <PlainTable
      className={styles.table}
      caption={`${appointmentsOf(rows.flatMap(({ guests }) => guests))} · ${countOf(String(rows.length), 'time slot')}`}
      columns={['Time', 'Guests', 'Open spots']}
      headed
      rows={rows.map(({ slot, guests }) => [
        formatTimeRange(slot.startTime, slot.endTime),
        <Stack key={slot.id} component="ul" gap="xs">
          {guests.map((guest) => (
            <li key={guest.id} className={styles.guest}>
              <span className={styles.box} aria-hidden="true" />
              <Text span fw={600}>
                <PersonLink bookingId={coHosted ? null : guest.id}>{guest.attendeeName}</PersonLink>
                {guest.partySize > 1 && ` (${peopleOf(guest.partySize)})`}
                {guest.room && ` · Room: ${guest.room}`}
              </Text>
              <span className={styles.email}>{guest.attendeeEmail}</span>
              <GivenAnswers booking={guest} className={styles.answers} />
              {guest.notes && <span className={styles.notes}>{guest.notes}</span>}
            </li>
          ))}
        </Stack>,
        slot.availableSpots,
      ])}
    />
  )
}
