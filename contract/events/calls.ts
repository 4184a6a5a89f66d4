import { z } from 'zod'
import { create, del, get, paged, post, put, words } from '../endpoint.ts'
import { eventImages } from '../images.ts'
import {
  coHost,
  coHostInput,
  coHostInvitation,
  event,
  eventDetail,
  eventInput,
  eventSummary,
  place,
  visibilityInput,
} from './schema.ts'
import { whichEvents } from './screens.ts'

export const eventCalls = {
  /**
   * Lists events: for staff their company's, for guests the public, active, upcoming ones (docs/product.md, Who sees
   * an event). Soonest first; latest first with `when=past`, past events, or `sort=newest`. `q` has words of the name,
   * and for staff of the location or city.
   */
  list: get('/api/events', 'public', paged(whichEvents, event)),
  create: create('/api/events', 'events.edit', {
    body: eventInput,
    images: eventImages,
    output: event,
  }),
  get: get('/api/events/:idOrSlug', 'public', { output: eventDetail }),
  update: put('/api/events/:id', 'events.edit', { body: eventInput, images: eventImages, output: event }),
  /** Publishes an event, open for booking, or hides it from all but its staff. */
  setVisibility: put('/api/events/:id/visibility', 'events.edit', { body: visibilityInput, output: event }),
  /** Cities that begin with the text, largest first; without text, the place of the company's last event. */
  places: get('/api/places', 'signed-in', {
    query: z.strictObject({ q: words.optional() }),
    output: z.array(place),
  }),
  /** Resends the confirmation link to an event's unconfirmed contact (decision 029). */
  confirmContact: post('/api/events/:id/contact-confirmation', 'events.edit'),
  /** Deletes an event that was never booked; others can be made inactive (docs/product.md, Deleting an event). */
  remove: del('/api/events/:id', 'events.delete'),
  /** The counters of the bookings page, with a version that changes whenever they or its lists do. */
  summary: get('/api/events/:id/summary', 'bookings.see', { output: eventSummary }),
} as const

/** People outside the company who manage one event. */
export const coHostCalls = {
  list: get('/api/events/:id/co-hosts', 'events.edit', { output: z.array(coHost) }),
  invite: create('/api/events/:id/co-hosts', 'events.edit', { body: coHostInput, output: coHost }),
  remove: del('/api/events/:id/co-hosts/:coHostId', 'events.edit'),
  invitation: get('/api/co-host-invitations/:token', 'token', { output: coHostInvitation }),
  /** For the user who is logged in with the invited address. */
  accept: post('/api/co-host-invitations/:token', 'signed-in', { output: coHostInvitation }),
} as const
