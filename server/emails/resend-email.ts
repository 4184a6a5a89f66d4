import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { ListedEmail, ResendInput } from '@trunkshow/contract/emails/schema.ts'
import { AppError, type ErrorCode, firstOf } from '@trunkshow/contract/errors.ts'
import { eq, sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import { ownBooking } from '../bookings/queries.ts'
import type { StaffContext } from '../context.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { randomId } from '../platform/db/schema/columns.ts'
import { waitlistEntries } from '../platform/db/schema/waitlist.ts'
import { changeRows, refusing } from '../platform/db/statement.ts'
import { inMailTransaction, typeAndAudience } from '../platform/mail/outbox.ts'
import { ownEntry } from '../waitlist/queries.ts'
import { findEmail, findResend, isToGuests, refusalText, selectResend } from './queries.ts'

/**
 * Ends every link that went to the earlier email, since its mailbox may be a stranger's (decision 060). The calendar entry
 * keeps its id, and a repeat of the form that booked is refused, as its answer would have the new link.
 */
const newLinks = {
  booking: {
    publicId: randomId,
    calendarId: sql`coalesce(${bookings.calendarId}, ${bookings.publicId})`,
    requestHash: null,
  },
  waitlist: { publicId: randomId },
}

const codes: Partial<Record<string, ErrorCode>> = { startPassed: 'passed', tooOften: 'too_many' }

/**
 * Sends an email to a guest again: written again, as their booking or wait is when it goes. Another address is saved with
 * it first, for a guest who mistyped theirs, and ends all links that went to the one before. Its row is locked, so of two people who do it at once one
 * sends and the other is told that it is on its way (docs/product.md, Emails that fail).
 *
 * @returns the new email
 * @throws AppError not_found; conflict for one that no longer applies or is on its way; passed; too_many
 */
export async function resendEmail(ctx: StaffContext, id: number, { attendeeEmail }: ResendInput) {
  const email = await findEmail(ctx, id)
  if (!isToGuests(email)) throw new AppError('conflict', emailMessages.notToGuest)
  const queued = await inMailTransaction(ctx, async (ctx) => {
    const { table, about, attendeeEmail: before } = await lockSubject(ctx, email)
    const isCorrected = attendeeEmail !== undefined && before !== '' && attendeeEmail !== before
    if (isCorrected)
      await changeRows(ctx, table, eq(table.id, about.id), {
        attendeeEmail,
        ...newLinks[about.subject],
      }).catch(refusing({ waitlist_entries_once: ['conflict', emailMessages.alreadyOnWaitlist] }))
    const { rows } = await ctx.db.execute<{ id: number }>(sql`
      INSERT INTO email_notifications
        (company_id, booking_id, waitlist_entry_id, email_type, audience, sequence, resend_of, message_id)
      SELECT company_id, booking_id, waitlist_entry_id, ${typeAndAudience(email.emailType)}, sequence, ${id}::int,
        (SELECT m.message_id FROM email_notifications AS m WHERE m.id = ${id})
      FROM (${selectResend(email)}) AS found WHERE refusal IS NULL
      RETURNING id`)
    if (!rows[0]) {
      const { refusal } = await findResend(ctx, email)
      throw new AppError(codes[refusal!] ?? 'conflict', refusalText(refusal!))
    }
    const corrected = { field: 'email', from: before, to: attendeeEmail ?? null }
    await record(ctx, `${about.subject}.emailed`, about, isCorrected ? [corrected] : [])
    return rows[0].id
  })
  return findEmail(ctx, queued)
}

/**
 * Locks what an email to a guest is about, a booking or a wait that the caller manages, so that the guest is not erased
 * before the activity log has their name.
 *
 * @returns its table, the guest's address, and `about`, for the activity log
 * @throws AppError not_found
 */
export async function lockSubject(ctx: StaffContext, { bookingId, waitlistEntryId }: ListedEmail) {
  const isWait = bookingId === null
  const table = isWait ? waitlistEntries : bookings
  const rows = await ctx.db
    .select({
      id: table.id,
      companyId: table.companyId,
      attendeeName: table.attendeeName,
      attendeeEmail: table.attendeeEmail,
    })
    .from(table)
    .where(isWait ? ownEntry(ctx, waitlistEntryId ?? 0) : ownBooking(ctx, bookingId))
    .for('update')
  const { id, companyId, attendeeName, attendeeEmail } = firstOf(rows, emailMessages.notFound)
  const subject = isWait ? ('waitlist' as const) : ('booking' as const)
  return { table, attendeeEmail, about: { companyId, subject, id, name: attendeeName } }
}
