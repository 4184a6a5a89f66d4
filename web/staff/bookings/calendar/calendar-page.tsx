import { Button, Group, Menu, SegmentedControl, VisuallyHidden } from '@mantine/core'
import { useInterval } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { weekOf } from '@trunkshow/contract/calendars/rules.ts'
import type { CalendarWeek } from '@trunkshow/contract/calendars/schema.ts'
import { weekWith } from '@trunkshow/contract/calendars/screens.ts'
import { addDays, dayParts, formatDateRange, formatDay } from '@trunkshow/contract/dates.ts'
import { isOver } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { type ReactNode, useState } from 'react'
import { eventQuery } from '../../events/queries.ts'
import { useCompanyZone, useMayDo } from '../../session/session-query.ts'
import type { Prefetch } from '../../shell/lazy-page.tsx'
import { summaryQuery } from '../../slots/queries.ts'
import { Loaded, Notice } from '../../ui/feedback/notice.tsx'
import { Choose } from '../../ui/form/choose.tsx'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { ButtonLink, PageHeader } from '../../ui/page/page-header.tsx'
import printed from '../../ui/page/printed.module.css'
import { QuietButton } from '../../ui/page/words.tsx'
import styles from './calendar.module.css'
import { CalendarDays } from './calendar-days.tsx'
import { type ShowAbout, type ToDate, weekQuery, weekVersionQuery } from './queries.ts'

const AddBookingDialog = lazy(() => import('../add/add-booking-dialog.tsx'), 'AddBookingDialog')

const route = getRouteApi('/signed-in/calendar')

export const prefetch: Prefetch = (client) => client.prefetchQuery(weekQuery({}))

/** /calendar: the week or the day of all events, or of one (docs/product.md, The calendar). */
export function CalendarPage() {
  const { view: asked, date, event: eventId } = route.useSearch()
  const view = asked ?? 'week'
  const navigate = route.useNavigate()
  const zone = useCompanyZone()
  const now = useNow()
  const today = wallClock(now, zone).date
  const shown = date ?? today
  const which = weekWith(date)
  const week = useQuery(weekQuery(which))
  useQuery({ ...weekVersionQuery(which), notifyOnChangeProps: [] })
  const { data: chosen } = useQuery({ ...eventQuery(String(eventId)), enabled: eventId !== undefined })
  const [dialog, setDialog] = useState<{ event: Event; content: ReactNode }>()
  const show: ShowAbout = (event, make) =>
    setDialog({ event, content: make({ event, onClose: () => setDialog(undefined) }) })
  const manages = useManages()
  const days = view === 'day' ? [shown] : weekOf(shown)
  const title = view === 'day' ? formatDay(shown) : formatDateRange(days[0]!, days[6]!)
  const all = week.data?.events ?? []
  const events = chosen && !all.some(({ id }) => id === eventId) ? [...all, chosen] : all
  const open = events.filter(
    (event) => (!eventId || event.id === eventId) && manages(event) && !isOver(event, now),
  )
  const add = (event: Event) => show(event, (about) => <AddBookingDialog {...about} date={shown} />)
  const step = view === 'day' ? 1 : 7
  const toDate = (date: string | undefined) => ({ view: asked, event: eventId, date })
  return (
    <div className={`${styles.page} ${printed.printed}`}>
      <PageHeader title={title} subtitle={chosen?.name}>
        <SegmentedControl
          className={`${styles.wide} ${printed.screenOnly}`}
          aria-label="View"
          value={view}
          onChange={(view) => navigate({ search: { ...toDate(date), view: view as 'day' | 'week' } })}
          data={[
            { value: 'day', label: 'Day' },
            { value: 'week', label: 'Week' },
          ]}
        />
        <Choose
          className={printed.screenOnly}
          aria-label="Event"
          value={eventId}
          onChoose={(event) => navigate({ search: { ...toDate(date), event } })}
          choices={[['', 'All events'], ...events.map(({ id, name }) => [id, name] as const)]}
        />
        <Group gap={4} wrap="nowrap" className={printed.screenOnly}>
          <ButtonLink
            to="/calendar"
            search={toDate(addDays(shown, -step))}
            variant="default"
            aria-label={`Previous ${view}`}
          >
            ‹
          </ButtonLink>
          <ButtonLink to="/calendar" search={toDate(undefined)} variant="default">
            Today
          </ButtonLink>
          <ButtonLink
            to="/calendar"
            search={toDate(addDays(shown, step))}
            variant="default"
            aria-label={`Next ${view}`}
          >
            ›
          </ButtonLink>
        </Group>
        <QuietButton className={`${styles.wide} ${printed.screenOnly}`} onClick={() => window.print()}>
          Print
        </QuietButton>
        <AddButton events={open} onAdd={add} />
      </PageHeader>
      <Loaded query={week} noun="calendar" skeleton={{ height: 480 }}>
        {(week) => {
          const ofEvent = eventId ? onlyOf(week, eventId) : week
          return (
            <>
              <DayStrip days={weekOf(shown)} shown={shown} today={today} week={ofEvent} toDate={toDate} />
              {ofEvent.slots.length === 0 ? (
                <EmptyWeek day={chosen ? chosen.eventDate : week.nearest} toDate={toDate} />
              ) : (
                <CalendarDays
                  days={days}
                  shown={shown}
                  week={ofEvent}
                  now={now}
                  zone={zone}
                  manages={manages}
                  show={show}
                  toDate={toDate}
                />
              )}
            </>
          )
        }}
      </Loaded>
      {dialog && <Following event={dialog.event}>{dialog.content}</Following>}
    </div>
  )
}

