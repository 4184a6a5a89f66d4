import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import { getBooking, ownBooking } from '../bookings/queries.ts'
import type { StaffContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { isGuestEmail } from '../mail/attention.ts'
import { findEmail } from './queries.ts'

/**
 * Marks a booking's failed emails to its guest, up to this one, as dealt with, so that they no longer ask for attention.
 *
 * @throws AppError not_found; conflict when none of them failed, or someone else was first
 */
export async function dismissFailure(ctx: StaffContext, id: number): Promise<ListedEmail> {
  const email = await findEmail(ctx, id)
  if (!email) throw new AppError('not_found', emailMessages.notFound)
  await inTransaction(ctx, async (ctx) => {
    const { booking, event } = await getBooking(ctx, ownBooking(ctx, email.bookingId ?? 0))
    const { rowCount } = await ctx.db.execute(sql`
      UPDATE emails SET handled_at = now()
      WHERE company_id = ${event.companyId} AND booking_id = ${booking.id} AND id <= ${id} AND status = 'failed'
        AND handled_at IS NULL AND ${isGuestEmail(sql`emails`)}`)
    if (!rowCount) throw new AppError('conflict', emailMessages.nothingToDismiss)
    await recordActivity(ctx, {
      companyId: event.companyId,
      activity: 'booking.emailDismissed',
      subject: 'booking',
      subjectId: booking.id,
      subjectName: booking.attendeeName,
    })
  })
  return { ...email, needsAttention: false }
}
