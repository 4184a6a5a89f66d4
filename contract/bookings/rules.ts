import type { Answer } from '../templates/rules.ts'
import type { FieldType } from '../templates/schema.ts'
import { bookingMessages as text } from './messages.ts'

export const bookingStatuses = ['active', 'cancelled'] as const

/** Whether an event's guests are asked for their phone. */
export const phoneQuestions = ['off', 'optional', 'required'] as const

/** An answer of a guest, with its question as it was asked; a photo's answer is the name of its file (decision 052). */
export interface GivenAnswer {
  id: string
  label: string
  type: FieldType
  answer: Answer
}

/**
 * Bookings one network can make for one event per hour: one in `share` of the upcoming spots, but at least `minimum`
 * (decision 031).
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
 * What a booking's state allows (docs/product.md, Canceling and rescheduling). Each function returns null if allowed,
 * else the reason; `now` is the venue's clock. The server rejects with the reason, screens disable the button with
 * it.
 */
export const bookingCan = {
  cancel: (booking: BookingState) => (booking.status === 'cancelled' ? text.alreadyCancelled : null),
  /**
   * A guest's link can't cancel once the appointment begins; hosts still can, to clean up (docs/product.md, Canceling
   * and rescheduling).
   */
  cancelByVisitor: (booking: BookingState, now: Clock) =>
    bookingCan.cancel(booking) ?? (hasStarted(booking, now) ? text.startPassed : null),
  reschedule: (booking: BookingState, now: Clock) =>
    bookingCan.cancel(booking) ?? (hasStarted(booking, now) ? text.startPassed : null),
}
