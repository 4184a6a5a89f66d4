import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { answerList, readPage } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { findRecords, listActivity, listSecurity } from './queries.ts'

export function activityRoutes(app: FastifyInstance) {
  route(app, api.activity.list, async (ctx, { query, request, reply }) => {
    const { items, ...list } = await listActivity(ctx, readPage(query), query)
    const records = await findRecords(ctx, items)
    const logged = items.map((entry) => ({ ...entry, record: records.get(entry.id) ?? null }))
    return answerList(request, reply, { ...list, items: logged })
  })
  route(app, api.activity.security, async (ctx, { query, request, reply }) =>
    answerList(request, reply, await listSecurity(ctx, readPage(query), query)),
  )
}
