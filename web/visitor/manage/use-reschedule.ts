import { guestBookingMessages as text } from '@trunkshow/contract/bookings/messages.ts'
import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import type { BookingPage } from '@trunkshow/contract/visitor-page.ts'
import { type RefObject, useState } from 'react'
import { bookingShape, refusalOf, request } from '../shell/request.ts'
import { useToast } from '../shell/toast.tsx'
import { findFree } from '../slots/slot-days.ts'
import { usePicked } from '../slots/use-picked.ts'
import { useSlots } from '../slots/use-slots.ts'

/** Reschedules a booking without leaving the page (docs/product.md, Canceling and rescheduling). */
export function useReschedule(
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
