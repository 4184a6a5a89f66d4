import { z } from 'zod'
import { del, get, post } from '../endpoint.ts'
import { calendarFeed, calendarFeedInput } from './schema.ts'

/** The caller's own calendar feeds. */
export const calendarCalls = {
  list: get('/api/calendar-feeds', 'signed-in', { output: z.array(calendarFeed) }),
  /** Creates a feed, or returns the one that exists. */
  create: post('/api/calendar-feeds', 'signed-in', { body: calendarFeedInput, output: calendarFeed }),
  /** Its link stops working. */
  remove: del('/api/calendar-feeds/:id', 'signed-in'),
} as const
