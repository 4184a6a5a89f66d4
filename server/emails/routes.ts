import { api } from '@trunkshow/contract/api.ts'
import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { answerList } from '../platform/http/paging.ts'
import { route } from '../platform/http/route.ts'
import { isGuestEmail } from '../platform/mail/attention.ts'
import { listEmails } from './list-emails.ts'
import { findEmail, getEmail } from './queries.ts'
import { lockSubject, resendEmail } from './resend-email.ts'
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
