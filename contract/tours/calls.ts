import { z } from 'zod'
import { byId, endpoint, id } from '../endpoint.ts'
import { renameTourInput, stopsInput, tour, tourInput } from './schema.ts'

const byStop = z.strictObject({ id, eventId: id })

/** Tours, which group a company's events (docs/product.md, Tours). */
export const tourCalls = {
  /** All tours of the company, the newest first. */
  list: endpoint({ method: 'GET', path: '/api/tours', access: 'events.see', output: z.array(tour) }),
  /** Creates a tour of an event and copies of it. */
  create: endpoint({
    method: 'POST',
    path: '/api/tours',
    access: 'events.edit',
    body: tourInput,
    output: tour,
    status: 201,
  }),
  rename: endpoint({
    method: 'PUT',
    path: '/api/tours/:id',
    access: 'events.edit',
    params: byId,
    body: renameTourInput,
    output: tour,
  }),
  addStops: endpoint({
    method: 'POST',
    path: '/api/tours/:id/stops',
    access: 'events.edit',
    params: byId,
    body: stopsInput,
    output: tour,
    status: 201,
  }),
  /** Makes an existing event a stop, unless it is one of another tour. */
  addEvent: endpoint({
    method: 'PUT',
    path: '/api/tours/:id/stops/:eventId',
    access: 'events.edit',
    params: byStop,
    output: tour,
  }),
  /** Takes an event out of the tour; the event stays. */
  removeEvent: endpoint({
    method: 'DELETE',
    path: '/api/tours/:id/stops/:eventId',
    access: 'events.edit',
    params: byStop,
  }),
  /** Deletes a tour; its events stay. */
  remove: endpoint({ method: 'DELETE', path: '/api/tours/:id', access: 'events.delete', params: byId }),
} as const
