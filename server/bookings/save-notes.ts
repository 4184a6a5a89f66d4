import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import {
  type Booking,
  type BookingNotesInput,
  booking as bookingView,
} from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { isErasedGuest } from '@trunkshow/contract/privacy/rules.ts'
import { sql } from 'drizzle-orm'
import { changesOfEdit } from '../activity/changes-of-edit.ts'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { getHostBooking, ownBooking } from './queries.ts'

/**
 * Saves the notes on a booking, which only staff and co-hosts see (docs/product.md, Bookings by staff).
 *
 * @throws AppError not_found for another company's booking or an erased guest's; changed, with the stored booking, if
 *   someone saved other notes since `version`
 */
export async function saveNotes(
  ctx: StaffContext,
  id: number,
  { notes, version }: BookingNotesInput,
): Promise<Booking> {
  const scope = ownBooking(ctx, id)
  return inTransaction(ctx, async (ctx) => {
    const [locked] = await ctx.db
      .select({ companyId: bookings.companyId })
      .from(bookings)
      .where(scope)
      .for('update')
    const before = await getHostBooking(ctx, scope)
    if (!locked || isErasedGuest(before)) throw new AppError('not_found', bookingMessages.notFound)
    const changes = await changesOfEdit(ctx, 'booking', {
      current: before,
      view: bookingView,
      seen: version,
      stored: { notes: before.notes },
      given: { notes },
      message: bookingMessages.notesChanged,
    })
    if (changes.notes === undefined) return before
    await ctx.db
      .update(bookings)
      .set({ notes, version: sql`version + 1`, updatedAt: sql`now()` })
      .where(scope)
    const after = { ...before, notes, version: before.version + 1 }
    await recordActivity(ctx, {
      companyId: locked.companyId,
      activity: 'booking.changed',
      subject: 'booking',
      subjectId: id,
      subjectName: before.attendeeName,
      version: after.version,
      changes: changesBetween(before, after, ['notes']),
    })
    return after
  })
}
