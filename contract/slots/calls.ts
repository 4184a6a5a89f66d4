import { z } from 'zod'
import { create, del, get, id, patch, post } from '../endpoint.ts'
import { dateField } from '../events/schema.ts'
import { slotMessages } from './messages.ts'
import { eventFill, newSlotInput, servedSlot, slotChangeInput, slotSync } from './schema.ts'

export const slotCalls = {
  /** All slots of the event for staff; for guests, or with `bookable=true`, those its page offers. */
  list: get('/api/events/:id/timeslots', 'public', {
    query: z.strictObject({
      date: dateField(slotMessages.dateRequired).optional(),
      bookable: z.stringbool().optional(),
    }),
    output: z.array(servedSlot),
  }),
  /** How full events are; those the caller may not see are left out. */
  fill: get('/api/timeslots/fill', 'bookings.see', {
    query: z.strictObject({
      /** Comma-separated IDs. */
      eventIds: z.preprocess(
        (ids) => (typeof ids === 'string' ? ids.split(',') : ids),
        z.array(id).min(1).max(500),
      ),
    }),
    output: z.array(eventFill),
  }),
  create: create('/api/events/:id/timeslots', 'bookings.manage', {
    body: newSlotInput,
    output: servedSlot,
  }),
  /** Previews `sync`; changes nothing. */
  previewSync: get('/api/events/:id/timeslots/sync', 'events.edit', { output: slotSync }),
  /** "Match slots to event hours": brings free slots to the event’s hours, breaks and length. */
  sync: post('/api/events/:id/timeslots/sync', 'events.edit', { output: slotSync }),
  update: patch('/api/timeslots/:id', 'bookings.manage', { body: slotChangeInput, output: servedSlot }),
  remove: del('/api/timeslots/:id', 'bookings.manage'),
} as const
