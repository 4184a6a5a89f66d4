import { guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { personLimits } from '@trunkshow/contract/person.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { TypedForm } from '@trunkshow/contract/visitor-page.ts'
import { useContext } from 'react'
import { Embedded } from '../embed/embedded.ts'
import { ErrorBoundary } from '../shell/error-boundary.tsx'
import { AppointmentTime } from '../slots/appointment-time.tsx'
import { RefusedNote } from '../slots/refused-note.tsx'
import { fieldNames } from './attendee.ts'
import styles from './booking-details.module.css'
import { Field } from './field.tsx'
import { questions } from './questions.ts'
import type { useBooking } from './use-booking.ts'

interface BookingDetailsProps {
  className?: string
  event: Event
  slot: TimeSlot | undefined
  typed: TypedForm | undefined
  booking: ReturnType<typeof useBooking>
  live: boolean
}

/** The right card of the event page: the selected time and the guest's details. */
export function BookingDetails({ className, event, slot, typed, booking, live }: BookingDetailsProps) {
  const { refused, pending, asked } = booking
  const embedded = useContext(Embedded)
  const Questions = questions()?.QuestionFields
  const { fields = {} } = refused ?? {}
  const { attendeeName, attendeeEmail, timeSlotId } = fields
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
      <Field
        label="Your Name"
        name="attendeeName"
        autoComplete="name"
        required
        maxLength={personLimits.name}
        defaultValue={typed?.attendeeName}
        error={attendeeName}
        onInput={() => booking.clearField('attendeeName')}
      />
      <Field
        label="Email Address"
        name="attendeeEmail"
        type="email"
        autoComplete="email"
        required
        maxLength={personLimits.email}
        defaultValue={typed?.attendeeEmail}
        error={attendeeEmail}
        onInput={() => booking.clearField('attendeeEmail')}
      />
      {asked.questionsVersion > 0 && Questions && (
        <Questions asked={asked} typed={typed} errors={fields} onInput={booking.clearField} />
      )}
      <button type="submit" className={styles.confirm} aria-disabled={pending || undefined}>
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
    <p className={styles.picked}>
      <AppointmentTime slot={slot} event={event} />
    </p>
  )
}
