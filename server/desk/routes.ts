import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { applyChanges } from './apply-changes.ts'
import { readDay } from './queries.ts'

export function deskRoutes(app: FastifyInstance) {
  route(app, api.desk.day, async (ctx, { params, query }) => readDay(ctx, params.id, query.date))
  route(app, api.desk.change, async (ctx, { params, body }) => applyChanges(ctx, params.id, body))
}
