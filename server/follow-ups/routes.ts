import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../platform/http/route.ts'
import { listFollowUps } from './queries.ts'
import { changeFollowUp, closeFollowUp, createFollowUp, reopenFollowUp } from './save-follow-up.ts'

export function followUpRoutes(app: FastifyInstance) {
  const { followUps } = api
  route(app, followUps.list, async (ctx, { query }) => listFollowUps(ctx, query))
  route(app, followUps.create, async (ctx, { body }) => createFollowUp(ctx, body))
  route(app, followUps.change, async (ctx, { params, body }) => changeFollowUp(ctx, params.id, body))
  route(app, followUps.close, async (ctx, { params, body }) => closeFollowUp(ctx, params.id, body.version))
  route(app, followUps.reopen, async (ctx, { params, body }) => reopenFollowUp(ctx, params.id, body.version))
}
