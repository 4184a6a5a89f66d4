import { Button, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTimeRange, venueNow } from '@trunkshow/contract/dates.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { useState } from 'react'
import { slotsQuery } from '../../slots/queries.ts'
import { Dialog, DialogButtons } from '../../ui/dialog/dialog.tsx'
import { LoadFailure } from '../../ui/feedback/load-failure.tsx'
import { useRescheduleBooking } from '../queries.ts'
import { freeSlots } from './free-slots.ts'
import styles from './reschedule-dialog.module.css'
import { SlotPicker } from './slot-picker.tsx'

interface RescheduleDialogProps {
  event: Event
  booking: Booking
  onClose: () => void
}

/** Moves a guest to another time of the event (docs/product.md, Canceling and rescheduling). */
export function RescheduleDialog({ event, booking, onClose }: RescheduleDialogProps) {
  const eventId = String(event.id)
  const [slotId, setSlotId] = useState<number>()
  const slots = useQuery(slotsQuery(eventId))
  const reschedule = useRescheduleBooking(eventId)
  const days = slots.data && freeSlots(slots.data, booking.timeSlotId, venueNow(new Date()))
  const chosen = days?.some((day) => day.slots.some(({ id }) => id === slotId)) ? slotId : undefined
  return (
    <Dialog opened title="Reschedule booking" onClose={onClose}>
      <p className={styles.from}>
        <strong>{booking.attendeeName}</strong> is booked for {formatDay(booking.slotDate)},{' '}
        {formatTimeRange(booking.startTime, booking.endTime)}.
      </p>
      {!days && !slots.isError && <Skeleton height={160} role="status" aria-label="Loading time slots" />}
      {slots.isError && !days && (
        <LoadFailure
          title="Failed to fetch time slots"
          retrying={slots.isFetching}
          onRetry={() => slots.refetch()}
        >
          The booking hasn’t changed.
        </LoadFailure>
      )}
      {days?.length === 0 && <p className={styles.none}>{bookingMessages.noSlotsToMoveTo}</p>}
      {days && days.length > 0 && (
        <SlotPicker
          event={event}
          days={days}
          startOn={booking.slotDate}
          value={chosen}
          onChange={setSlotId}
        />
      )}
      <DialogButtons>
        <Button variant="default" onClick={onClose}>
          {days?.length === 0 ? 'Close' : 'Keep current time'}
        </Button>
        {days?.length !== 0 && (
          <Button
            disabled={chosen === undefined || reschedule.isPending}
            onClick={() =>
              chosen && reschedule.mutate({ id: booking.id, newTimeSlotId: chosen }, { onSuccess: onClose })
            }
          >
            {reschedule.isPending ? 'Rescheduling...' : 'Confirm Reschedule'}
          </Button>
        )}
      </DialogButtons>
    </Dialog>
  )
}
