import { Box, VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { hasStarted } from '@trunkshow/contract/bookings/rules.ts'
import { gridLines, type PlacedSlot, placeSlots } from '@trunkshow/contract/calendars/rules.ts'
import type { CalendarBooking, CalendarWeek } from '@trunkshow/contract/calendars/schema.ts'
import { dayParts, formatDay, fromMinutes, toMinutes } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import { useState } from 'react'
import { reasonAgainst } from '../../slots/slot-days.ts'
import { lazy } from '../../ui/lazy/lazy.tsx'
import { QuietText } from '../../ui/page/words.tsx'
import { RescheduleDialog } from '../booking-tasks.tsx'
import styles from './calendar.module.css'
import type { ShowAbout, ToDate } from './queries.ts'
import { SlotBlock } from './slot-block.tsx'

const AddBookingDialog = lazy(() => import('../add/add-booking-dialog.tsx'), 'AddBookingDialog')
const BookingDialog = lazy(() => import('../booking-dialog.tsx'), 'BookingDialog')

interface CalendarDaysProps {
  /** A week's or one, `yyyy-MM-dd`. */
  days: readonly string[]
  /** The one that a phone shows. */
  shown: string
  week: CalendarWeek
  now: Date
  /** The company's. */
  zone: Zone
  /** Whether the user may change an event's bookings. */
  manages: (event: Event) => boolean
  show: ShowAbout
  toDate: ToDate
}

/** The least height of a minute; rows are as high as what they hold. */
const MINUTE_PX = 0.9
/** One color for each event of the week, beside its name. */
const MARKS = [
  ...['var(--accent)', 'var(--good)', 'var(--info)', 'var(--warn)'],
  ...['light-dark(#7b3f8c, #d3a5e3)', 'var(--bad)', 'light-dark(#0b6a6f, #7fcfd3)'],
]

/**
 * The days beside each other, each time slot as far down as its event's own clock says. Rows are the times at which a
 * slot of any day begins or ends, so slots of any length fit, and long lists of names are not cut (decision 082). A
 * phone shows one day as a list.
 */
export function CalendarDays({ days, shown, week, now, zone, manages, show, toDate }: CalendarDaysProps) {
  const [dragged, setDragged] = useState<{ booking: CalendarBooking; slot: TimeSlot }>()
  const { events, lines, columns, bookings } = layOut(week, days)
  const rowOf = (time: string) => lines.indexOf(toMinutes(time)) + 2
  const today = wallClock(now, zone)
  const canTake = (slot: TimeSlot, event: Event) =>
    dragged !== undefined &&
    dragged.slot.eventId === slot.eventId &&
    reasonAgainst(slot, dragged.slot.id, dragged.booking.spots) === null &&
    !hasStarted(slot, event.zone, now)
  function move(to: TimeSlot, event: Event) {
    if (!dragged) return
    const { slotDate, startTime, endTime } = dragged.slot
    show(event, (about) => (
      <RescheduleDialog
        {...about}
        booking={{ ...dragged.booking, slotDate, startTime, endTime }}
        to={{ timeSlotId: to.id, slotDate: to.slotDate }}
      />
    ))
  }
  const markOf = ({ id }: Event) =>
    events.size > 1 ? MARKS[[...events.keys()].indexOf(id) % MARKS.length] : undefined
  return (
    <>
      {events.size > 1 && (
        <ul className={styles.legend} aria-label="Events">
          {week.events.map((event) => (
            <Box key={event.id} component="li" __vars={{ '--mark': markOf(event) }}>
              <Link to="/calendar" search={{ ...toDate(shown), event: event.id }}>
                {event.name}
              </Link>
            </Box>
          ))}
        </ul>
      )}
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard must be able to scroll it */}
      <section aria-label="Time slots" className={styles.region} tabIndex={0}>
        <div
          className={styles.grid}
          style={{
            gridTemplateColumns: `3.5rem ${columns.map(({ lanes }) => (lanes ? `minmax(calc(${lanes} * var(--lane-width)), ${lanes}fr)` : 'minmax(var(--lane-width), .5fr)')).join(' ')}`,
            gridTemplateRows: `auto ${lines
              .slice(1)
              .map((line, index) => `minmax(${(line - lines[index]!) * MINUTE_PX}px, auto)`)
              .join(' ')}`,
          }}
        >
          <div className={styles.corner} aria-hidden="true" />
          {lines
            .filter((line) => line % 60 === 0)
            .map((line) => (
              <div
                key={line}
                className={styles.hour}
                style={{ gridRow: lines.indexOf(line) + 2 }}
                aria-hidden="true"
              >
                <span>{hourOf(line)}</span>
              </div>
            ))}
          {columns.map(({ date, placed, booked, totalSlots }, index) => {
            const gridColumn = index + 2
            const { weekday, day, month } = dayParts(date)
            const isToday = date === today.date
            return (
              <section
                key={date}
                className={styles.day}
                data-chosen={date === shown}
                data-past={date < today.date}
                data-today={isToday}
                aria-label={formatDay(date)}
              >
                <div className={styles.head} style={{ gridColumn }}>
                  <h2>
                    <Link to="/calendar" search={{ ...toDate(date), view: 'day' }}>
                      <small>{weekday}</small> {day}
                      <VisuallyHidden> {month}</VisuallyHidden>
                    </Link>
                  </h2>
                  {isToday && <small>Today</small>}
                  {totalSlots > 0 && (
                    <small>
                      {booked} of {totalSlots}
                      <span className={styles.long}> {totalSlots === 1 ? 'spot' : 'spots'}</span>
                    </small>
                  )}
                </div>
                <div className={styles.column} style={{ gridColumn }} aria-hidden="true" />
                {isToday && <NowLine lines={lines} time={today.time} gridColumn={gridColumn} />}
                {placed.length === 0 && <QuietText className={styles.none}>No time slots.</QuietText>}
                <ul className={styles.slots}>
                  {placed.map((place) => {
                    const { slot } = place
                    const event = events.get(slot.eventId)!
                    return (
                      <SlotBlock
                        key={slot.id}
                        {...place}
                        event={event}
                        companyZone={zone}
                        mark={markOf(event)}
                        style={{ gridColumn, gridRow: `${rowOf(slot.startTime)} / ${rowOf(slot.endTime)}` }}
                        bookings={bookings.get(slot.id) ?? []}
                        isNamed={week.named.includes(event.id)}
                        isWhole={days.length === 1}
                        now={now}
                        manages={manages(event)}
                        takes={dragged ? canTake(slot, event) : undefined}
                        toDate={toDate}
                        onAdd={() =>
                          show(event, (about) => <AddBookingDialog {...about} date={date} slotId={slot.id} />)
                        }
                        onOpen={({ id, attendeeName }) =>
                          show(event, (about) => <BookingDialog {...about} id={id} name={attendeeName} />)
                        }
                        onPrepare={() => void RescheduleDialog.preload()}
                        onDrag={(booking) => setDragged(booking && { booking, slot })}
                        onDrop={() => move(slot, event)}
                      />
                    )
                  })}
                </ul>
              </section>
            )
          })}
        </div>
      </section>
    </>
  )
}

