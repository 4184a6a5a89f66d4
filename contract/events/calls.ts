import { z } from 'zod'
import { byId, byToken, endpoint, id, page } from '../endpoint.ts'
import { eventImages } from '../images.ts'
import {
  coHost,
  coHostInput,
  coHostInvitation,
  event,
  eventDetail,
  eventInput,
  eventSummary,
} from './schema.ts'

/** Events, for staff and visitors. */
export const eventCalls = {
  /**
   * Staff get their company's events, visitors the public, active ones that are not over
   * (docs/product.md, Who sees an event); soonest first, and with `when=past` those that are over, the latest first.
   */
  list: endpoint({
    method: 'GET',
    path: '/api/events',
    access: 'public',
    query: page.extend({
      isActive: z.stringbool().optional(),
      when: z.enum(['upcoming', 'past']).optional(),
    }),
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
  /** Mails the event's contact, who has not confirmed yet, the link once more (decision 029). */
  confirmContact: endpoint({
    method: 'POST',
    path: '/api/events/:id/contact-confirmation',
    access: 'events.edit',
    params: byId,
  }),
  /** Only an event that was never booked; others are made inactive (docs/product.md, Deleting an event). */
  remove: endpoint({ method: 'DELETE', path: '/api/events/:id', access: 'events.delete', params: byId }),
  /** The counters of the bookings page, and a word that changes with anything they or its lists show. */
  summary: endpoint({
    method: 'GET',
    path: '/api/events/:id/summary',
    access: 'bookings.see',
    params: byId,
    output: eventSummary,
  }),
} as const

/** People of other houses who manage one event. */
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
