import { eventEnded } from '@trunkshow/contract/events/messages.ts'
import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { type FormEvent, type MouseEvent, useRef } from 'react'
import { useLinks } from '../embed/embedded.ts'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import { ClockIcon } from '../shell/icons.tsx'
import ui from '../shell/ui.module.css'
import { groupByDay } from '../slots/slot-days.ts'
import { useLive } from '../slots/use-live.ts'
import { BookedPanel } from './booked-panel.tsx'
import { BookingDetails } from './booking-details.tsx'
import styles from './booking-form.module.css'
import { SlotsCard } from './slots-card.tsx'
import type { useBooked } from './use-booked.ts'
import { useBooking } from './use-booking.ts'

/** Anchor of the result of a plain post, so the browser scrolls to it. */
const ANSWER = 'booking'

/**
 * One form around the times and the guest's details, so booking works as a plain POST without scripts
 * (docs/product.md, The event page). The CSS shows the details once a time is selected.
 */
export function BookingForm({ page, made }: { page: EventPage; made: ReturnType<typeof useBooked> }) {
  const form = useRef<HTMLFormElement>(null)
  const live = useLive()
  const links = useLinks()
  const address = links.event(page.event.urlSlug)
  const booking = useBooking(page, form, made)
  const { slots, dates, picked, slot, refused } = booking
  const { booked } = made
  const days = slots && groupByDay(slots, dates)
  const isOpen = picked !== null || refused !== undefined
  // After an error, the form stays with everything typed, even if the last open time was just taken.
  const takesBookings = Boolean(days?.length) || refused !== undefined

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void booking.submit()
  }
  function handleContinue(event: MouseEvent) {
    event.preventDefault()
    form.current?.querySelector<HTMLInputElement>('[name="attendeeName"]')?.focus()
  }

  return (
    <form
      ref={form}
      className={takesBookings && !booked ? styles.form : styles.single}
      data-open={isOpen || undefined}
      action={`${address}${page.date ? `?date=${page.date}` : ''}#${ANSWER}`}
      method="post"
      encType="multipart/form-data"
      noValidate={live}
      onSubmit={handleSubmit}
    >
      <input type="hidden" name="idempotencyKey" value={booking.idempotencyKey} autoComplete="off" />
      <input type="hidden" name="opened" value={page.opened} autoComplete="off" />
      {page.grant && <input type="hidden" name="grant" value={page.grant} autoComplete="off" />}
      {/* Hidden from people: only bots fill it (docs/product.md, Limits against bots). */}
      <p className={styles.trap} aria-hidden="true">
        <label>
          Leave this field empty <input name="leaveEmpty" tabIndex={-1} autoComplete="off" />
        </label>
      </p>
      {!booked && (
        <ErrorBoundary>
          <SlotsCard
            days={days}
            state={booking.slotsState}
            pageHref={address}
            onRetry={booking.refresh}
            date={page.date}
            dateGone={page.dateGone}
            onShow={booking.show}
            picked={picked}
            onPick={booking.pick}
            live={live}
            maxPartySize={page.event.maxPartySize}
            partySize={booking.partySize}
            partyError={refused?.fields?.partySize}
            onPartySize={booking.setPartySize}
            spots={booking.spots}
            waitlistHref={page.event.hasWaitlist && links.waitlist(page.event.urlSlug)}
            detailsHref={`#${ANSWER}`}
            onContinue={handleContinue}
          />
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
            <BookingDetails
              className={styles.details}
              event={page.event}
              slot={slot}
              typed={page.typed}
              booking={booking}
              live={live}
            />
          </>
        )}
      </div>
    </form>
  )
}

/** Replaces the form when the event is over or inactive. */
export function ClosedNotice({ page: { event, ended } }: { page: EventPage }) {
  return (
    <section className={styles.inactive}>
      <h2>{ended ? eventEnded : 'Available Appointments'}</h2>
      <p className={ui.soft}>
        {event.isActive
          ? 'No available time slots for this event.'
          : 'This event is not currently taking appointments'}
      </p>
    </section>
  )
}
