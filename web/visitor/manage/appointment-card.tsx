import { answerText, peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { BookingPage } from '@trunkshow/contract/visitor-page.ts'
import { MailIcon, PersonIcon, PlaceIcon } from '../shell/icons.tsx'
import { AddToCalendar, PlaceLink } from '../shell/links.tsx'
import { HostMark } from '../shell/pictures.tsx'
import ui from '../shell/ui.module.css'
import { AppointmentTime } from '../slots/appointment-time.tsx'
import styles from './booking-page.module.css'

interface AppointmentCardProps {
  page: BookingPage
  booking: VisitorBooking
  asksParty: boolean
}

/** The appointment and the actions its guest can take, or the reason they no longer can. */
export function AppointmentCard({ page, booking, asksParty }: AppointmentCardProps) {
  const { event, token, cannotReschedule, cannotCancel } = page
  const isCanceled = booking.status === 'cancelled'
  const reason = cannotReschedule ?? cannotCancel
  return (
    <article className={styles.card}>
      <HostMark event={event} className={ui.mark} />
      <p className={ui.capitals}>{isCanceled ? 'Canceled appointment' : 'Your appointment'}</p>
      <h1 className={styles.name}>{event.name}</h1>
      <p className={ui.soft}>{`Hosted by ${event.hostName}`}</p>
      <p className={styles.when} data-canceled={isCanceled || undefined}>
        <AppointmentTime slot={booking} event={event} />
      </p>
      <ul className={styles.facts}>
        {event.location && event.showLocation && (
          <li className={ui.fact}>
            <PlaceIcon />
            <PlaceLink location={event.location} />
          </li>
        )}
        <li className={ui.fact}>
          <PersonIcon />
          {booking.partySize > 1
            ? `${booking.attendeeName}, ${peopleOf(booking.partySize)}`
            : booking.attendeeName}
        </li>
        <li className={ui.fact}>
          <MailIcon />
          {booking.attendeeEmail}
        </li>
      </ul>
      {booking.isComing && !isCanceled && <p className={styles.isComing}>You said you’re coming.</p>}
      <Answers booking={booking} />
      {reason && !isCanceled && <p className={styles.reason}>{reason}</p>}
      <div className={styles.actions}>
        {!cannotReschedule && (
          <a className={ui.secondary} href="#reschedule">
            Reschedule
          </a>
        )}
        {asksParty && (
          <a className={ui.secondary} href="#party">
            Change party size
          </a>
        )}
        {isCanceled ? (
          <a className={ui.primary} href={paths.publicEvent(event.id)}>
            Book Another Time
          </a>
        ) : (
          !cannotCancel && <AddToCalendar token={token} />
        )}
        {!cannotCancel && (
          <a className={ui.danger} href="#cancel">
            Cancel
          </a>
        )}
      </div>
    </article>
  )
}

/** What the guest answered; photos are only for the host. */
function Answers({ booking: { phone, answers = [] } }: { booking: VisitorBooking }) {
  if (!phone && answers.length === 0) return null
  return (
    <dl className={styles.answers}>
      {phone && (
        <div>
          <dt>Phone</dt>
          <dd>{phone}</dd>
        </div>
      )}
      {answers.map((given) => (
        <div key={given.id}>
          <dt>{given.label}</dt>
          <dd>{given.type === 'attachment' ? 'Photo sent to the host' : answerText(given)}</dd>
        </div>
      ))}
    </dl>
  )
}
