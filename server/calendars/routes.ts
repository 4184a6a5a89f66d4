import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { listFeeds } from './queries.ts'
import { createFeed, deleteFeed } from './save-feed.ts'

export function calendarRoutes(app: FastifyInstance) {
  route(app, api.calendars.list, async (ctx) => listFeeds(ctx))
  route(app, api.calendars.create, async (ctx, { body }) => createFeed(ctx, body.eventId))
  route(app, api.calendars.remove, async (ctx, { params }) => deleteFeed(ctx, params.id))
}
