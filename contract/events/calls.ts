import { z } from 'zod'
import { byId, byToken, endpoint, id, page, words } from '../endpoint.ts'
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
} from './schema.ts'
import { whichEvents } from './screens.ts'

/** Events, for staff and guests. */
export const eventCalls = {
  /**
   * Lists events: for staff their company's, for guests the public, active, upcoming ones (docs/product.md, Who sees
   * an event). Soonest first; latest first with `when=past`, past events, or `sort=newest`. `q` has words of the name,
   * and for staff of the location or city.
   */
  list: endpoint({
    method: 'GET',
    path: '/api/events',
    access: 'public',
    query: page.extend(whichEvents.shape),
    output: z.array(event),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/events',
    access: 'events.edit',
    body: eventInput,
    images: eventImages,
    output: event,
    status: 201,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/events/:idOrSlug',
    access: 'public',
    params: z.strictObject({ idOrSlug: z.string().max(100) }),
    output: eventDetail,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/events/:id',
    access: 'events.edit',
    params: byId,
    body: eventInput,
    images: eventImages,
    output: event,
  }),
  /** Cities that begin with the text, largest first; without text, the place of the company's last event. */
  places: endpoint({
    method: 'GET',
    path: '/api/places',
    access: 'signed-in',
    query: z.strictObject({ q: words.optional() }),
    output: z.array(place),
  }),
  /** Resends the confirmation link to an event's unconfirmed contact (decision 029). */
  confirmContact: endpoint({
    method: 'POST',
    path: '/api/events/:id/contact-confirmation',
    access: 'events.edit',
    params: byId,
  }),
  /**
   * Deletes an event that was never booked; a booked one can only be made inactive (docs/product.md, Deleting an
   * event).
   */
  remove: endpoint({ method: 'DELETE', path: '/api/events/:id', access: 'events.delete', params: byId }),
  /** The counters of the bookings page, with a version that changes whenever they or its lists do. */
  summary: endpoint({
    method: 'GET',
    path: '/api/events/:id/summary',
    access: 'bookings.see',
    params: byId,
    output: eventSummary,
  }),
} as const

/** People outside the company who manage one event. */
export const coHostCalls = {
  list: endpoint({
    method: 'GET',
    path: '/api/events/:id/co-hosts',
    access: 'events.edit',
    params: byId,
    output: z.array(coHost),
  }),
  invite: endpoint({
    method: 'POST',
    path: '/api/events/:id/co-hosts',
    access: 'events.edit',
    params: byId,
    body: coHostInput,
    output: coHost,
    status: 201,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/events/:id/co-hosts/:coHostId',
    access: 'events.edit',
    params: z.strictObject({ id, coHostId: id }),
  }),
  invitation: endpoint({
    method: 'GET',
    path: '/api/co-host-invitations/:token',
    access: 'token',
    params: byToken,
    output: coHostInvitation,
  }),
  /** For the user who is logged in with the invited address. */
  accept: endpoint({
    method: 'POST',
    path: '/api/co-host-invitations/:token',
    access: 'signed-in',
    params: byToken,
    output: coHostInvitation,
  }),
} as const
