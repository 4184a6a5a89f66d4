import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { answerList, readPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { listActivity, listSecurity } from './queries.ts'

export function activityRoutes(app: FastifyInstance) {
  route(app, api.activity.list, async (ctx, { query, request, reply }) =>
    answerList(request, reply, await listActivity(ctx, readPage(query), query)),
  )
  route(app, api.activity.security, async (ctx, { query, request, reply }) =>
    answerList(request, reply, await listSecurity(ctx, readPage(query), query)),
  )
}
