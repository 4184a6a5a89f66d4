import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { StaffContext } from '../context.ts'
import type { CsvRow } from '../http/csv.ts'
import { type BookingFilter, eachBooking } from './queries.ts'

/** Column headings and their values. Dates are `yyyy-MM-dd`, times `HH:mm` in the venue's time zone. */
const columns: Record<string, (booking: Booking) => string | number> = {
  Date: (booking) => booking.slotDate,
  Start: (booking) => booking.startTime,
  End: (booking) => booking.endTime,
  Name: (booking) => booking.attendeeName,
  Email: (booking) => booking.attendeeEmail ?? '',
  Status: (booking) => (booking.status === 'cancelled' ? 'Cancelled' : 'Active'),
  'Outside event hours': (booking) => (booking.outsideEventHours ? 'Yes' : 'No'),
  'Booking number': (booking) => booking.id,
}

export const exportedColumns = Object.keys(columns)

/** Yields the bookings that the list shows for the same filter, as rows of a file. */
export async function* exportBookings(
  ctx: StaffContext,
  eventId: number,
  filter: BookingFilter,
): AsyncGenerator<CsvRow> {
  for await (const booking of eachBooking(ctx, eventId, filter)) {
    yield Object.fromEntries(Object.entries(columns).map(([name, read]) => [name, read(booking)]))
  }
}
