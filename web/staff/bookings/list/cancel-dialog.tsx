import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { ConfirmDialog } from '../../ui/dialog/confirm-dialog.tsx'
import { useCancelBooking } from '../queries.ts'

interface CancelDialogProps {
  eventId: string
  booking: Booking
  onClose: () => void
}

/** Confirms canceling a guest's appointment. */
export function CancelDialog({ eventId, booking, onClose }: CancelDialogProps) {
  const cancel = useCancelBooking(eventId)
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
