import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { answerList } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { dismissFailure } from './dismiss-failure.ts'
import { listEmails } from './list-emails.ts'
import { getEmail } from './queries.ts'
import { resendEmail } from './resend-email.ts'
import { getNoticeSettings, saveNoticeSettings } from './save-notices.ts'

export function emailRoutes(app: FastifyInstance) {
  route(app, api.emails.list, async (ctx, { query, request, reply }) =>
    answerList(request, reply, await listEmails(ctx, query, query)),
  )
  route(app, api.emails.get, async (ctx, { params }) => getEmail(ctx, params.id))
  route(app, api.emails.resend, async (ctx, { params, body }) => resendEmail(ctx, params.id, body))
  route(app, api.emails.notices, async (ctx) => getNoticeSettings(ctx))
  route(app, api.emails.saveNotices, async (ctx, { body }) => saveNoticeSettings(ctx, body))
  route(app, api.emails.dismiss, async (ctx, { params }) => dismissFailure(ctx, params.id))
}
