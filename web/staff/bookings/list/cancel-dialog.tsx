import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import '../queries.ts'
import { api } from '@trunkshow/contract/api.ts'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { call } from '../../api/client.ts'
import { summaryQuery } from '../../slots/queries.ts'
import { useReportedCall } from '../../ui/feedback/use-reported-call.ts'

interface CancelDialogProps {
  eventId: string
  booking: Booking
  onClose: () => void
}

/** Confirms canceling a guest's appointment. */
export function CancelDialog({ eventId, booking, onClose }: CancelDialogProps) {
  const cancel = useReportedCall({
    call: (id: number) => call(api.bookings.cancel, { params: { id } }),
    done: () => ({
      title: 'Booking Cancelled',
      description: 'The booking has been cancelled and the customer has been notified.',
    }),
    failed: { title: 'Error', describe: () => bookingMessages.hostCancelFailed },
    reloads: summaryQuery(eventId).queryKey,
  })
  return (
    <ConfirmDialog
      opened
      title="Cancel this booking?"
      confirmLabel="Cancel booking"
      pendingLabel="Canceling..."
      keepLabel="Keep booking"
      loading={cancel.isPending}
      onConfirm={() => cancel.mutate(booking.id, { onSettled: onClose })}
      onClose={onClose}
    >
      <strong>{booking.attendeeName}</strong>, {formatDay(booking.slotDate)},{' '}
      {formatTimeRange(booking.startTime, booking.endTime)}.{' '}
      {booking.spots === 1 ? 'The spot opens' : `The ${booking.spots} spots open`} up again and we’ll email
      the guest. You can’t undo this.
    </ConfirmDialog>
  )
}
