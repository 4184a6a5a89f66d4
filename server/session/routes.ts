import { api } from '@trunkshow/contract/api.ts'
import type { FastifyInstance } from 'fastify'
import { route } from '../http/route.ts'
import { startSession } from '../http/session-store.ts'
import { logIn } from './log-in.ts'
import { sessionUserOf } from './queries.ts'
import { registerUser } from './register-user.ts'

export function sessionRoutes(app: FastifyInstance) {
  route(app, api.session.current, async (ctx) => sessionUserOf(ctx.actor))

  route(app, api.session.login, async (ctx, { body, request }) => {
    const user = await logIn(ctx, body)
    await startSession(request, user.id)
    return user
  })

  route(app, api.session.register, async (ctx, { body, request }) => {
    const user = await registerUser(ctx, body)
    await startSession(request, user.id)
    return user
  })

  route(app, api.session.logout, async (_ctx, { request, reply }) => {
    await request.session.destroy()
    reply.clearCookie('session', { path: '/' })
  })
}
