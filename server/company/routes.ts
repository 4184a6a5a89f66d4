import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { readUsage } from '../platform/http/guards/quotas.ts'
import { route } from '../platform/http/route.ts'
import { startSession } from '../platform/http/session-store.ts'
import { acceptInvitation, readInvitation } from './accept-invitation.ts'
import { changeUser, removeUser } from './change-user.ts'
import { inviteUser, resendInvitation } from './invite-user.ts'
import { findCompany, findLetterhead, listUsers } from './queries.ts'
import { createCompany, updateCompany } from './save-company.ts'
import { saveCompanyPage, saveEmbedding } from './save-company-page.ts'

export function companyRoutes(app: FastifyInstance) {
  route(app, api.company.get, async (ctx) => findCompany(ctx))
  route(app, api.company.letterhead, async (ctx) => findLetterhead(ctx))
  route(app, api.company.create, async (ctx, { body }) => createCompany(ctx, body))
  route(app, api.company.update, async (ctx, { body }) => updateCompany(ctx, body))
  route(app, api.company.savePage, async (ctx, { body, uploads }) => saveCompanyPage(ctx, body, uploads))
  route(app, api.company.saveEmbedding, async (ctx, { body }) => saveEmbedding(ctx, body))
  route(app, api.company.usage, async (ctx) => readUsage(ctx, ctx.actor.companyId))
  route(app, api.company.users, async (ctx) => listUsers(ctx))
  route(app, api.company.invite, async (ctx, { body }) => inviteUser(ctx, body))
  route(app, api.company.resend, async (ctx, { params }) => resendInvitation(ctx, params.id))
  route(app, api.company.changeUser, async (ctx, { params, body }) => changeUser(ctx, params.id, body))
  route(app, api.company.removeUser, async (ctx, { params }) => removeUser(ctx, params.id))
  route(app, api.company.invitation, async (ctx, { params }) => readInvitation(ctx, params.token))
  route(app, api.company.accept, async (ctx, { params, body, request }) => {
    const user = await acceptInvitation(ctx, params.token, body)
    await startSession(request, user.id)
    return user
  })
}
