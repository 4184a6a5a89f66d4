import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { useState } from 'react'
import { bookingShape, RequestError, request } from '../shell/request.ts'

/** As the booking stands now; null where it is cancelled or gone, as it was where nothing can be learnt. */
async function fetchBooked(kept: VisitorBooking) {
  try {
    const booking = await request<VisitorBooking>('GET', `/api/bookings/manage/${kept.id}`, bookingShape)
    return booking.status === 'active' ? booking : null
  } catch (failure) {
    return failure instanceof RequestError && failure.status === 404 ? null : kept
  }
}

/**
 * The booking made on this page. It is kept with the page's entry in the history of this tab, out of the
 * address, so that neither a reload nor Back from its manage page invites to book a second time.
 *
 * @param initial the booking a plain post has made
 */
export function useBooked(initial: VisitorBooking | undefined) {
  const [booked, setBooked] = useState(initial)

  function keep(booking: VisitorBooking | undefined) {
    history.replaceState({ ...history.state, booked: booking }, '')
    setBooked(booking)
  }

  /** Shows the kept booking, soon as it stands by now: it may have been moved or cancelled. Tells if there is one. */
  function recall(): boolean {
    const kept: VisitorBooking | undefined = history.state?.booked
    if (!kept) return false
    setBooked(kept)
    void fetchBooked(kept).then((booking) => {
      if (history.state?.booked?.id === kept.id) keep(booking ?? undefined)
    })
    return true
  }

  return { booked, keep, recall }
}
