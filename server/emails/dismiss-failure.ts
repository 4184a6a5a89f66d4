import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isGuestEmail } from '../platform/mail/attention.ts'
import { lockSubject } from './lock-subject.ts'
import { findEmail } from './queries.ts'

/**
 * Marks the failed emails about a booking or a wait to its guest, up to this one, as dealt with, so that they no longer ask
 * for attention.
 *
 * @throws AppError not_found; conflict when none of them failed, or someone else was first
 */
export async function dismissFailure(ctx: StaffContext, id: number): Promise<ListedEmail> {
  const email = await findEmail(ctx, id)
  if (!email) throw new AppError('not_found', emailMessages.notFound)
  await inTransaction(ctx, async (ctx) => {
    const { about } = await lockSubject(ctx, email)
    const column = about.subject === 'waitlist' ? sql`waitlist_entry_id` : sql`booking_id`
    const { rowCount } = await ctx.db.execute(sql`
      UPDATE emails SET handled_at = now()
      WHERE company_id = ${about.companyId} AND ${column} = ${about.subjectId} AND id <= ${id} AND status = 'failed'
        AND handled_at IS NULL AND ${isGuestEmail(sql`emails`)}`)
    if (!rowCount) throw new AppError('conflict', emailMessages.nothingToDismiss)
    await recordActivity(ctx, { ...about, activity: `${about.subject}.emailDismissed` })
  })
  return { ...email, needsAttention: false }
}
