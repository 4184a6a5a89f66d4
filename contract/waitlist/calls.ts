import { byId, endpoint } from '../endpoint.ts'
import { offerSlotInput, waitlist } from './schema.ts'

/** The waitlist of an event, for staff and co-hosts; guests have pages. Changes answer with the new list. */
export const waitlistCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/events/:id/waitlist',
    access: 'bookings.see',
    params: byId,
    output: waitlist,
  }),
  moveToTop: endpoint({
    method: 'POST',
    path: '/api/waitlist/:id/top',
    access: 'bookings.manage',
    params: byId,
    output: waitlist,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/waitlist/:id',
    access: 'bookings.manage',
    params: byId,
    output: waitlist,
  }),
  /** Offers open spots of a time slot out of turn. */
  offer: endpoint({
    method: 'POST',
    path: '/api/waitlist/:id/offer',
    access: 'bookings.manage',
    params: byId,
    body: offerSlotInput,
    output: waitlist,
  }),
} as const
