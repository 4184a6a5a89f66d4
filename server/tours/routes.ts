import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { listTours } from './queries.ts'
import { addStops, addTourEvent, createTour, deleteTour, removeTourEvent, renameTour } from './save-tour.ts'

export function tourRoutes(app: FastifyInstance) {
  route(app, api.tours.list, async (ctx) => listTours(ctx))
  route(app, api.tours.create, async (ctx, { body }) => createTour(ctx, body))
  route(app, api.tours.rename, async (ctx, { params, body }) => renameTour(ctx, params.id, body))
  route(app, api.tours.addStops, async (ctx, { params, body }) => addStops(ctx, params.id, body))
  route(app, api.tours.addEvent, async (ctx, { params }) => addTourEvent(ctx, params.id, params.eventId))
  route(app, api.tours.removeEvent, async (ctx, { params }) =>
    removeTourEvent(ctx, params.id, params.eventId),
  )
  route(app, api.tours.remove, async (ctx, { params }) => deleteTour(ctx, params.id))
}
