import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay } from '@trunkshow/contract/dates.ts'

export interface BookingGroup {
  heading: string
  bookings: Booking[]
  /** Whether the rows must name their day, as the heading does not. */
  mixedDays: boolean
}

/** By day and time, the cancelled ones in a group of their own at the end (docs/product.md, The bookings page). */
export function groupBookings(bookings: readonly Booking[]): BookingGroup[] {
  const sorted = bookings.toSorted((a, b) => momentOf(a).localeCompare(momentOf(b)))
  const active = sorted.filter(({ status }) => status !== 'cancelled')
  const cancelled = sorted.filter(({ status }) => status === 'cancelled')
  const days = Map.groupBy(active, ({ slotDate }) => slotDate)
  const groups = [...days].map(([day, bookings]) => ({ heading: formatDay(day), bookings, mixedDays: false }))
  if (cancelled.length > 0) groups.push({ heading: 'Cancelled', bookings: cancelled, mixedDays: true })
  return groups
}

function momentOf({ slotDate, startTime, attendeeName }: Booking) {
  return `${slotDate} ${startTime} ${attendeeName}`
}
