import type { HistoryBooking } from '@trunkshow/contract/customers/schema.ts'
import { venueNow } from '@trunkshow/contract/dates.ts'

/** Whether its time had come: the venue's clock decides, as for everything booked (design §5). */
export function isPast({ timeSlot }: HistoryBooking, now: Date): boolean {
  const { date, time } = venueNow(now)
  return `${timeSlot.slotDate} ${timeSlot.startTime}` <= `${date} ${time}`
}

/** Sums of a customer's bookings. Completed are those not cancelled whose time has passed (design §7.17). */
export function historyTotals(bookings: readonly HistoryBooking[], now: Date) {
  const completed = bookings.filter((booking) => booking.status === 'active' && isPast(booking, now))
  return { bookings: bookings.length, completed: completed.length }
}
