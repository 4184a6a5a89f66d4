import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { answerList, readPage } from '../http/paging.ts'
import { route } from '../http/route.ts'
import { listActivity } from './queries.ts'

export function activityRoutes(app: FastifyInstance) {
  route(app, api.activity.list, async (ctx, { query, request, reply }) =>
    answerList(request, reply, await listActivity(ctx, readPage(query), query)),
  )
}
