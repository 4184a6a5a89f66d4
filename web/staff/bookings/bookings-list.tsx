import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { lazy, Suspense, useState } from 'react'
import { useMayDoOn } from '../session/session-query.ts'
import { BookingRow } from './booking-row.tsx'
import styles from './bookings-list.module.css'
import { CancelDialog } from './cancel-dialog.tsx'
import { groupBookings } from './group-bookings.ts'

const RescheduleDialog = lazy(() =>
  import('./reschedule-dialog.tsx').then((module) => ({ default: module.RescheduleDialog })),
)

interface BookingsListProps {
  event: Event
  bookings: readonly Booking[]
  /** Whether these are the rows of another filter, shown until the right ones are there. */
  outdated: boolean
}

/** Bookings under their days; cancelled ones come last. */
export function BookingsList({ event, bookings, outdated }: BookingsListProps) {
  const mayManage = useMayDoOn(event, 'bookings.manage')
  const [toCancel, setToCancel] = useState<Booking | null>(null)
  const [toMove, setToMove] = useState<Booking | null>(null)
  return (
    <>
      <div className={styles.groups} data-outdated={outdated} aria-busy={outdated}>
        {groupBookings(bookings).map(({ heading, bookings, mixedDays }) => (
          <section key={heading}>
            <h2 className={styles.heading}>{heading}</h2>
            <ul className={styles.list}>
              {bookings.map((booking) => (
                <BookingRow
                  key={booking.id}
                  booking={booking}
                  showDay={mixedDays}
                  actions={
                    mayManage
                      ? { reschedule: () => setToMove(booking), cancel: () => setToCancel(booking) }
                      : undefined
                  }
                />
              ))}
            </ul>
          </section>
        ))}
      </div>
      <CancelDialog eventId={String(event.id)} booking={toCancel} onClose={() => setToCancel(null)} />
      {toMove && (
        <Suspense>
          <RescheduleDialog event={event} booking={toMove} onClose={() => setToMove(null)} />
        </Suspense>
      )}
    </>
  )
}
