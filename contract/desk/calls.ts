import { z } from 'zod'
import { byId, endpoint } from '../endpoint.ts'
import { deskAnswer, deskChangesInput, deskDay } from './schema.ts'
import { whichDay } from './screens.ts'

/** The desk on the day of an event, for staff and co-hosts (docs/product.md, The desk). */
export const deskCalls = {
  /** One day: today by the venue's clock, or the next, unless a date is named. */
  day: endpoint({
    method: 'GET',
    path: '/api/events/:id/desk',
    access: 'bookings.manage',
    params: byId,
    query: whichDay,
    output: deskDay,
  }),
  /** Does what a device has queued, each change once, and answers each. */
  change: endpoint({
    method: 'POST',
    path: '/api/events/:id/desk',
    access: 'bookings.manage',
    params: byId,
    body: deskChangesInput,
    output: z.array(deskAnswer),
  }),
} as const
