import { guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { EventPage } from '@trunkshow/contract/visitor-page.ts'
import { useContext } from 'react'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import { PersonFields } from '../shell/form.tsx'
import { Embedded } from '../shell/links.tsx'
import ui from '../shell/ui.module.css'
import { AppointmentTime } from '../slots/appointment-time.tsx'
import { RefusedNote } from '../slots/refused-note.tsx'
import { fieldNames, questions } from './attendee.ts'
import styles from './booking-form.module.css'
import type { Booking } from './use-booking.ts'

interface BookingDetailsProps {
  className?: string
  page: EventPage
  booking: Booking
  live: boolean
}

/** The right card of the event page: the selected time and the guest's details. */
export function BookingDetails({ className, page, booking, live }: BookingDetailsProps) {
  const { event, typed } = page
  const { refused, pending, asked, slot } = booking
  const embedded = useContext(Embedded)
  const Questions = questions()?.QuestionFields
  const { fields = {} } = refused ?? {}
  const { timeSlotId } = fields
  const hasChanged = refused?.code === 'changed'
  // Errors at a field don't need a note as well.
  const needsNote = refused && (timeSlotId || hasChanged || !fieldNames(asked).some((name) => fields[name]))
  return (
    <section className={className} aria-labelledby="details">
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
      <ErrorBoundary>{slot && <PickedSlot event={event} slot={slot} />}</ErrorBoundary>
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

function PickedSlot({ event, slot }: { event: Event; slot: TimeSlot }) {
  return (
    <p className={ui.picked}>
      <AppointmentTime slot={slot} event={event} />
    </p>
  )
}
