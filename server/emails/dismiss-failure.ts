import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { type SQL, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import { getBooking, ownBooking } from '../bookings/queries.ts'
import type { StaffContext } from '../context.ts'
import { inTransaction } from '../db/transaction.ts'
import { isGuestEmail } from '../mail/attention.ts'
import { getEntry, ownEntry } from '../waitlist/queries.ts'
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
    const { bookingId, waitlistEntryId } = email
    const dismiss = async (companyId: number, subject: SQL) => {
      const { rowCount } = await ctx.db.execute(sql`
        UPDATE emails SET handled_at = now()
        WHERE company_id = ${companyId} AND ${subject} AND id <= ${id} AND status = 'failed'
          AND handled_at IS NULL AND ${isGuestEmail(sql`emails`)}`)
      if (!rowCount) throw new AppError('conflict', emailMessages.nothingToDismiss)
    }
    if (waitlistEntryId !== null) {
      const { entry, event } = await getEntry(ctx, ownEntry(ctx, waitlistEntryId))
      await dismiss(event.companyId, sql`waitlist_entry_id = ${waitlistEntryId}`)
      return recordActivity(ctx, {
        companyId: event.companyId,
        activity: 'waitlist.emailDismissed',
        subject: 'waitlist',
        subjectId: entry.id,
        subjectName: entry.attendeeName,
      })
    }
    const { booking, event } = await getBooking(ctx, ownBooking(ctx, bookingId ?? 0))
    await dismiss(event.companyId, sql`booking_id = ${booking.id}`)
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
