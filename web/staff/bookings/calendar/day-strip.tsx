import { VisuallyHidden } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { CalendarWeek } from '@trunkshow/contract/calendars/schema.ts'
import { dayParts } from '@trunkshow/contract/dates.ts'
import styles from './calendar.module.css'
import type { ToDate } from './queries.ts'

interface DayStripProps {
  days: readonly string[]
  /** The chosen one. */
  shown: string
  today: string
  week: CalendarWeek
  toDate: ToDate
}

/** Chooses the day on a phone, where one fits. */
export function DayStrip({ days, shown, today, week, toDate }: DayStripProps) {
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
