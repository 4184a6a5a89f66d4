import { api } from '@trunkshow/contract/api.ts'
import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import { guestMessageInput, type ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { id } from '@trunkshow/contract/endpoint.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { z } from 'zod'
import { record } from '../activity/record-activity.ts'
import { findBrand } from '../company/queries.ts'
import { nameOf, type StaffContext } from '../context.ts'
import { readBranding } from '../email-writers.ts'
import { getReachableEvent } from '../events/queries.ts'
import { optionalEmails } from '../platform/db/schema/mail.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { readKey } from '../platform/http/idempotency-key.ts'
import { sendPage } from '../platform/http/pages/visitor-pages.ts'
import { assertAccess, route } from '../platform/http/route.ts'
import { links, readSignedId } from '../platform/http/tokens.ts'
import { isGuestEmail } from '../platform/mail/attention.ts'
import type { OptionalEmails } from '../platform/mail/notices.ts'
import { renderMessage } from '../platform/mail/transport.ts'
import { countGuests, emailGuests, sendTest } from './email-guests.ts'
import { composeSample } from './emails.ts'
import { listEmails } from './list-emails.ts'
import { previewEmails } from './preview-emails.tsx'
import { findEmail, getEmail } from './queries.ts'
import { lockSubject, resendEmail } from './resend-email.ts'
import { getNoticeSettings, readNotices, saveNoticeSettings, turnNotices } from './save-notices.ts'

export function emailRoutes(app: FastifyInstance) {
  route(app, api.emails.list, async (ctx, { query }) => listEmails(ctx, query, query))
  route(app, api.emails.get, async (ctx, { params }) => getEmail(ctx, params.id))
  route(app, api.emails.resend, async (ctx, { params, body }) => resendEmail(ctx, params.id, body))
  route(app, api.emails.guests, async (ctx, { params, query }) => countGuests(ctx, params.id, query))
  route(app, api.emails.toGuests, async (ctx, { params, body, request }) =>
    emailGuests(ctx, params.id, body, readKey(request)),
  )
  route(app, api.emails.test, async (ctx, { params, body }) => sendTest(ctx, params.id, body))
  route(app, api.emails.notices, async (ctx) => getNoticeSettings(ctx))
  route(app, api.emails.saveNotices, async (ctx, { body }) => saveNoticeSettings(ctx, body))
  route(app, api.emails.dismiss, async (ctx, { params }) => dismissFailure(ctx, params.id))
}

/**
 * Marks the failed emails about a booking or a wait to its guest, up to this one, as dealt with, so that they no longer ask
 * for attention.
 *
 * @throws AppError not_found; conflict when none of them failed, or someone else was first
 */
async function dismissFailure(ctx: StaffContext, id: number): Promise<ListedEmail> {
  const email = await findEmail(ctx, id)
  await inTransaction(ctx, async (ctx) => {
    const { about } = await lockSubject(ctx, email)
    const column = about.subject === 'waitlist' ? sql`waitlist_entry_id` : sql`booking_id`
    const { rowCount } = await ctx.db.execute(sql`
      UPDATE emails SET handled_at = now()
      WHERE company_id = ${about.companyId} AND ${column} = ${about.id} AND id <= ${id} AND status = 'failed'
        AND handled_at IS NULL AND ${isGuestEmail(sql`emails`)}`)
    if (!rowCount) throw new AppError('conflict', emailMessages.nothingToDismiss)
    await record(ctx, `${about.subject}.emailDismissed`, about)
  })
  return { ...email, needsAttention: false }
}

const byId = z.object({ id })

const byLink = z.object({ companyId: id, token: z.string() })
type ByLink = { Params: z.output<typeof byLink> }

/**
 * The page where the emails of a kind are turned off or on; opening it changes nothing. Mailbox providers post
 * `List-Unsubscribe=One-Click` to it as a plain form (RFC 8058), which other pages refuse.
 */
function pageToTurnOff(app: FastifyInstance, kind: OptionalEmails) {
  const path = links[kind].page(':token', ':companyId')
  const schema = { params: byLink }
  async function send(request: FastifyRequest<ByLink>, reply: FastifyReply, to?: 'on' | 'off') {
    const { ctx, params } = request
    const { companyId, token } = params
    const mailbox = readSignedId(ctx.config, kind, token, companyId)
    if (mailbox && to) await turnNotices(ctx, { companyId, mailbox, kind }, to)
    const found = mailbox && (await readNotices(ctx, { companyId, mailbox, kind }))
    if (!found) throw new AppError('not_found', emailMessages.cannotTurnOff[kind])
    const page = { page: 'booking-alerts', kind, ...found } as const
    return sendPage(request, reply, page, 200, await findBrand(ctx, companyId))
  }
  app.get<ByLink>(path, { schema }, async (request, reply) => send(request, reply))
  void app.register(async (app) => {
    app.addContentTypeParser('application/x-www-form-urlencoded', { parseAs: 'string' }, async () => ({}))
    app.post<ByLink>(path, { schema }, async (request, reply) => {
      const { turn } = (request.body ?? {}) as { turn?: unknown }
      return send(request, reply, turn === 'on' ? 'on' : 'off')
    })
  })
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
      const { body } = await findEmail(ctx, params.id)
      if (!body) throw new AppError('not_found', emailMessages.notFound)
      return sendDocument(reply, body)
    },
  )
  void app.register(async (app) => {
    app.addContentTypeParser(
      'application/x-www-form-urlencoded',
      { parseAs: 'string' },
      async (_: FastifyRequest, body: string) => Object.fromEntries(new URLSearchParams(body)),
    )
    app.post<{ Params: z.output<typeof byId> }>(
      paths.messagePreview(':id'),
      { schema: { params: byId } },
      async ({ ctx, params, body }, reply) => {
        assertAccess('bookings.manage', ctx)
        const { companyId } = await getReachableEvent(ctx, 'bookings.manage', params.id)
        const { data } = guestMessageInput.safeParse(body)
        if (!data) throw new AppError('invalid', emailMessages.textRequired)
        const { email: address } = ctx.actor
        const name = nameOf(ctx.actor)
        const sample = await composeSample(ctx, { companyId, eventId: params.id, ...data }, data, name)
        const message = { ...sample, to: { name, address }, branding: await readBranding(ctx, companyId) }
        return sendDocument(reply, renderMessage(ctx.config, message).html)
      },
    )
  })
  for (const kind of optionalEmails) pageToTurnOff(app, kind)
}

function sendDocument(reply: FastifyReply, html: string) {
  const { origin } = new URL(reply.request.ctx.config.publicUrl)
  const policy = `default-src 'none'; style-src 'unsafe-inline'; img-src 'self' ${origin}; frame-ancestors 'self'; sandbox`
  return reply
    .headers({ 'cache-control': 'private, no-store', 'content-security-policy': policy })
    .type('text/html; charset=utf-8')
    .send(html)
}

/** Every email type, for developers: only `npm run dev` has this page. */
export function previewPages(app: FastifyInstance) {
  app.get('/dev/emails', async ({ ctx }, reply) =>
    reply.type('text/html; charset=utf-8').send(await previewEmails(ctx)),
  )
}
