import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { ownBooking } from '../bookings/queries.ts'
import type { StaffContext } from '../context.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { waitlistEntries } from '../platform/db/schema/waitlist.ts'
import { ownEntry } from '../waitlist/queries.ts'

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
  const [found] = await ctx.db
    .select({
      id: table.id,
      companyId: table.companyId,
      attendeeName: table.attendeeName,
      attendeeEmail: table.attendeeEmail,
    })
    .from(table)
    .where(isWait ? ownEntry(ctx, waitlistEntryId ?? 0) : ownBooking(ctx, bookingId))
    .for('update')
  if (!found) throw new AppError('not_found', emailMessages.notFound)
  const { id, companyId, attendeeName, attendeeEmail } = found
  const subject = isWait ? ('waitlist' as const) : ('booking' as const)
  return {
    table,
    attendeeEmail,
    about: { companyId, subject, subjectId: id, subjectName: attendeeName },
  }
}
