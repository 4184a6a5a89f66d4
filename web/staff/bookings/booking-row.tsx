import { Button } from '@mantine/core'
import { bookingCan } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDate, formatTimeRange, venueNow } from '@trunkshow/contract/dates.ts'
import { ReasonButton } from '../ui/reason-button.tsx'
import { Tag } from '../ui/tag.tsx'
import styles from './booking-row.module.css'

interface BookingRowProps {
  booking: Booking
  /** Whether to name the day, where no heading does. */
  showDay: boolean
  /** Absent for roles that may not change bookings. */
  actions?: { reschedule: () => void; cancel: () => void }
}

/** One booking: time, guest, state, what can be done (spec booking §2). */
export function BookingRow({ booking, showDay, actions }: BookingRowProps) {
  const { attendeeName, attendeeEmail, slotDate, startTime, endTime, outsideEventHours } = booking
  const cancelled = booking.status === 'cancelled'
  return (
    <li className={styles.row} data-cancelled={cancelled}>
      <p className={styles.time}>
        {showDay && <span>{formatDate(slotDate)}</span>}
        <span>{formatTimeRange(startTime, endTime)}</span>
        {outsideEventHours && <small>Time slot outside event hours</small>}
      </p>
      <p className={styles.name}>{attendeeName}</p>
      <p className={styles.email}>
        <a href={`mailto:${encodeURIComponent(attendeeEmail).replace('%40', '@')}`}>{attendeeEmail}</a>
      </p>
      <p className={styles.tags}>
        {cancelled && <Tag>Cancelled</Tag>}
        {outsideEventHours && <Tag tone="bad">Outside Event Hours</Tag>}
      </p>
      {actions && !cancelled && (
        <div className={styles.actions}>
          <ReasonButton
            variant="subtle"
            reason={bookingCan.reschedule(booking, venueNow(new Date()))}
            aria-label={`Reschedule the booking of ${attendeeName}`}
            onClick={actions.reschedule}
          >
            Reschedule
          </ReasonButton>
          <Button
            variant="subtle"
            color="bad"
            aria-label={`Cancel the booking of ${attendeeName}`}
            onClick={actions.cancel}
          >
            Cancel
          </Button>
        </div>
      )}
    </li>
  )
}
