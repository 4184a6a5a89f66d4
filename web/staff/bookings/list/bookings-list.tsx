import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { useMayDo, useMayDoOnEvent } from '../../session/session-query.ts'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { BookingRow } from './booking-row.tsx'
import styles from './bookings-list.module.css'
import { groupBookings } from './group-bookings.ts'

const CancelDialog = lazyDialog(() => import('./cancel-dialog.tsx').then((module) => module.CancelDialog))
const CreateOrderDialog = lazyDialog(() =>
  import('../../orders/create/create-order-dialog.tsx').then((module) => module.CreateOrderDialog),
)
const EraseDialog = lazyDialog(() =>
  import('../../privacy/erase-dialog.tsx').then((module) => module.EraseDialog),
)
const RescheduleDialog = lazyDialog(() =>
  import('../reschedule/reschedule-dialog.tsx').then((module) => module.RescheduleDialog),
)

interface BookingsListProps {
  event: Event
  bookings: readonly Booking[]
  /** Whether these are the previous filter's rows, shown while the new ones load. */
  outdated: boolean
}

/**
 * Bookings grouped by day; canceled ones come last. An order dialog stays open even if its booking's row disappears,
 * so nothing typed is lost.
 */
export function BookingsList({ event, bookings, outdated }: BookingsListProps) {
  const mayManage = useMayDoOnEvent(event, 'bookings.manage')
  // Co-hosts don't take orders at another company's event (docs/product.md, Co-hosts).
  const mayOrder = useMayDo('orders.edit') && !event.coHosted
  const mayErase = useMayDo('orders.delete') && !event.coHosted
  const [toErase, setToErase] = useState<Booking | null>(null)
  const [toOrder, setToOrder] = useState<Booking | null>(null)
  const [toCancel, setToCancel] = useState<Booking | null>(null)
  const [toMove, setToMove] = useState<Booking | null>(null)
  return (
    <>
      {bookings.length > 0 && (
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
                    onOrder={mayOrder ? () => setToOrder(booking) : undefined}
                    onErase={mayErase ? () => setToErase(booking) : undefined}
                  />
                ))}
              </ul>
            </section>
          ))}
        </div>
      )}
      {toOrder && <CreateOrderDialog booking={orderedBy(toOrder, event)} onClose={() => setToOrder(null)} />}
      {toCancel && (
        <CancelDialog eventId={String(event.id)} booking={toCancel} onClose={() => setToCancel(null)} />
      )}
      {toErase && (
        <EraseDialog
          person={{ bookingId: toErase.id }}
          name={toErase.attendeeName}
          onClose={() => setToErase(null)}
        />
      )}
      {toMove && <RescheduleDialog event={event} booking={toMove} onClose={() => setToMove(null)} />}
    </>
  )
}

function orderedBy({ timeSlotId, slotDate, startTime, ...booking }: Booking, event: Event) {
  return { ...booking, event, timeSlot: { id: timeSlotId, slotDate, startTime } }
}
