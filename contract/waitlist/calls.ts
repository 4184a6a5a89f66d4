import { del, get, post } from '../endpoint.ts'
import { offerSlotInput, waitlist } from './schema.ts'

/** The waitlist of an event, for staff and co-hosts; guests have pages. Changes answer with the new list. */
export const waitlistCalls = {
  list: get('/api/events/:id/waitlist', 'bookings.see', { output: waitlist }),
  moveToTop: post('/api/waitlist/:id/top', 'bookings.manage', { output: waitlist }),
  remove: del('/api/waitlist/:id', 'bookings.manage', { output: waitlist }),
  /** Offers open spots of a time slot out of turn. */
  offer: post('/api/waitlist/:id/offer', 'bookings.manage', { body: offerSlotInput, output: waitlist }),
} as const