/** What the grid shows: its lines in minutes, and each day's time slots in their places. */
function layOut(week: CalendarWeek, days: readonly string[]) {
  const byDay = Map.groupBy(week.slots, ({ slotDate }) => slotDate)
  const columns = days.map((date) => {
    const slots = byDay.get(date) ?? []
    const placed: PlacedSlot<TimeSlot>[] = placeSlots(slots)
    return {
      date,
      placed,
      lanes: Math.max(0, ...placed.map(({ lanes }) => lanes)),
      booked: slots.reduce((sum, { totalSlots, availableSpots }) => sum + totalSlots - availableSpots, 0),
      totalSlots: slots.reduce((sum, { totalSlots }) => sum + totalSlots, 0),
    }
  })
  return {
    columns,
    lines: gridLines(columns.flatMap(({ placed }) => placed.map(({ slot }) => slot))),
    events: new Map(week.events.map((event) => [event.id, event])),
    bookings: Map.groupBy(week.bookings, ({ timeSlotId }) => timeSlotId),
  }
}

/** 540 → `9 AM` */
function hourOf(minutes: number) {
  const hour = Number(fromMinutes(minutes).slice(0, 2))
  return `${hour % 12 || 12} ${hour % 24 < 12 ? 'AM' : 'PM'}`
}

/** Where the company's clock is, between the lines. */
function NowLine({ lines, time, gridColumn }: { lines: number[]; time: string; gridColumn: number }) {
  const minutes = toMinutes(time)
  const row = lines.findIndex((line, index) => line <= minutes && (lines[index + 1] ?? 0) > minutes)
  if (row < 0) return null
  const part = (minutes - lines[row]!) / (lines[row + 1]! - lines[row]!)
  return (
    <div className={styles.now} style={{ gridColumn, gridRow: row + 2 }}>
      <i style={{ top: `${part * 100}%` }} />
      <VisuallyHidden>Now</VisuallyHidden>
    </div>
  )
}
