import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { useLinks } from '../embed/embedded.ts'
import { AddToCalendar } from '../shell/add-to-calendar.tsx'
import { focusOnArrival } from '../shell/focus-on-arrival.ts'
import { CheckIcon } from '../shell/icons.tsx'
import ui from '../shell/ui.module.css'
import { AppointmentTime } from '../slots/appointment-time.tsx'
import styles from './booked-panel.module.css'

/** The green panel after a booking, with the appointment and the ways to keep it. */
export function BookedPanel({ event, booking }: { event: Event; booking: VisitorBooking }) {
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
      </p>
      <p className={styles.mailed}>
        Your confirmation is on its way to <b>{booking.attendeeEmail}</b>
      </p>
      <div className={ui.actions}>
        <a className={ui.secondary} href={paths.booking(booking.id)} rel="nofollow" {...leaving}>
          Manage appointment
        </a>
        <AddToCalendar token={booking.id} />
      </div>
    </section>
  )
}
