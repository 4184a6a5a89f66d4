import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { BookingPage as BookingPageContent } from '@trunkshow/contract/visitor-page.ts'
import { type ReactNode, useState } from 'react'
import { AnswerList } from '../../theme/answer-list.tsx'
import { CancelQuestion } from '../cancel/cancel-question.tsx'
import { focusOnArrival, post } from '../shell/form.tsx'
import { Fact, MailIcon, PersonIcon, PlaceIcon } from '../shell/icons.tsx'
import { AddToCalendar, DataLink, PlaceLink } from '../shell/links.tsx'
import { HostMark } from '../shell/pictures.tsx'
import ui from '../shell/ui.module.css'
import { AppointmentTime } from '../slots/appointment-time.tsx'
import { PartyField, RefusedNote } from '../slots/slot-picker.tsx'
import styles from './booking-page.module.css'
import { ANSWER, RescheduleForm } from './reschedule-form.tsx'

/**
 * The manage page, opened from an email's link (docs/product.md, The guest's link). Opening it changes nothing: its
 * buttons link to sections that the CSS shows when targeted, so everything works without scripts.
 */
export function BookingPage({ page }: { page: BookingPageContent }) {
  const [booking, setBooking] = useState(page.booking)
  const [moved, setMoved] = useState(page.rescheduled)

  function handleMoved(booking: VisitorBooking) {
    setBooking(booking)
    setMoved(true)
    location.hash = ANSWER
  }

  /** A guest with an error or another date in the URL is choosing a time. */
  const isPartyRefused = page.refused !== undefined && page.typed?.partySize !== undefined
  const movePage = isPartyRefused ? { ...page, refused: undefined } : page
  const isOpen = movePage.refused || page.date || page.dateGone
  const asksParty = !page.cannotReschedule && (page.event.maxPartySize > 1 || booking.partySize > 1)

  return (
    <div className={ui.narrow}>
      {!page.cannotCancel && !booking.isComing && (
        <section id="coming" className={styles.section}>
          <form className={styles.coming} action={paths.sayComing(page.token)} {...post}>
            <h2>Are you coming?</h2>
            <button type="submit" className={ui.primary}>
              I’m coming
            </button>
            <p>
              <a href="#reschedule">Choose another time</a> or <a href="#cancel">cancel</a>
            </p>
          </form>
        </section>
      )}
      <div id={page.refused ? undefined : ANSWER}>
        {moved && (
          <News title="Booking Rescheduled">
            Your appointment was rescheduled. We sent the new details to {booking.attendeeEmail}.
          </News>
        )}
        {page.partyChanged && (
          <News title="Booking Updated">
            Your appointment is now for {peopleOf(booking.partySize)}. We sent the details to{' '}
            {booking.attendeeEmail}.
          </News>
        )}
        {page.saidComing && booking.isComing && (
          <News title="See you soon">We’ve let {page.event.hostName} know you’re coming.</News>
        )}
        <AppointmentCard page={page} booking={booking} asksParty={asksParty} />
      </div>
      {asksParty && (
        <section id="party" className={styles.section} data-open={isPartyRefused ? '' : undefined}>
          <h2>Change number of guests</h2>
          <div id={isPartyRefused ? ANSWER : undefined}>
            <PartyForm key={booking.timeSlotId} page={page} booking={booking} />
          </div>
        </section>
      )}
      {!page.cannotReschedule && (
        <section id="reschedule" className={styles.section} data-open={isOpen ? '' : undefined}>
          <h2 id="reschedule-title">Choose another time</h2>
          <div id={movePage.refused ? ANSWER : undefined}>
            <RescheduleForm page={movePage} booking={booking} onMoved={handleMoved} />
          </div>
        </section>
      )}
      {!page.cannotCancel && (
        <section id="cancel" className={styles.section}>
          <CancelQuestion token={page.token} keepHref={`#${ANSWER}`} heading="h2" />
        </section>
      )}
      <DataLink from="booking" token={page.token} />
    </div>
  )
}

interface AppointmentCardProps {
  page: BookingPageContent
  booking: VisitorBooking
  asksParty: boolean
}

/** The appointment and the actions its guest can take, or the reason they no longer can. */
function AppointmentCard({ page, booking, asksParty }: AppointmentCardProps) {
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
          <Fact Icon={PlaceIcon}>
            <PlaceLink location={event.location} />
          </Fact>
        )}
        <Fact Icon={PersonIcon}>
          {booking.partySize > 1
            ? `${booking.attendeeName}, ${peopleOf(booking.partySize)}`
            : booking.attendeeName}
        </Fact>
        <Fact Icon={MailIcon}>{booking.attendeeEmail}</Fact>
      </ul>
      {booking.isComing && !isCanceled && <p className={styles.isComing}>You said you’re coming.</p>}
      {/* Photos are only for the host. */}
      <AnswerList
        className={styles.answers}
        phone={booking.phone}
        answers={booking.answers}
        photo={() => 'Photo sent to the host'}
      />
      {reason && !isCanceled && <p className={styles.reason}>{reason}</p>}
      <div className={styles.actions}>
        {!cannotReschedule && (
          <a className={ui.secondary} href="#reschedule">
            Reschedule
          </a>
        )}
        {asksParty && (
          <a className={ui.secondary} href="#party">
            Change number of guests
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

function News({ title, children }: { title: string; children: ReactNode }) {
  return (
    <section className={styles.news}>
      <h2 tabIndex={-1} ref={focusOnArrival}>
        {title}
      </h2>
      <p>{children}</p>
    </section>
  )
}

/**
 * Changes how many people come, as a plain post with or without scripts. If they no longer fit, the nearest times where
 * they do are offered: choosing one moves the booking in the same step (docs/product.md, The party).
 */
function PartyForm({ page, booking }: { page: BookingPageContent; booking: VisitorBooking }) {
  const { event, token, typed, refused } = page
  const [partySize, setPartySize] = useState(Number(typed?.partySize) || booking.partySize)
  const [slotId, setSlotId] = useState(booking.timeSlotId)
  const hasAlternatives = Boolean(refused?.alternatives?.length)
  return (
    <form action={`${paths.rescheduleBooking(token)}#${ANSWER}`} {...post}>
      {refused && (
        <RefusedNote
          title="Your booking hasn’t changed"
          refused={refused}
          spots={1}
          name="newTimeSlotId"
          picked={slotId}
          onPick={setSlotId}
        />
      )}
      {hasAlternatives ? (
        <label className={styles.keep}>
          <input
            type="radio"
            name="newTimeSlotId"
            value={booking.timeSlotId}
            checked={slotId === booking.timeSlotId}
            onChange={() => setSlotId(booking.timeSlotId)}
          />
          {`Stay at ${formatTime(booking.startTime)}, ${formatDay(booking.slotDate)}`}
        </label>
      ) : (
        <input type="hidden" name="newTimeSlotId" value={booking.timeSlotId} autoComplete="off" />
      )}
      <PartyField
        most={Math.max(event.maxPartySize, booking.partySize)}
        value={partySize}
        onChange={setPartySize}
      />
      <button type="submit" className={ui.confirm}>
        Save
      </button>
    </form>
  )
}
