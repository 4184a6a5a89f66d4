import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import { id } from '@trunkshow/contract/endpoint.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { sendPage } from '../http/pages/visitor-pages.ts'
import { assertAccess } from '../http/route.ts'
import { readNoticesLink } from '../mail/notices.ts'
import { previewEmails } from './preview-emails.ts'
import { findEmail } from './queries.ts'
import { readNotices, turnNotices } from './save-notices.ts'

const byId = z.object({ id })

const byLink = z.object({ companyId: id, token: z.string() })
type ByLink = { Params: z.output<typeof byLink> }

/** Shows whether the alerts are on, after turning them on or off; opening the page changes nothing. */
async function sendBookingAlerts(request: FastifyRequest<ByLink>, reply: FastifyReply, to?: 'on' | 'off') {
  const { ctx, params } = request
  const { companyId, token } = params
  const mailbox = readNoticesLink(ctx.config, companyId, token)
  if (mailbox && to) await turnNotices(ctx, { companyId, mailbox }, to)
  const found = mailbox && (await readNotices(ctx, { companyId, mailbox }))
  if (!found) throw new AppError('not_found', emailMessages.alertsNotFound)
  return sendPage(request, reply, { page: 'booking-alerts', ...found })
}

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
  const schema = { params: byLink }
  app.get<ByLink>(paths.bookingAlerts(':companyId', ':token'), { schema }, async (request, reply) =>
    sendBookingAlerts(request, reply),
  )
  // Mailbox providers post `List-Unsubscribe=One-Click` as a plain form (RFC 8058), which other pages refuse.
  void app.register(async (app) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => ({}))
    app.post<ByLink>(paths.bookingAlerts(':companyId', ':token'), { schema }, async (request, reply) => {
      const { turn } = (request.body ?? {}) as { turn?: unknown }
      return sendBookingAlerts(request, reply, turn === 'on' ? 'on' : 'off')
    })
  })
}

/** Every kind of email, for developers: only `npm run dev` has this page. */
export function previewPages(app: FastifyInstance) {
  app.get('/dev/emails', async ({ ctx }, reply) =>
    reply.type('text/html; charset=utf-8').send(await previewEmails(ctx)),
  )
}
