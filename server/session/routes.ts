import { api } from '@trunkshow/contract/api.ts'
import { companyInput } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { recordSecurity } from '../activity/record-activity.ts'
import { saveCompany } from '../company/save-company.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { route } from '../platform/http/route.ts'
import { cookieName, cookieOptions, startSession } from '../platform/http/session-store.ts'
import type { ByToken } from '../platform/http/tokens.ts'
import { changePassword, endSessions, requestPasswordReset, resetPassword } from './change-password.ts'
import { confirmEmail, readConfirmation } from './confirm-email.ts'
import { logIn, readRegistration, registerUser } from './log-in.ts'
import { getMailState, getProfile, listSessions } from './queries.ts'
import { changeEmail, resendConfirmation, saveProfile } from './save-profile.ts'

export function sessionRoutes(app: FastifyInstance) {
  route(app, api.session.current, async (ctx) => getProfile(ctx))

  route(app, api.session.login, async (ctx, { body, request }) => {
    const user = await logIn(ctx, body)
    await startSession(request, user.id)
    return user
  })

  route(app, api.session.register, async (ctx, { body, request }) => {
    const user = await registerUser(ctx, body, (ctx, companyName) =>
      saveCompany(ctx, companyInput.parse({ companyName }), true),
    )
    await startSession(request, user.id)
    return user
  })

  route(app, api.session.registration, async (ctx) => readRegistration(ctx))

  route(app, api.session.logout, async (ctx, { request, reply }) => {
    const { config, actor } = ctx
    await request.session.destroy()
    reply.clearCookie(cookieName(config, 'session'), cookieOptions(config))
    if (actor) await recordSecurity(ctx, { companyId: actor.companyId, action: 'loggedOut', user: actor })
  })

  route(app, api.session.saveProfile, async (ctx, { body }) => saveProfile(ctx, body))
  route(app, api.session.changePassword, async (ctx, { body, request }) => {
    await changePassword(ctx, body)
    await startSession(request, ctx.actor.userId)
  })
  route(app, api.session.changeEmail, async (ctx, { body }) => changeEmail(ctx, body))
  route(app, api.session.resendConfirmation, async (ctx) => resendConfirmation(ctx))
  route(app, api.session.mailState, async (ctx) => getMailState(ctx))
  route(app, api.session.sessions, async (ctx, { request }) => listSessions(ctx, request.session.sessionId))
  route(app, api.session.endSessions, async (ctx, { body, request }) =>
    endSessions(ctx, request.session.sessionId, body),
  )
  route(app, api.session.forgot, async (ctx, { body }) => requestPasswordReset(ctx, body.email))
  route(app, api.session.reset, async (ctx, { body }) => resetPassword(ctx, body))

  /** Serves the confirmation page: opening it changes nothing, its button posts a plain form (decision 029). */
  app.get<ByToken>(paths.confirmEmail(':token'), async (request, reply) =>
    sendConfirmation(request, reply, readConfirmation),
  )
  app.post<ByToken>(paths.confirmEmail(':token'), async (request, reply) =>
    sendConfirmation(request, reply, confirmEmail, true),
  )
}

/** Renders the confirmation page, or the page for links that no longer work. */
async function sendConfirmation(
  request: FastifyRequest<ByToken>,
  reply: FastifyReply,
  read: typeof confirmEmail,
  isDone = false,
) {
  const { token } = request.params
  try {
    const { email, username, host, confirmed: wasDone } = await read(request.ctx, token)
    const confirmed = wasDone || isDone
    return sendPage(request, reply, { page: 'confirm-email', token, email, username, host, confirmed })
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sendPage(request, reply, { page: 'closed-link', message: error.message }, error.status)
  }
}
