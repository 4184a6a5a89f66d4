import { z } from 'zod'
import { byId, endpoint } from '../endpoint.ts'
import { calendarFeed, calendarFeedInput } from './schema.ts'

/** The caller's own calendar feeds. */
export const calendarCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/calendar-feeds',
    access: 'signed-in',
    output: z.array(calendarFeed),
  }),
  /** Creates a feed, or returns the one that exists. */
  create: endpoint({
    method: 'POST',
    path: '/api/calendar-feeds',
    access: 'signed-in',
    body: calendarFeedInput,
    output: calendarFeed,
  }),
  /** Its link stops working. */
  remove: endpoint({
    method: 'DELETE',
    path: '/api/calendar-feeds/:id',
    access: 'signed-in',
    params: byId,
  }),
} as const
