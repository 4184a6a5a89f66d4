import { z } from 'zod'
import { del, get, post } from '../endpoint.ts'
import { calendarFeed, calendarFeedInput, calendarWeek } from './schema.ts'
import { whichWeek } from './screens.ts'

/** The calendar, and the caller's own calendar feeds. */
export const calendarCalls = {
  list: get('/api/calendar-feeds', 'signed-in', { output: z.array(calendarFeed) }),
  /** Creates a feed, or returns the one that exists. */
  create: post('/api/calendar-feeds', 'signed-in', { body: calendarFeedInput, output: calendarFeed }),
  /** Its link stops working. */
  remove: del('/api/calendar-feeds/:id', 'signed-in'),
  /** The time slots and bookings of one week, of every event the caller can see (docs/product.md, The calendar). */
  week: get('/api/calendar', 'bookings.see', { query: whichWeek, output: calendarWeek }),
  /** Changes whenever the week does. */
  version: get('/api/calendar/version', 'bookings.see', {
    query: whichWeek,
    output: calendarWeek.pick({ version: true }),
  }),
} as const
