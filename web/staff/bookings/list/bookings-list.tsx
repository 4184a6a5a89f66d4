import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { EraseDialog } from '../../privacy/erase-dialog.tsx'
import { useMayDo, useMayDoOnEvent } from '../../session/session-query.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { lazyDialog } from '../../ui/dialog/lazy-dialog.tsx'
import { useCancelBooking } from '../queries.ts'
import { BookingRow } from './booking-row.tsx'
import styles from './bookings-list.module.css'
import { groupBookings } from './group-bookings.ts'

const CreateOrderDialog = lazyDialog(() =>
  import('../../orders/create/create-order-dialog.tsx').then((module) => module.CreateOrderDialog),
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
      <CancelDialog eventId={String(event.id)} booking={toCancel} onClose={() => setToCancel(null)} />
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

interface CancelDialogProps {
  eventId: string
  /** The booking to cancel; null while the dialog is closed. */
  booking: Booking | null
  onClose: () => void
}

/** Confirms canceling a guest's appointment. */
function CancelDialog({ eventId, booking, onClose }: CancelDialogProps) {
  const cancel = useCancelBooking(eventId)
  return (
    <ConfirmDialog
      opened={booking !== null}
      title="Cancel this booking?"
      confirmLabel="Cancel booking"
      pendingLabel="Canceling..."
      keepLabel="Keep booking"
      loading={cancel.isPending}
      onConfirm={() => booking && cancel.mutate(booking.id, { onSettled: onClose })}
      onClose={onClose}
    >
      {booking && (
        <>
          <strong>{booking.attendeeName}</strong>, {formatDay(booking.slotDate)},{' '}
          {formatTimeRange(booking.startTime, booking.endTime)}. The spot opens up again and we’ll email the
          guest. You can’t undo this.
        </>
      )}
    </ConfirmDialog>
  )
}
