import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import { guestEmailTypes } from '@trunkshow/contract/emails/rules.ts'
import type { ListedEmail, ResendInput } from '@trunkshow/contract/emails/schema.ts'
import { AppError, type ErrorCode } from '@trunkshow/contract/errors.ts'
import { eq, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import { ownBooking } from '../bookings/queries.ts'
import type { StaffContext } from '../context.ts'
import { bookings } from '../db/schema/bookings.ts'
import { inTransaction } from '../db/transaction.ts'
import { findEmail, findResend, refusalText, resendRefusal } from './queries.ts'

const codes: Partial<Record<string, ErrorCode>> = { startPassed: 'passed', tooOften: 'too_many' }

/**
 * Sends a booking's email to its guest again: written anew, as the booking is when it goes. Another address is saved with
 * the booking first, for a guest who mistyped theirs. The booking's row is locked, so of two people who do it at once one
 * sends and the other is told that it is on its way (docs/product.md, Emails that fail).
 *
 * @returns the new email
 * @throws AppError not_found; conflict for one that no longer applies or is on its way; passed; too_many
 */
export async function resendEmail(
  ctx: StaffContext,
  id: number,
  { attendeeEmail }: ResendInput,
): Promise<ListedEmail> {
  const email = await findEmail(ctx, id)
  if (!email) throw new AppError('not_found', emailMessages.notFound)
  const { bookingId, emailType } = email
  if (bookingId === null || !guestEmailTypes.some((type) => type === emailType))
    throw new AppError('conflict', emailMessages.notToGuest)
  const queued = await inTransaction(ctx, async (ctx) => {
    const [booking] = await ctx.db
      .select({
        companyId: bookings.companyId,
        attendeeName: bookings.attendeeName,
        attendeeEmail: bookings.attendeeEmail,
      })
      .from(bookings)
      .where(ownBooking(ctx, bookingId))
      .for('update')
    if (!booking) throw new AppError('not_found', emailMessages.notFound)
    const { companyId, attendeeName, attendeeEmail: before } = booking
    const isCorrected = attendeeEmail !== undefined && before !== '' && attendeeEmail !== before
    if (isCorrected)
      await ctx.db
        .update(bookings)
        .set({ attendeeEmail, updatedAt: sql`now()` })
        .where(eq(bookings.id, bookingId))
    const { rows } = await ctx.db.execute<{ id: number }>(sql`
      INSERT INTO email_notifications (company_id, booking_id, email_type, sequence, resend_of)
      SELECT b.company_id, b.id, ${emailType}, b.sequence, ${id}::int
      FROM bookings AS b JOIN time_slots AS s ON s.id = b.time_slot_id
      WHERE b.id = ${bookingId} AND ${resendRefusal(emailType)} IS NULL
      RETURNING id`)
    if (!rows[0]) {
      const { refusal } = await findResend(ctx, email)
      throw new AppError(codes[refusal!] ?? 'conflict', refusalText(refusal!))
    }
    await recordActivity(ctx, {
      companyId,
      activity: 'booking.emailed',
      subject: 'booking',
      subjectId: bookingId,
      subjectName: attendeeName,
      changes: isCorrected ? [{ field: 'email', from: before, to: attendeeEmail }] : [],
    })
    return rows[0].id
  })
  ctx.wakeEmailWorker()
  const resent = await findEmail(ctx, queued)
  if (!resent) throw new AppError('not_found', emailMessages.notFound)
  return resent
}
