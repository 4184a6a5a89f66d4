import { z } from 'zod'
import { day, firstCall, isMine, page, searchOf, words } from '../endpoint.ts'
import { paths } from '../paths.ts'
import type { Booking } from './schema.ts'

/** Filters of an event's bookings. */
export const whichBookings = z.strictObject({
  /** Part of a name, email or phone. */
  q: words.optional(),
  // Written out, so that the rules of bookings load with their pages only.
  status: z.enum(['active', 'cancelled'] satisfies Booking['status'][]).optional(),
  date: day.optional(),
  mine: isMine,
})
export type BookingFilter = z.output<typeof whichBookings>
const filter = searchOf(whichBookings)
const search = searchOf(
  whichBookings.extend({
    tab: z.enum(['availability', 'waitlist']).optional(),
    /** Whether the dialog that writes to all guests is open. */
    write: z.stringbool().optional(),
  }),
)

/** What the search asks for. */
export const searchBookings = z.strictObject({
  /** Words of the guest's name, email or phone, and of the event's name. */
  q: words.default(''),
  /** By the venue's clock. */
  date: day.optional(),
  limit: page.shape.limit,
})

/** An event's bookings, with its time slots and its waitlist. */
export const bookingsScreen = { path: paths.bookings, search, filter }
export const firstCallsOfBookings = ({ tab, ...given }: z.output<typeof search>, { id }: { id?: string }) => [
  firstCall('events.get', {}, { idOrSlug: id }),
  firstCall('orders.version'),
  firstCall('events.summary', {}, { id }),
  firstCall('orders.ofEvent', {}, { id }),
  ...(tab ? [] : [firstCall('bookings.list', filter.parse(given), { id })]),
]

/** The run sheet of one of the event's days. */
export const runSheetScreen = { path: paths.runSheet, search: searchOf(whichBookings.pick({ date: true })) }
export const firstCallsOfRunSheet = (_: object, { id }: { id?: string }) => [
  firstCall('events.get', {}, { idOrSlug: id }),
  firstCall('events.summary', {}, { id }),
]
