import { z } from 'zod'
import { whichPerson } from '../customers/screens.ts'
import { create, get, id, patch, put } from '../endpoint.ts'
import { followUp, followUpChange, newFollowUp, seenFollowUp } from './schema.ts'

/** What someone is to do for a customer until a day (docs/product.md, Follow-ups). */
export const followUpCalls = {
  /** Of a person, the open ones first; the open ones of an event's guests; or else all that are due, the oldest first. */
  list: get('/api/follow-ups', 'orders.see', {
    query: z.strictObject({ ...whichPerson.shape, eventId: id.optional() }),
    output: z.array(followUp),
  }),
  create: create('/api/follow-ups', 'orders.edit', { body: newFollowUp, output: followUp }),
  change: put('/api/follow-ups/:id', 'orders.edit', { body: followUpChange, output: followUp }),
  close: patch('/api/follow-ups/:id/close', 'orders.edit', { body: seenFollowUp, output: followUp }),
  reopen: patch('/api/follow-ups/:id/reopen', 'orders.edit', { body: seenFollowUp, output: followUp }),
} as const
