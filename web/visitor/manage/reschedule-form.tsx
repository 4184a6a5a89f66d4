import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { BookingPage } from '@trunkshow/contract/visitor-page.ts'
import { type FormEvent, useRef } from 'react'
import { RefusedNote } from '../slots/refused-note.tsx'
import { groupByDay, isFull } from '../slots/slot-days.ts'
import { SlotPicker } from '../slots/slot-picker.tsx'
import { SlotsFailed, SlotsSkeleton } from '../slots/slots-states.tsx'
import { useLive } from '../slots/use-live.ts'
import styles from './reschedule-form.module.css'
import { useReschedule } from './use-reschedule.ts'

interface RescheduleFormProps {
  page: BookingPage
  booking: VisitorBooking
  /** Anchor of the result of a plain post. */
  answerId: string
  onMoved: (booking: VisitorBooking) => void
}

/** The open times a booking can move to (docs/product.md, Canceling and rescheduling); a plain post without scripts. */
export function RescheduleForm({ page, booking, answerId, onMoved }: RescheduleFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const live = useLive()
  const reschedule = useReschedule(page, booking, form, onMoved)
  const { slots, dates, slotsState, picked, refused, pending } = reschedule
  const pageHref = paths.booking(page.token)
  const days = slots && groupByDay(slots, dates, (slot) => !isFull(slot) && slot.id !== booking.timeSlotId)

  function handleSubmit(event: FormEvent) {
    event.preventDefault()
    void reschedule.submit()
  }

  return (
    <form
      ref={form}
      action={`${paths.rescheduleBooking(page.token)}#${answerId}`}
      method="post"
      encType="multipart/form-data"
      noValidate={live}
      onSubmit={handleSubmit}
    >
      {refused && (
        <RefusedNote
          title={reschedule.isInitialRefusal ? 'Error Rescheduling Booking' : undefined}
          refused={refused}
          spots={booking.spots}
          name={live ? 'alternative' : 'newTimeSlotId'}
          picked={picked}
          onPick={reschedule.pick}
        />
      )}
      {slotsState === 'failed' && <SlotsFailed pageHref={pageHref} onRetry={reschedule.refresh} />}
      {slotsState === 'loading' && !days && <SlotsSkeleton />}
      {days?.length === 0 && <p className={styles.none}>No available time slots for rescheduling.</p>}
      {days && days.length > 0 && (
        <>
          <SlotPicker
            name="newTimeSlotId"
            labelledBy="reschedule-title"
            days={days}
            spots={booking.spots}
            date={page.date}
            dateGone={page.dateGone}
            onShow={reschedule.show}
            state={slotsState}
            pageHref={pageHref}
            picked={picked}
            onPick={reschedule.pick}
            live={live}
          />
          <button type="submit" className={styles.confirm} aria-disabled={pending || undefined}>
            {pending ? 'Rescheduling...' : 'Confirm Reschedule'}
          </button>
        </>
      )}
    </form>
  )
}
