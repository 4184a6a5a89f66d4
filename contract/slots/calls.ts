import { z } from 'zod'
import { byId, endpoint, id } from '../endpoint.ts'
import { dateField } from '../events/schema.ts'
import { slotMessages } from './messages.ts'
import { eventFill, newSlotInput, servedSlot, slotChangeInput, slotSync } from './schema.ts'

/** Time slots of an event. */
export const slotCalls = {
  /** All slots of the event for staff; for guests, or with `bookable=true`, those its page offers. */
  list: endpoint({
    method: 'GET',
    path: '/api/events/:id/timeslots',
    access: 'public',
    params: byId,
    query: z.strictObject({
      date: dateField(slotMessages.dateRequired).optional(),
      bookable: z.stringbool().optional(),
    }),
    output: z.array(servedSlot),
  }),
  /** How full events are; those the caller may not see are left out. */
  fill: endpoint({
    method: 'GET',
    path: '/api/timeslots/fill',
    access: 'bookings.see',
    query: z.strictObject({
      /** Comma-separated IDs. */
      eventIds: z.preprocess(
        (ids) => (typeof ids === 'string' ? ids.split(',') : ids),
        z.array(id).min(1).max(500),
      ),
    }),
    output: z.array(eventFill),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/events/:id/timeslots',
    access: 'bookings.manage',
    params: byId,
    body: newSlotInput,
    output: servedSlot,
    status: 201,
  }),
  /** Previews `sync`; changes nothing. */
  previewSync: endpoint({
    method: 'GET',
    path: '/api/events/:id/timeslots/sync',
    access: 'events.edit',
    params: byId,
    output: slotSync,
  }),
  /**
   * "Match slots to event hours": adds missing slots, and deletes never-booked ones outside the event's days and
   * hours.
   */
  sync: endpoint({
    method: 'POST',
    path: '/api/events/:id/timeslots/sync',
    access: 'events.edit',
    params: byId,
    output: slotSync,
  }),
  update: endpoint({
    method: 'PATCH',
    path: '/api/timeslots/:id',
    access: 'bookings.manage',
    params: byId,
    body: slotChangeInput,
    output: servedSlot,
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/timeslots/:id',
    access: 'bookings.manage',
    params: byId,
  }),
} as const
