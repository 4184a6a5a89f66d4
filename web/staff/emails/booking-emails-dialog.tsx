import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { Dialog } from '../ui/dialog/dialog.tsx'
import { EmailsOf } from './emails-of.tsx'

interface BookingEmailsDialogProps {
  booking: Pick<Booking, 'id' | 'attendeeName'>
  mayResend: boolean
  onClose: () => void
}

/** What was sent about a booking, and what wasn't. */
export function BookingEmailsDialog({ booking, mayResend, onClose }: BookingEmailsDialogProps) {
  return (
    <Dialog title={`Emails for ${booking.attendeeName}`} width={800} onClose={onClose}>
      <EmailsOf about={{ bookingId: booking.id }} mayResend={mayResend} />
    </Dialog>
  )
}
