import { z } from 'zod'
import { idField } from '../endpoint.ts'

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

/** Texts for calendar feeds. */
export const calendarMessages = {
  notFound: 'This calendar link doesn’t work anymore. Create a new one in Settings.',
  tooMany: 'This calendar is read too often. Try again later.',
} as const
