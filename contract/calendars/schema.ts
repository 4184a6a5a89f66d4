import { z } from 'zod'
import { booking } from '../bookings/schema.ts'
import { idField } from '../endpoint.ts'
import { event } from '../events/schema.ts'
import { timeSlot } from '../slots/schema.ts'

/** Which bookings a calendar feed has: one event's, or without one those of every event its user can see. */
export const calendarFeedInput = z.object({ eventId: idField().nullable().default(null) })

/** The private address of a user's bookings, for calendar programs (docs/product.md, Calendar feeds). */
export const calendarFeed = z.object({
  id: z.int(),
  eventId: z.int().nullable(),
  /** Null for all events. */
  eventName: z.string().nullable(),
  url: z.string(),
})
export type CalendarFeed = z.infer<typeof calendarFeed>

export const calendarMessages = {
  notFound: 'This calendar link doesn’t work anymore. Create a new one in Settings.',
  tooMany: 'This calendar is read too often. Try again later.',
} as const

/** A booking as the calendar shows it, by name. */
export const calendarBooking = booking.pick({
  id: true,
  timeSlotId: true,
  attendeeName: true,
  partySize: true,
  spots: true,
  attendance: true,
})
export type CalendarBooking = z.infer<typeof calendarBooking>

/** One week of every event the caller can see (docs/product.md, The calendar). */
export const calendarWeek = z.object({
  /** Its Sunday. */
  from: z.string(),
  /** Those with time slots in it. */
  events: z.array(event),
  /** The ids of those whose time slots show who is at work. */
  named: z.array(z.int()),
  /** By date and time. */
  slots: z.array(timeSlot),
  /** The active ones, by name. */
  bookings: z.array(calendarBooking),
  /** Without time slots: the first day of the next event, else the last day of the last one; null without events. */
  nearest: z.string().nullable(),
  version: z.string(),
})
export type CalendarWeek = z.infer<typeof calendarWeek>
