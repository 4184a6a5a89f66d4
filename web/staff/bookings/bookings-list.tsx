import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { useState } from 'react'
import { useMayDo } from '../session/session-query.ts'
import { Notice } from '../ui/notice.tsx'
import { OutsideLink } from '../ui/outside-link.tsx'
import { BookingRow } from './booking-row.tsx'
import styles from './bookings-list.module.css'
import { CancelDialog } from './cancel-dialog.tsx'
import { groupBookings } from './group-bookings.ts'

interface BookingsListProps {
  event: Event
  bookings: readonly Booking[]
}

/** Bookings under their days; cancelled ones come last. */
export function BookingsList({ event, bookings }: BookingsListProps) {
  const mayManage = useMayDo('bookings.manage')
  const [toCancel, setToCancel] = useState<Booking | null>(null)
  if (bookings.length === 0) return <NoBookings slug={event.urlSlug} />
  return (
    <>
      <div className={styles.groups}>
        {groupBookings(bookings).map(({ heading, bookings, mixedDays }) => (
          <section key={heading}>
            <h2 className={styles.heading}>{heading}</h2>
            <ul className={styles.list}>
              {bookings.map((booking) => (
                <BookingRow
                  key={booking.id}
                  booking={booking}
                  showDay={mixedDays}
                  onCancel={mayManage ? () => setToCancel(booking) : undefined}
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <CancelDialog eventId={String(event.id)} booking={toCancel} onClose={() => setToCancel(null)} />
    </>
  )
}

function NoBookings({ slug }: { slug: string }) {
  return (
    <Notice
      title="No bookings found."
      action={
        <OutsideLink href={paths.event(slug)} variant="default">
          Open the page to share
        </OutsideLink>
      }
    >
      Bookings appear here as guests choose a time on the public page. Send them its link.
    </Notice>
  )
}
