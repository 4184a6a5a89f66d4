import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { ListedEmail, ResendInput } from '@trunkshow/contract/emails/schema.ts'
import { AppError, type ErrorCode } from '@trunkshow/contract/errors.ts'
import { eq, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import { ownBooking } from '../bookings/queries.ts'
import type { StaffContext } from '../context.ts'
import { violates } from '../db/errors.ts'
import { bookings } from '../db/schema/bookings.ts'
import { waitlistEntries } from '../db/schema/waitlist.ts'
import { inTransaction } from '../db/transaction.ts'
import { ownEntry } from '../waitlist/queries.ts'
import { findEmail, findResend, isToGuests, refusalText, selectResend } from './queries.ts'

const codes: Partial<Record<string, ErrorCode>> = { startPassed: 'passed', tooOften: 'too_many' }

/** Locks what an email is about, a booking or a wait that the caller manages. */
async function lockSubject(ctx: StaffContext, { bookingId, waitlistEntryId }: ListedEmail) {
  const table = bookingId === null ? waitlistEntries : bookings
  const [found] = await ctx.db
    .select({
      companyId: table.companyId,
      attendeeName: table.attendeeName,
      attendeeEmail: table.attendeeEmail,
    })
    .from(table)
    .where(bookingId === null ? ownEntry(ctx, waitlistEntryId ?? 0) : ownBooking(ctx, bookingId))
    .for('update')
  if (!found) throw new AppError('not_found', emailMessages.notFound)
  return { table, ...found }
}

/**
 * Sends an email to a guest again: written again, as their booking or wait is when it goes. Another address is saved with
 * it first, for a guest who mistyped theirs. Its row is locked, so of two people who do it at once one
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
  if (!isToGuests(email)) throw new AppError('conflict', emailMessages.notToGuest)
  const queued = await inTransaction(ctx, async (ctx) => {
    const { table, companyId, attendeeName, attendeeEmail: before } = await lockSubject(ctx, email)
    const isCorrected = attendeeEmail !== undefined && before !== '' && attendeeEmail !== before
    if (isCorrected)
      await ctx.db
        .update(table)
        .set({ attendeeEmail, updatedAt: sql`now()` })
        .where(eq(table.id, bookingId ?? email.waitlistEntryId!))
        .catch((error) => {
          if (!violates(error, 'waitlist_entries_once')) throw error
          throw new AppError('conflict', emailMessages.alreadyOnWaitlist)
        })
    const { rows } = await ctx.db.execute<{ id: number }>(sql`
      INSERT INTO email_notifications (company_id, booking_id, waitlist_entry_id, email_type, sequence, resend_of)
      SELECT company_id, booking_id, waitlist_entry_id, ${emailType}, sequence, ${id}::int
      FROM (${selectResend(email)}) AS found WHERE refusal IS NULL
      RETURNING id`)
    if (!rows[0]) {
      const { refusal } = await findResend(ctx, email)
      throw new AppError(codes[refusal!] ?? 'conflict', refusalText(refusal!))
    }
    await recordActivity(ctx, {
      companyId,
      ...(bookingId === null
        ? { activity: 'waitlist.emailed', subject: 'waitlist', subjectId: email.waitlistEntryId! }
        : { activity: 'booking.emailed', subject: 'booking', subjectId: bookingId }),
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
