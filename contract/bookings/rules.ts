import { bookingMessages as text } from './messages.ts'

export const bookingStatuses = ['active', 'cancelled'] as const

/**
 * How many bookings one network gets of one event in an hour: a `share`th of the spots that are still to come, and no
 * fewer than `minimum` (decision 031).
 */
export const hourlyNetworkLimit = { minimum: 6, share: 4 } as const

interface BookingState {
  status: (typeof bookingStatuses)[number]
  slotDate: string
  startTime: string
}
interface Clock {
  date: string
  time: string
}

/** Whether the appointment has begun, by the venue's clock. */
export function hasStarted(booking: Omit<BookingState, 'status'>, now: Clock) {
  return now.date > booking.slotDate || (now.date === booking.slotDate && now.time >= booking.startTime)
}

/**
 * What a booking's state allows (docs/product.md, Canceling and rescheduling). Each answers null when allowed, else the
 * sentence that says why not; `now` is the venue's clock. The server refuses with it, screens disable with it.
 */
export const bookingCan = {
  cancel: (booking: BookingState) => (booking.status === 'cancelled' ? text.alreadyCancelled : null),
  /**
   * A visitor's link stops cancelling when the appointment begins; hosts may clear up later too
   * (docs/product.md, Canceling and rescheduling).
   */
  cancelByVisitor: (booking: BookingState, now: Clock) =>
    bookingCan.cancel(booking) ?? (hasStarted(booking, now) ? text.startPassed : null),
  reschedule: (booking: BookingState, now: Clock) =>
    bookingCan.cancel(booking) ?? (hasStarted(booking, now) ? text.startPassed : null),
}
