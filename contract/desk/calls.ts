import { z } from 'zod'
import { get, post } from '../endpoint.ts'
import { deskAnswer, deskChangesInput, deskDay } from './schema.ts'
import { whichDay } from './screens.ts'

/** The desk on the day of an event, for staff and co-hosts (docs/product.md, The desk). */
export const deskCalls = {
  /** One day: today by the venue's clock, or the next, unless a date is named. */
  day: get('/api/events/:id/desk', 'bookings.manage', { query: whichDay, output: deskDay }),
  /** Does what a device has queued, each change once, and answers each. */
  change: post('/api/events/:id/desk', 'bookings.manage', {
    body: deskChangesInput,
    output: z.array(deskAnswer),
  }),
} as const
