import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { FollowUpDialog } from './follow-up-dialog.tsx'

interface FollowUpGuestProps {
  booking: Pick<Booking, 'id' | 'attendeeName'>
  event: Pick<Event, 'name'>
  onClose: () => void
}

/** A follow-up for the guest of a booking. */
export const FollowUpGuest = ({ booking: { id, attendeeName }, event, onClose }: FollowUpGuestProps) => (
  <FollowUpDialog
    name={attendeeName}
    about={{ bookingId: id }}
    text={`Ask what ${attendeeName} thought of ${event.name}`}
    onClose={onClose}
  />
)
