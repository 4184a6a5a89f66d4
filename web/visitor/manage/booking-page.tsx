import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { BookingPage as BookingPageContent } from '@trunkshow/contract/visitor-page.ts'
import { type ReactNode, useState } from 'react'
import { CancelQuestion } from '../cancel/cancel-question.tsx'
import { focusOnArrival, post } from '../shell/form.tsx'
import { DataLink } from '../shell/links.tsx'
import { useToast } from '../shell/toast.tsx'
import ui from '../shell/ui.module.css'
import { PartyField } from '../slots/party-field.tsx'
import { RefusedNote } from '../slots/refused-note.tsx'
import { AppointmentCard } from './appointment-card.tsx'
import styles from './booking-page.module.css'
import { RescheduleForm } from './reschedule-form.tsx'

const ANSWER = 'answer'

/**
 * The manage page, opened from an email's link (docs/product.md, The guest's link). Opening it changes nothing: its
 * buttons link to sections that the CSS shows when targeted, so everything works without scripts.
 */
export function BookingPage({ page }: { page: BookingPageContent }) {
  const showToast = useToast()
  const [booking, setBooking] = useState(page.booking)
  const [moved, setMoved] = useState(page.rescheduled)

  function handleMoved(booking: VisitorBooking) {
    showToast({ kind: 'good', title: 'Booking Rescheduled' })
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
          <h2>Change your party size</h2>
          <div id={isPartyRefused ? ANSWER : undefined}>
            <PartyForm key={booking.timeSlotId} page={page} booking={booking} answerId={ANSWER} />
          </div>
        </section>
      )}
      {!page.cannotReschedule && (
        <section id="reschedule" className={styles.section} data-open={isOpen ? '' : undefined}>
          <h2 id="reschedule-title">Choose another time</h2>
          <div id={movePage.refused ? ANSWER : undefined}>
            <RescheduleForm page={movePage} booking={booking} answerId={ANSWER} onMoved={handleMoved} />
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

interface PartyFormProps {
  page: BookingPageContent
  booking: VisitorBooking
  answerId: string
}

/**
 * Changes how many people come, as a plain post with or without scripts. If they no longer fit, the nearest times where
 * they do are offered: choosing one moves the booking in the same step (docs/product.md, The party).
 */
function PartyForm({ page: { event, token, typed, refused }, booking, answerId }: PartyFormProps) {
  const [partySize, setPartySize] = useState(Number(typed?.partySize) || booking.partySize)
  const [slotId, setSlotId] = useState(booking.timeSlotId)
  const hasAlternatives = Boolean(refused?.alternatives?.length)
  return (
    <form action={`${paths.rescheduleBooking(token)}#${answerId}`} {...post}>
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
