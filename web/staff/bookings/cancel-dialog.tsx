import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTimeRange } from '@trunkshow/contract/dates.ts'
import { ConfirmDialog } from '../ui/confirm-dialog.tsx'
import { useCancelBooking } from './queries.ts'

interface CancelDialogProps {
  eventId: string
  /** The booking to cancel; null while the dialog is closed. */
  booking: Booking | null
  onClose: () => void
}

/** Asks before a guest's appointment is given up. */
export function CancelDialog({ eventId, booking, onClose }: CancelDialogProps) {
  const cancel = useCancelBooking(eventId)
  return (
    <ConfirmDialog
      opened={booking !== null}
      title="Cancel this booking?"
      confirmLabel="Cancel booking"
      pendingLabel="Cancelling..."
      keepLabel="Keep booking"
      loading={cancel.isPending}
      onConfirm={() => booking && cancel.mutate(booking.id, { onSettled: onClose })}
      onClose={onClose}
    >
      {booking && (
        <>
          <strong>{booking.attendeeName}</strong>, {formatDay(booking.slotDate)},{' '}
          {formatTimeRange(booking.startTime, booking.endTime)}. The place becomes free again and the guest is
          told by e-mail. This cannot be undone.
        </>
      )}
    </ConfirmDialog>
  )
}
