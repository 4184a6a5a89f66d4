import { Text, Title } from '@mantine/core'
import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { Customer, HistoryBooking } from '@trunkshow/contract/customers/schema.ts'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { useId } from 'react'
import { Notice } from '../../ui/feedback/notice.tsx'
import { PagedList } from '../../ui/list/paged-list.tsx'
import { Tag } from '../../ui/list/tag.tsx'
import { Soft } from '../../ui/page/soft.tsx'
import surfaces from '../../ui/page/surfaces.module.css'
import { bookingsOfQuery } from '../queries.ts'
import styles from './history.module.css'
import { isPast } from './is-past.ts'

/** Every booking made with a customer's emails, latest first, each linked to its event. */
export function BookingHistory({ customer }: { customer: Customer }) {
  const titleId = useId()
  const list = useInfiniteQuery(bookingsOfQuery(customer))
  const now = new Date()
  return (
    <PagedList
      list={list}
      noun="bookings"
      empty={<Notice title="No bookings yet">Bookings made with this customer’s email appear here.</Notice>}
    >
      {(bookings) =>
        bookings.length > 0 && (
          <section aria-labelledby={titleId}>
            <Title order={2} id={titleId} mb="sm">
              Booking History
            </Title>
            <ul className={surfaces.sheet}>
              {bookings.map((booking) => (
                <BookingRow key={booking.id} booking={booking} past={isPast(booking, now)} />
              ))}
            </ul>
          </section>
        )
      }
    </PagedList>
  )
}

function BookingRow({ booking, past }: { booking: HistoryBooking; past: boolean }) {
  const { slotDate, startTime, zone, event } = booking.timeSlot
  return (
    <li className={styles.row}>
      <p>
        <b>
          <Link to="/bookings/$id" params={{ id: String(event.id) }}>
            {event.name}
          </Link>
        </b>
        {event.location && <Soft>{event.location}</Soft>}
      </p>
      <p>
        {formatDay(slotDate)}, {formatTime(startTime, zone)}
      </p>
      <Text c="dimmed">{booking.attendeeName}</Text>
      {booking.notes && <p className={styles.notes}>{booking.notes}</p>}
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
