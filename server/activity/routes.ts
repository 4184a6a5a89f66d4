import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { listActivity, listSecurity } from './queries.ts'

export function activityRoutes(app: FastifyInstance) {
  route(app, api.activity.list, async (ctx, { page, query }) => listActivity(ctx, page, query))
  route(app, api.activity.security, async (ctx, { page, query }) => listSecurity(ctx, page, query))
}
