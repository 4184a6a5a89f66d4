import { guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { eventEnded } from '@trunkshow/contract/events/messages.ts'
import { addQuery, guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { type MouseEvent, useContext, useRef } from 'react'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import { BotFields, focusOnArrival, PersonFields, post } from '../shell/form.tsx'
import { CheckIcon, ClockIcon } from '../shell/icons.tsx'
import { AddToCalendar, Embedded, PlaceLink, useLinks } from '../shell/links.tsx'
import ui from '../shell/ui.module.css'
import { AppointmentTime } from '../slots/appointment-time.tsx'
import { countAllSpots, groupByDay, type SlotDay } from '../slots/slot-days.ts'
import { PartyField, RefusedNote, SlotPicker, Slots } from '../slots/slot-picker.tsx'
import { useLive } from '../slots/use-live.ts'
import { fieldNames, questions } from './attendee.ts'
import styles from './booking-form.module.css'
import { type Booking, type useBooked, useBooking } from './use-booking.ts'

/** Anchor of the result of a plain post, so the browser scrolls to it. */
const ANSWER = 'booking'

/** One form, a plain POST without scripts (docs/product.md, The event page). The CSS shows the details with a time. */
export function BookingForm({ page, made }: { page: EventPage; made: ReturnType<typeof useBooked> }) {
  const form = useRef<HTMLFormElement>(null)
  const live = useLive()
  const address = useLinks().event(page.event.urlSlug)
  const booking = useBooking(page, form, made)
  const { slots, dates } = booking.source
  const { picked, refused } = booking
  const { booked } = made
  const days = slots && groupByDay(slots, dates)
  const isOpen = picked !== null || refused !== undefined
  // After an error, the form stays with everything typed, even if the last open time was just taken.
  const takesBookings = Boolean(days?.length) || refused !== undefined

  function handleContinue(event: MouseEvent) {
    event.preventDefault()
    form.current?.querySelector<HTMLInputElement>('[name="attendeeName"]')?.focus()
  }

  return (
    <form
      ref={form}
      className={takesBookings && !booked ? styles.form : styles.single}
      data-open={isOpen || undefined}
      action={`${page.date ? addQuery(address, `date=${page.date}`) : address}#${ANSWER}`}
      {...post}
      noValidate={live}
      onSubmit={(event) => {
        event.preventDefault()
        void booking.submit()
      }}
    >
      <input type="hidden" name="idempotencyKey" value={booking.idempotencyKey} autoComplete="off" />
      <BotFields page={page} />
      {!booked && (
        <ErrorBoundary>
          <SlotsCard page={page} days={days} booking={booking} onContinue={handleContinue} />
        </ErrorBoundary>
      )}
      <div className={styles.side} id={ANSWER}>
        <ErrorBoundary>
          {booked && (
            <BookedPanel
              key={booked.id}
              event={page.event}
              booking={booked}
              address={address}
              onAgain={() => made.keep(undefined)}
            />
          )}
        </ErrorBoundary>
        {takesBookings && !booked && (
          <>
            <section className={styles.prompt}>
              <ClockIcon />
              <p>Please select a time slot first</p>
            </section>
            <BookingDetails page={page} booking={booking} />
          </>
        )}
      </div>
    </form>
  )
}

/** Whether a time of the day has fewer spots than the party needs. */
const isShort = ({ slots, most }: SlotDay, spots: number) =>
  most < spots || slots?.some(({ availableSpots }) => availableSpots < spots)

interface SlotsCardProps {
  page: EventPage
  /** Null if the slots couldn't be loaded. */
  days: SlotDay[] | null
  booking: Booking
  onContinue: (event: MouseEvent) => void
}

/** The left card of the event page: open spots and time slots. */
function SlotsCard({ page, days, booking, onContinue }: SlotsCardProps) {
  const live = useLive()
  const links = useLinks()
  const { maxPartySize, hasWaitlist, urlSlug } = page.event
  const { spots, source } = booking
  const address = links.event(urlSlug)
  const fitsNowhere = spots > 1 && days?.every(({ most }) => most < spots)
  const places = days && countAllSpots(days)
  return (
    <section className={ui.card} aria-busy={source.state === 'loading'}>
      <h2 id="appointments">Available Appointments</h2>
      {places && places.all > 0 && (
        <p className={styles.count}>{`${places.free} of ${places.all} spots open`}</p>
      )}
      <Slots source={source} pageHref={address} days={days} none="No available time slots for this event.">
        {(days) => (
          <>
            {maxPartySize > 1 && (
              <PartyField
                most={maxPartySize}
                value={booking.partySize}
                error={booking.refused?.fields?.partySize}
                onChange={booking.setPartySize}
              />
            )}
            {live && fitsNowhere && (
              <p className={styles.none} role="status">
                {`No time has ${spots} spots left. Choose fewer people, or contact the host.`}
              </p>
            )}
            <SlotPicker
              name="timeSlotId"
              labelledBy="appointments"
              page={page}
              source={source}
              days={days}
              spots={live ? spots : 1}
              pageHref={address}
              picked={booking.picked}
              onPick={booking.pick}
              belowPicked={
                <a className={styles.onward} href={`#${ANSWER}`} onClick={onContinue}>
                  Continue
                </a>
              }
            />
            {hasWaitlist && days.some((day) => isShort(day, Math.max(spots, live ? 1 : maxPartySize))) && (
              <p className={styles.wait}>
                Can’t find an open time? <a href={links.waitlist(urlSlug)}>Join the waitlist</a>
              </p>
            )}
            {!live && (
              <a className={styles.continue} href={`#${ANSWER}`}>
                Continue
              </a>
            )}
          </>
        )}
      </Slots>
    </section>
  )
}

/** The right card of the event page: the selected time and the guest's details. */
function BookingDetails({ page, booking }: { page: EventPage; booking: Booking }) {
  const live = useLive()
  const { event, typed } = page
  const { refused, pending, asked, slot } = booking
  const embedded = useContext(Embedded) !== undefined
  const Questions = questions()?.QuestionFields
  const { fields = {} } = refused ?? {}
  const { timeSlotId } = fields
  const hasChanged = refused?.code === 'changed'
  // Errors at a field don't need a note as well.
  const needsNote = refused && (timeSlotId || hasChanged || !fieldNames(asked).some((name) => fields[name]))
  return (
    <section className={styles.details} aria-labelledby="details">
      <h2 id="details">Complete Your Booking</h2>
      {needsNote && (
        <RefusedNote
          key={booking.refusals}
          title={
            booking.isInitialRefusal || hasChanged || embedded
              ? guestBookingMessages.bookFailedTitle
              : undefined
          }
          refused={timeSlotId ? { ...refused, message: timeSlotId } : refused}
          spots={live ? booking.spots : 1}
          name={live ? 'alternative' : 'timeSlotId'}
          picked={booking.picked}
          onPick={booking.pickAlternative}
        />
      )}
      <ErrorBoundary>
        {slot && (
          <p className={ui.picked}>
            <AppointmentTime slot={slot} event={event} />
          </p>
        )}
      </ErrorBoundary>
      <PersonFields typed={typed} errors={fields} onInput={booking.clearField} />
      {asked.questionsVersion > 0 && Questions && (
        <Questions asked={asked} typed={typed} errors={fields} onInput={booking.clearField} />
      )}
      <button type="submit" className={ui.confirm} aria-disabled={pending || undefined}>
        {pending ? 'Confirming...' : 'Confirm Booking'}
      </button>
      <p className={styles.note}>
        We’ll email your confirmation with a link to reschedule or cancel. No marketing.
      </p>
    </section>
  )
}

interface BookedPanelProps {
  event: EventPage['event']
  booking: VisitorBooking
  /** The event page, where the times are shown again. */
  address: string
  /** Forgets the booking, so that the page shows the times. */
  onAgain: () => void
}

/** The green panel after a booking, in place of the times: the appointment and the ways to keep it. */
function BookedPanel({ event, booking, address, onAgain }: BookedPanelProps) {
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

/** Replaces the form when the event is over or inactive. */
export function ClosedNotice({ page: { event, ended } }: { page: EventPage }) {
  const { leaving } = useLinks()
  return (
    <section className={styles.inactive}>
      <h2>{ended ? eventEnded : 'Available Appointments'}</h2>
      <p className={ui.soft}>
        {!event.isActive ? (
          'This event is not currently taking appointments'
        ) : ended ? (
          <a className={ui.secondary} href={paths.hostShows(event.id)} {...leaving}>
            {`See ${event.hostName}’s next shows`}
          </a>
        ) : (
          'No available time slots for this event.'
        )}
      </p>
    </section>
  )
}
