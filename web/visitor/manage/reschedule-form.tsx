import { guestBookingMessages as text } from '@trunkshow/contract/bookings/messages.ts'
import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { guestPaths as paths } from '@trunkshow/contract/paths.ts'
import type { BookingPage } from '@trunkshow/contract/visitor-page.ts'
import { useRef, useState } from 'react'
import { post } from '../shell/form.tsx'
import { bookingShape, refusalOf, request } from '../shell/request.ts'
import { useToast } from '../shell/toast.tsx'
import ui from '../shell/ui.module.css'
import { findFree, groupByDay, isFull } from '../slots/slot-days.ts'
import { RefusedNote, SlotPicker, Slots } from '../slots/slot-picker.tsx'
import { useChoice, useLive } from '../slots/use-live.ts'
import { useSlots } from '../slots/use-slots.ts'

/** Anchor of the result of a plain post. */
export const ANSWER = 'answer'

interface RescheduleFormProps {
  page: BookingPage
  booking: VisitorBooking
  onMoved: (booking: VisitorBooking) => void
}

const failedTitle = 'Error Rescheduling Booking'

/** The open times a booking can move to (docs/product.md, Canceling and rescheduling); a plain post without scripts. */
export function RescheduleForm({ page, booking, onMoved }: RescheduleFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const live = useLive()
  const showToast = useToast()
  const source = useSlots({ eventId: page.event.id }, page)
  const [picked, pick] = useChoice(form, 'newTimeSlotId', findFree(page.slots, page.typed?.timeSlotId))
  const [refused, setRefused] = useState(page.refused)
  const [pending, setPending] = useState(false)
  const pageHref = paths.booking(page.token)
  const { slots, dates, refresh } = source
  const days = slots && groupByDay(slots, dates, (slot) => !isFull(slot) && slot.id !== booking.timeSlotId)

  function refuse(failure: unknown) {
    const refusal = refusalOf(failure, text.rescheduleFailed)
    showToast({ kind: 'bad', title: failedTitle, text: refusal.message })
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
      showToast({ kind: 'bad', title: failedTitle, text: message })
      return setRefused({ ...refused, message, error: message, code: 'invalid' })
    }
    setPending(true)
    const json = { newTimeSlotId: picked }
    await request<VisitorBooking>('POST', `/api/bookings/manage/${page.token}/reschedule`, bookingShape, {
      json,
    }).then(accept, refuse)
    setPending(false)
  }

  return (
    <form
      ref={form}
      action={`${paths.rescheduleBooking(page.token)}#${ANSWER}`}
      {...post}
      noValidate={live}
      onSubmit={(event) => {
        event.preventDefault()
        void submit()
      }}
    >
      {refused && (
        <RefusedNote
          // Later errors are shown in a toast.
          title={refused === page.refused ? failedTitle : undefined}
          refused={refused}
          spots={booking.spots}
          name={live ? 'alternative' : 'newTimeSlotId'}
          picked={picked}
          onPick={pick}
        />
      )}
      <Slots source={source} pageHref={pageHref} days={days} none="No available time slots for rescheduling.">
        {(days) => (
          <>
            <SlotPicker
              name="newTimeSlotId"
              labelledBy="reschedule-title"
              page={page}
              source={source}
              days={days}
              spots={booking.spots}
              pageHref={pageHref}
              picked={picked}
              onPick={pick}
              openWords={({ availableSpots, totalSlots }) =>
                availableSpots === 1 && totalSlots > 1 ? 'Last spot' : ''
              }
            />
            <button type="submit" className={ui.confirm} aria-disabled={pending || undefined}>
              {pending ? 'Rescheduling...' : 'Move my appointment'}
            </button>
          </>
        )}
      </Slots>
    </form>
  )
}
