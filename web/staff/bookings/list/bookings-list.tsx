import { Group, Text } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { hasStarted } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDate, formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event, EventSummary } from '@trunkshow/contract/events/schema.ts'
import { formatFill } from '@trunkshow/contract/slots/rules.ts'
import { type ReactNode, useId, useState } from 'react'
import { slotsQuery } from '../../slots/queries.ts'
import { useDropTarget } from '../../ui/drag/use-drop-target.ts'
import { lazy, WaitingPart } from '../../ui/lazy/lazy.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { opensPeople } from '../../ui/table/row-link.tsx'
import { RescheduleDialog, SlotTeam, useBookingTasks } from '../booking-tasks.tsx'
import { groupBookings } from '../group-bookings.ts'
import { BookingRow } from './booking-row.tsx'
import styles from './bookings-list.module.css'

const DropTargets = lazy(() => import('./drop-targets.tsx'), 'DropTargets', WaitingPart)

interface BookingsListProps {
  event: Event
  /** How full each date is, and who is at work; undefined while unknown. */
  summary: EventSummary | undefined
  bookings: readonly Booking[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
}

/** Bookings by day and time slot, canceled ones last. A dialog outlives its booking's row, with what was typed. */
export function BookingsList({ event, summary, bookings, outdated }: BookingsListProps) {
  const [dialog, show] = useState<ReactNode>()
  const tasks = useBookingTasks(event, show)
  const [dragged, setDragged] = useState<Booking | null>(null)
  const client = useQueryClient()
  const prepareDrag = () => {
    void DropTargets.preload()
    void client.prefetchQuery(slotsQuery(String(event.id)))
  }
  const takes = (slot: Booking) =>
    dragged !== null &&
    dragged.timeSlotId !== slot.timeSlotId &&
    slot.totalSlots - slot.booked >= dragged.spots &&
    !hasStarted(slot, event.zone, new Date())
  const drop = (to: Pick<Booking, 'timeSlotId' | 'slotDate'>) =>
    dragged &&
    show(<RescheduleDialog event={event} booking={dragged} to={to} onClose={() => show(undefined)} />)
  return (
    <>
      {bookings.length > 0 && (
        <div className={styles.groups} data-outdated={outdated} aria-busy={outdated} {...opensPeople}>
          <p className={styles.columns} aria-hidden="true">
            <span>Time</span>
            <span>Guest</span>
            <span>Email</span>
          </p>
          {groupBookings(bookings).map(({ date, slots }) => {
            const fill = summary?.days.find((day) => day.date === date)
            return (
              <section key={date}>
                <Group
                  component="h2"
                  gap="0 12px"
                  align="baseline"
                  justify="space-between"
                  className={styles.heading}
                >
                  {date === null ? 'Cancelled' : formatDay(date)}
                  {fill && <small>{formatFill(fill)}</small>}
                  {fill?.atWork && (
                    <small style={{ display: 'block', flexBasis: '100%' }}>At work: {fill.atWork}</small>
                  )}
                </Group>
                {slots.map(({ slot, bookings }) => (
                  <Slot
                    key={slot.timeSlotId}
                    slot={slot}
                    canceled={date === null}
                    team={
                      date !== null && summary?.namesOnSlots && <SlotTeam eventId={event.id} slot={slot} />
                    }
                    takes={takes(slot)}
                    onDrop={() => drop(slot)}
                  >
                    {bookings.map((booking) => (
                      <BookingRow
                        key={booking.id}
                        booking={booking}
                        tasks={tasks}
                        prepareDrag={prepareDrag}
                        drag={(dragging) => setDragged(dragging ? booking : null)}
                      />
                    ))}
                  </Slot>
                ))}
              </section>
            )
          })}
        </div>
      )}
      {dragged && (
        <aside className={styles.targets} aria-label="Time slots">
          <DropTargets event={event} booking={dragged} onDrop={drop} onEnd={() => setDragged(null)} />
        </aside>
      )}
      {dialog}
    </>
  )
}

interface SlotProps {
  slot: Booking
  /** Whether the bookings are canceled: then the date is shown, which no heading does. */
  canceled: boolean
  /** Who is at work then, if that is shown. */
  team: ReactNode
  /** Whether a booking is being dragged that could move to this time slot. */
  takes: boolean
  onDrop: () => void
  children: ReactNode
}

function Slot({ slot, canceled, team, takes, onDrop, children }: SlotProps) {
  const id = useId()
  const target = useDropTarget(!canceled && takes, onDrop)
  return (
    <div className={styles.slot}>
      <h3 className={styles.time}>
        <span id={id}>
          {canceled && `${formatDate(slot.slotDate)}, `}
          {formatTimeRange(slot.startTime, slot.endTime)}
        </span>
        {!canceled && <small>{formatFill(slot)}</small>}
        {slot.outsideEventHours && (
          <Text component="small" c="bad">
            Time slot outside event hours
          </Text>
        )}
        {team}
      </h3>
      <ul className={surfaces.between} aria-labelledby={id} {...target}>
        {children}
      </ul>
    </div>
  )
}
