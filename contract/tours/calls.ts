import { z } from 'zod'
import { create, del, get, put } from '../endpoint.ts'
import { renameTourInput, stopsInput, tour, tourInput } from './schema.ts'

/** Tours, which group a company's events (docs/product.md, Tours). */
export const tourCalls = {
  /** All tours of the company, the newest first. */
  list: get('/api/tours', 'events.see', { output: z.array(tour) }),
  /** Creates a tour of an event and copies of it. */
  create: create('/api/tours', 'events.edit', { body: tourInput, output: tour }),
  rename: put('/api/tours/:id', 'events.edit', { body: renameTourInput, output: tour }),
  addStops: create('/api/tours/:id/stops', 'events.edit', { body: stopsInput, output: tour }),
  /** Makes an existing event a stop, unless it is one of another tour. */
  addEvent: put('/api/tours/:id/stops/:eventId', 'events.edit', { output: tour }),
  /** Takes an event out of the tour; the event stays. */
  removeEvent: del('/api/tours/:id/stops/:eventId', 'events.edit'),
  /** Deletes a tour; its events stay. */
  remove: del('/api/tours/:id', 'events.delete'),
} as const
