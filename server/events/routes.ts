import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { linkNext, readPage } from '../http/paging.ts'
import { route } from '../http/route.ts'
import { getEvent, listEvents } from './queries.ts'
import { createEvent, updateEvent } from './save-event.ts'

export function eventRoutes(app: FastifyInstance) {
  route(app, api.events.list, async (ctx, { query, request, reply }) => {
    const { items, next } = await listEvents(ctx, readPage(query), query.isActive)
    linkNext(request, reply, next)
    return items
  })
  route(app, api.events.create, async (ctx, { body }) => createEvent(ctx, body))
  route(app, api.events.get, async (ctx, { params }) => getEvent(ctx, params.idOrSlug))
  route(app, api.events.update, async (ctx, { params, body }) => updateEvent(ctx, params.id, body))
}