/** The time, a minute old at most. */
function useNow() {
  const [now, setNow] = useState(() => new Date())
  useInterval(() => setNow(new Date()), 60_000, { autoInvoke: true })
  return now
}

/** Which events' bookings the user may change. */
function useManages() {
  const byRole = useMayDo('bookings.manage')
  return ({ coHosted }: Pick<Event, 'coHosted'>) => coHosted || byRole
}

/** A dialog about an event follows what others change in it, from what is true as it opens. */
function Following({ event, children }: { event: Event; children: ReactNode }) {
  useQuery({ ...summaryQuery(String(event.id)), staleTime: 0, notifyOnChangeProps: [] })
  return children
}

const onlyOf = (week: CalendarWeek, eventId: number): CalendarWeek => ({
  ...week,
  events: week.events.filter(({ id }) => id === eventId),
  slots: week.slots.filter((slot) => slot.eventId === eventId),
})

/** Adds a booking to the only event, or asks which one. */
function AddButton({ events, onAdd }: { events: readonly Event[]; onAdd: (event: Event) => void }) {
  const [first, ...others] = events
  if (!first) return null
  if (others.length === 0)
    return (
      <Button className={printed.screenOnly} onClick={() => onAdd(first)}>
        Add booking
      </Button>
    )
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button className={printed.screenOnly}>Add booking</Button>
      </Menu.Target>
      <Menu.Dropdown>
        {events.map((event) => (
          <Menu.Item key={event.id} onClick={() => onAdd(event)}>
            {event.name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

function EmptyWeek({ day, toDate }: { day: string | null; toDate: ToDate }) {
  return (
    <Notice
      title="No time slots this week"
      action={
        day && (
          <ButtonLink to="/calendar" search={toDate(day)} variant="default">
            {`Go to ${formatDay(day)}`}
          </ButtonLink>
        )
      }
    >
      {day === null && 'Create an event to get time slots that guests can book.'}
    </Notice>
  )
}

interface DayStripProps {
  days: readonly string[]
  /** The chosen one. */
  shown: string
  today: string
  week: CalendarWeek
  toDate: ToDate
}

/** Chooses the day on a phone, where one fits. */
function DayStrip({ days, shown, today, week, toDate }: DayStripProps) {
  const booked = new Set(week.bookings.map(({ timeSlotId }) => timeSlotId))
  return (
    <nav aria-label="Days" className={styles.strip}>
      {days.map((date) => {
        const { weekday, day, month } = dayParts(date)
        const slots = week.slots.filter(({ slotDate }) => slotDate === date)
        const guests = slots.some(({ id }) => booked.has(id))
        return (
          <Link
            key={date}
            to="/calendar"
            search={toDate(date)}
            aria-current={date === shown ? 'date' : undefined}
            data-today={date === today}
            data-empty={slots.length === 0}
          >
            <small>{weekday}</small> <b>{day}</b>
            <VisuallyHidden>
              {[` ${month}`, date === today && 'today', guests && 'with bookings'].filter(Boolean).join(', ')}
            </VisuallyHidden>
            <i data-on={guests} />
          </Link>
        )
      })}
    </nav>
  )
}
