import { guestBookingMessages as text } from '@trunkshow/contract/bookings/messages.ts'
import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { BookingPage } from '@trunkshow/contract/visitor-page.ts'
import { type FormEvent, type RefObject, useRef, useState } from 'react'
import { bookingShape, refusalOf, request } from '../shell/request.ts'
import { useToast } from '../shell/toast.tsx'
import { RefusedNote } from '../slots/refused-note.tsx'
import { findFree, groupByDay, isFull } from '../slots/slot-days.ts'
import { SlotPicker } from '../slots/slot-picker.tsx'
import { SlotsFailed, SlotsSkeleton } from '../slots/slots-states.tsx'
import { useLive, usePicked } from '../slots/use-live.ts'
import { useSlots } from '../slots/use-slots.ts'
import styles from './reschedule-form.module.css'

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

/** Reschedules a booking without leaving the page (docs/product.md, Canceling and rescheduling). */
function useReschedule(
  page: BookingPage,
  booking: VisitorBooking,
  form: RefObject<HTMLFormElement | null>,
  onMoved: (booking: VisitorBooking) => void,
) {
  const showToast = useToast()
  const { slots, dates, state, refresh, show } = useSlots({ eventId: page.event.id }, page)
  const [picked, pick] = usePicked(form, 'newTimeSlotId', findFree(page.slots, page.typed?.timeSlotId))
  const [refused, setRefused] = useState(page.refused)
  const [pending, setPending] = useState(false)

  function refuse(failure: unknown) {
    const refusal = refusalOf(failure, text.rescheduleFailed)
    showToast({ kind: 'bad', title: 'Error Rescheduling Booking', text: refusal.message })
    setRefused(refusal)
    if (refusal.code === 'unavailable') return
    pick(null)
    void refresh()
  }

  function accept(moved: VisitorBooking) {
    setRefused(undefined)
    pick(null)
    onMoved(moved)
    void refresh(...new Set([booking.slotDate, moved.slotDate]))
  }

  async function submit() {
    if (pending) return
    if (picked === null) {
      const message = text.slotRequired
      showToast({ kind: 'bad', title: 'Error Rescheduling Booking', text: message })
      return setRefused({ ...refused, message, error: message, code: 'invalid' })
    }
    setPending(true)
    const json = { newTimeSlotId: picked }
    await request<VisitorBooking>('POST', `/api/bookings/manage/${page.token}/reschedule`, bookingShape, {
      json,
    }).then(accept, refuse)
    setPending(false)
  }

  /** The error the server rendered; later errors are shown in a toast. */
  const isInitialRefusal = refused === page.refused
  return {
    slots,
    dates,
    slotsState: state,
    refresh,
    show,
    picked,
    pick,
    refused,
    isInitialRefusal,
    pending,
    submit,
  }
}
