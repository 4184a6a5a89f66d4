import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay } from '@trunkshow/contract/dates.ts'

export interface BookingGroup {
  heading: string
  bookings: Booking[]
  /** Whether the rows must show their day because the heading doesn't. */
  mixedDays: boolean
}

/** Groups bookings by day and time, canceled ones in a last group of their own (docs/product.md, The bookings page). */
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
