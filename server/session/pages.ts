import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { confirmEmail, readConfirmation } from './confirm-email.ts'

interface ByToken {
  Params: { token: string }
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
    const { email, username, host, confirmed } = await read(request.ctx, token)
    const page = {
      page: 'confirm-email',
      token,
      email,
      username,
      host,
      confirmed: confirmed || isDone,
    } as const
    return sendPage(request, reply, page)
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return sendPage(request, reply, { page: 'closed-link', message: error.message }, error.status)
  }
}

/** Serves the confirmation page: opening it changes nothing, its button posts a plain form (decision 029). */
export function sessionPages(app: FastifyInstance) {
  app.get<ByToken>(paths.confirmEmail(':token'), async (request, reply) =>
    sendConfirmation(request, reply, readConfirmation),
  )
  app.post<ByToken>(paths.confirmEmail(':token'), async (request, reply) =>
    sendConfirmation(request, reply, confirmEmail, true),
  )
}
