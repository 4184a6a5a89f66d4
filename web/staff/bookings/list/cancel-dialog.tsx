import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { api, call } from '../../api/client.ts'
import { summaryQuery } from '../../slots/queries.ts'
import { ConfirmCall } from '../../ui/dialog/dialog.tsx'
import type { BookingDialogProps } from '../queries.ts'

/** Confirms canceling a guest's appointment. */
export function CancelDialog({ event, booking, onClose }: BookingDialogProps) {
  return (
    <ConfirmCall
      title="Cancel this booking?"
      confirmLabel="Cancel booking"
      keepLabel="Keep booking"
      call={() => call(api.bookings.cancel, { params: { id: booking.id } })}
      done={() => ({
        title: 'Booking Cancelled',
        description: 'The booking has been cancelled and the customer has been notified.',
      })}
      failed={{ title: 'Error', describe: () => bookingMessages.hostCancelFailed }}
      reloads={summaryQuery(String(event.id)).queryKey}
      onClose={onClose}
    >
      <strong>{booking.attendeeName}</strong>, {formatDay(booking.slotDate)},{' '}
      {formatTimeRange(booking.startTime, booking.endTime)}.{' '}
      {booking.spots === 1 ? 'The spot opens' : `The ${booking.spots} spots open`} up again and we’ll email
      the guest. You can’t undo this.
    </ConfirmCall>
  )
}
