import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { assign, listColleagues } from './assign-record.ts'
import { readTeam, saveTeam } from './save-team.ts'

export function assigneeRoutes(app: FastifyInstance) {
  const { assignees } = api
  route(app, assignees.colleagues, async (ctx) => listColleagues(ctx))
  route(app, assignees.ofOrder, async (ctx, { params, body }) => assign(ctx, 'order', params.id, body))
  route(app, assignees.ofCustomer, async (ctx, { params, body }) => assign(ctx, 'customer', params.id, body))
  route(app, assignees.ofBooking, async (ctx, { params, body }) => assign(ctx, 'booking', params.id, body))
  route(app, assignees.team, async (ctx, { params }) => readTeam(ctx, params.id))
  route(app, assignees.saveTeam, async (ctx, { params, body }) => saveTeam(ctx, params.id, body))
}
