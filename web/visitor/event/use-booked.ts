import type { VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { useState } from 'react'
import { bookingShape, RequestError, request } from '../shell/request.ts'

/** Fetches the booking again; null if it was canceled or deleted, the stored one if the server can't be reached. */
async function fetchBooked(kept: VisitorBooking) {
  try {
    const booking = await request<VisitorBooking>('GET', `/api/bookings/manage/${kept.id}`, bookingShape)
    return booking.status === 'active' ? booking : null
  } catch (failure) {
    return failure instanceof RequestError && failure.status === 404 ? null : kept
  }
}

/**
 * The booking made on this page. It is stored in the tab's history entry, not in the URL, so neither a reload nor
 * Back from the manage page shows the form for a second booking.
 *
 * @param initial a booking made by a plain post
 */
export function useBooked(initial: VisitorBooking | undefined) {
  const [booked, setBooked] = useState(initial)

  function keep(booking: VisitorBooking | undefined) {
    history.replaceState({ ...history.state, booked: booking }, '')
    setBooked(booking)
  }

  /**
   * Shows the stored booking, then refreshes it, since it may have been rescheduled or canceled. Returns false if
   * there is none.
   */
  function restore(): boolean {
    const kept: VisitorBooking | undefined = history.state?.booked
    if (!kept) return false
    setBooked(kept)
    void fetchBooked(kept).then((booking) => {
      if (history.state?.booked?.id === kept.id) keep(booking ?? undefined)
    })
    return true
  }

  return { booked, keep, restore }
}
