import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { useState } from 'react'
import { bookingShape, RequestError, request } from '../shell/request.ts'

/** The booking as it is now; null if canceled or gone, the kept one if the server can't be reached. */
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

  /** Shows the kept booking, then refreshes it, since it may have been moved or canceled. Returns whether there is one. */
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
