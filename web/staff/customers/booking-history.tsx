import { Link } from '@tanstack/react-router'
import type { HistoryBooking } from '@trunkshow/contract/customers/schema.ts'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { useId } from 'react'
import { Notice } from '../ui/notice.tsx'
import { Tag } from '../ui/tag.tsx'
import styles from './history.module.css'
import { isPast } from './is-past.ts'

/** Every booking of a customer, each with the way to its event. */
export function BookingHistory({ bookings }: { bookings: readonly HistoryBooking[] }) {
  const titleId = useId()
  const now = new Date()
  if (bookings.length === 0)
    return <Notice title="No bookings yet">What is booked with this customer’s e-mail shows here.</Notice>
  return (
    <section aria-labelledby={titleId}>
      <h2 id={titleId} className={styles.heading}>
        Booking History
      </h2>
      <ul className={styles.list}>
        {bookings.map((booking) => (
          <BookingRow key={booking.id} booking={booking} past={isPast(booking, now)} />
        ))}
      </ul>
    </section>
  )
}

function BookingRow({ booking, past }: { booking: HistoryBooking; past: boolean }) {
  const { slotDate, startTime, event } = booking.timeSlot
  return (
    <li className={styles.row}>
      <p>
        <Link to="/bookings/$id" params={{ id: String(event.id) }} className={styles.event}>
          {event.name}
        </Link>
        {event.location && <span className={styles.soft}>{event.location}</span>}
      </p>
      <p className={styles.time}>
        {formatDay(slotDate)}, {formatTime(startTime, slotDate)}
      </p>
      <p className={styles.soft}>{booking.attendeeName}</p>
      {booking.status === 'cancelled' ? (
        <Tag>Cancelled</Tag>
      ) : past ? (
        <Tag tone="good">Completed</Tag>
      ) : (
        <Tag tone="accent">Upcoming</Tag>
      )}
    </li>
  )
}
