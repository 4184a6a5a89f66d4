import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import { id } from '@trunkshow/contract/endpoint.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { assertAccess } from '../http/route.ts'
import { findEmail } from './queries.ts'

const byId = z.object({ id })

/**
 * An email's HTML in a document of its own, which the app shows in a frame: its policy allows the styles of emails, no
 * script, and pictures of this site alone. A frame's `srcdoc` would have the app's policy, which allows no such styles.
 */
export function emailPages(app: FastifyInstance) {
  app.get<{ Params: z.output<typeof byId> }>(
    paths.emailBody(':id'),
    { schema: { params: byId } },
    async ({ ctx, params }, reply) => {
      assertAccess('bookings.see', ctx)
      const body = (await findEmail(ctx, params.id))?.body
      if (!body) throw new AppError('not_found', emailMessages.notFound)
      const { origin } = new URL(ctx.config.publicUrl)
      const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${origin}; frame-ancestors 'self'; sandbox`
      return reply
        .headers({ 'cache-control': 'private, no-store', 'content-security-policy': policy })
        .type('text/html; charset=utf-8')
        .send(body)
    },
  )
}
