import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import { useLinks } from '../embed/embedded.ts'
import { AddToCalendar } from '../shell/add-to-calendar.tsx'
import { focusOnArrival } from '../shell/focus-on-arrival.ts'
import { CheckIcon } from '../shell/icons.tsx'
import { PlaceLink } from '../shell/place-link.tsx'
import ui from '../shell/ui.module.css'
import { AppointmentTime } from '../slots/appointment-time.tsx'
import styles from './booked-panel.module.css'

interface BookedPanelProps {
  event: Event
  booking: VisitorBooking
  /** The event page, where the times are shown again. */
  address: string
  /** Forgets the booking, so that the page shows the times. */
  onAgain: () => void
}

/** The green panel after a booking, in place of the times: the appointment and the ways to keep it. */
export function BookedPanel({ event, booking, address, onAgain }: BookedPanelProps) {
  const { leaving } = useLinks()
  return (
    <section className={styles.panel} aria-labelledby="booked">
      <span className={styles.seal}>
        <CheckIcon />
      </span>
      <h2 id="booked" tabIndex={-1} ref={focusOnArrival}>
        Booking Confirmed
      </h2>
      <p>Your appointment has been successfully booked. We look forward to seeing you!</p>
      <p className={styles.when}>
        <AppointmentTime slot={booking} event={event} />
        {booking.partySize > 1 && <span>{peopleOf(booking.partySize)}</span>}
        {event.location && event.showLocation && <PlaceLink location={event.location} />}
      </p>
      <p className={styles.mailed}>
        Your confirmation is on its way to <b>{booking.attendeeEmail}</b>
      </p>
      <div className={styles.actions}>
        <a className={ui.secondary} href={paths.booking(booking.id)} rel="nofollow" {...leaving}>
          Manage appointment
        </a>
        <AddToCalendar token={booking.id} />
      </div>
      <p className={styles.another}>
        <a href={address} onClick={onAgain}>
          Book another appointment
        </a>
      </p>
    </section>
  )
}
