import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { attendanceLabels, hasStarted, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { type PlacedSlot, shortFill } from '@trunkshow/contract/calendars/rules.ts'
import type { CalendarBooking } from '@trunkshow/contract/calendars/schema.ts'
import { formatTime } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import {
  endToInstant,
  formatSlotTime,
  wallToInstant,
  type Zone,
  zoneAbbreviation,
} from '@trunkshow/contract/zones.ts'
import type { CSSProperties } from 'react'
import { draggable, useDropTarget } from '../../ui/drag/use-drop-target.ts'
import { SlotTeam } from '../booking-tasks.tsx'
import styles from './calendar.module.css'
import type { ToDate } from './queries.ts'

interface SlotBlockProps extends PlacedSlot<TimeSlot> {
  event: Event
  companyZone: Zone
  /** The color of its event, beside the event's name; undefined if all are of one event. */
  mark: string | undefined
  style: CSSProperties
  bookings: readonly CalendarBooking[]
  /** Whether it shows who is at work. */
  isNamed: boolean
  /** Whether all names are shown, and not only the first. */
  isWhole: boolean
  now: Date
  manages: boolean
  /** Whether it takes the booking that is being dragged; undefined while none is. */
  takes: boolean | undefined
  toDate: ToDate
  onAdd: () => void
  onOpen: (booking: CalendarBooking) => void
  /** Called when the mouse reaches a name that can be dragged. */
  onPrepare: () => void
  onDrag: (booking: CalendarBooking | undefined) => void
  onDrop: () => void
}

/** The most names of a time slot in a week. */
const MOST_NAMES = 4

/** A time slot: when, how full, and who comes. A name is dragged to another time; its dialog does the same. */
export function SlotBlock(props: SlotBlockProps) {
  const { slot, lane, lanes, isFirst, event, style, bookings, isWhole, now, manages, takes, onAdd, onDrop } =
    props
  const target = useDropTarget(takes === true, onDrop)
  const isOver = endToInstant(slot, event.zone) <= now
  const full = slot.availableSpots <= 0
  const onOffer = slot.totalSlots - slot.availableSpots - bookings.reduce((sum, { spots }) => sum + spots, 0)
  const isMovable = manages && !hasStarted(slot, event.zone, now)
  const names = isWhole || bookings.length <= MOST_NAMES ? bookings : bookings.slice(0, MOST_NAMES - 1)
  const time = (
    <>
      <span>{shortTime(slot, event.zone, props.companyZone)}</span>
      <small>{slot.isAvailable ? shortFill(slot) : 'Hidden'}</small>
    </>
  )
  return (
    <li
      className={styles.slot}
      data-state={!slot.isAvailable ? 'hidden' : full ? 'full' : bookings.length > 0 ? 'booked' : 'open'}
      data-over-now={isOver}
      data-takes={takes}
      title={`${event.name}, ${formatSlotTime(slot, event.zone)}`}
      style={{ ...style, '--lane': lane, '--lanes': lanes, '--mark': props.mark } as CSSProperties}
      {...target}
    >
      {props.mark !== undefined && (
        <p className={styles.event} data-first={isFirst}>
          {event.name}
        </p>
      )}
      {manages && slot.isAvailable && !isOver ? (
        <button type="button" className={styles.time} onClick={onAdd}>
          {time}
          <VisuallyHidden>, add booking to {event.name}</VisuallyHidden>
        </button>
      ) : (
        <p className={styles.time}>{time}</p>
      )}
      {onOffer > 0 && <small>{onOffer} on offer</small>}
      {bookings.length > 0 && (
        <ul>
          {names.map((booking) => (
            <li key={booking.id}>
              <button
                type="button"
                className={styles.name}
                data-attendance={booking.attendance}
                onClick={() => props.onOpen(booking)}
                {...(isMovable && {
                  ...draggable((dragging) => props.onDrag(dragging ? booking : undefined)),
                  onPointerEnter: props.onPrepare,
                })}
              >
                {booking.attendeeName}
                {booking.partySize > 1 && (
                  <small title={peopleOf(booking.partySize)}> +{booking.partySize - 1}</small>
                )}
                {booking.attendance && <small> · {attendanceLabels[booking.attendance]}</small>}
              </button>
            </li>
          ))}
          {names.length < bookings.length && (
            <li>
              <Link
                to="/calendar"
                search={{ ...props.toDate(slot.slotDate), view: 'day' }}
                className={styles.name}
              >
                {bookings.length - names.length} more
              </Link>
            </li>
          )}
        </ul>
      )}
      {props.isNamed && <SlotTeam eventId={event.id} slot={slot} />}
    </li>
  )
}

/** `10:00 – 11:30`, with the zone if it is not the company's; the lines beside it say AM or PM. */
function shortTime(slot: TimeSlot, zone: Zone, companyZone: Zone) {
  const starts = wallToInstant(slot.slotDate, slot.startTime, zone)
  const name = zoneAbbreviation(starts, zone)
  const [start, end] = [slot.startTime, slot.endTime].map((time) => formatTime(time).slice(0, -3))
  const half = <span className={styles.half}> {formatTime(slot.endTime).slice(-2)}</span>
  return (
    <>
      {start}
      <span className={styles.end}> – {end}</span>
      {half}
      {name !== zoneAbbreviation(starts, companyZone) && ` ${name}`}
    </>
  )
}
