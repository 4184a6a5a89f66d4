import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { bookingCan } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking, CancelAnswer } from '@trunkshow/contract/bookings/schema.ts'
import { venueNow } from '@trunkshow/contract/dates.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { type SQL, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { bookings } from '../db/schema/bookings.ts'
import { inTransaction } from '../db/transaction.ts'
import { eventView } from '../events/queries.ts'
import { queueBookingMails } from '../mail/outbox.ts'
import { getBooking, getHostBooking, linkedBooking, ownBooking } from './queries.ts'

/**
 * Cancels, gives the place back and writes both mails in one statement; only an active booking matches, so two
 * cancels free one place (docs/product.md, Canceling and rescheduling). The booking is locked first, as a move does.
 *
 * @returns whether this call was the one that cancelled
 */
async function cancel(ctx: Context, scope: SQL, unless: SQL): Promise<boolean> {
  const statement = sql`
    WITH cancelled AS (
      UPDATE ${bookings} SET status = 'cancelled', sequence = sequence + 1, updated_at = now()
      WHERE ${scope} AND ${bookings.status} = 'active' AND NOT ${unless}
      RETURNING id, company_id, sequence, time_slot_id, attendee_name
    ), freed AS (
      UPDATE time_slots SET booked = booked - 1 FROM cancelled WHERE time_slots.id = cancelled.time_slot_id
    ), mails AS (${queueBookingMails('cancelled', 'cancelled')})
    SELECT id, company_id AS "companyId", attendee_name AS "attendeeName" FROM cancelled`
  const done = await inTransaction(ctx, async (ctx) => {
    // A statement sees what was there as it began. One that waits for a move would subtract from the new slot's
    // count of before the move and break its CHECK at 0, so the wait comes first.
    await ctx.db.execute(sql`SELECT FROM ${bookings} WHERE ${scope} FOR UPDATE`)
    const { rows } = await ctx.db.execute<{ id: number; companyId: number; attendeeName: string }>(statement)
    for (const { id, companyId, attendeeName } of rows) {
      const what = { subject: 'booking', subjectId: id, subjectName: attendeeName } as const
      await recordActivity(ctx, { companyId, activity: 'booking.cancelled', ...what })
    }
    return rows.length > 0
  })
  if (done) ctx.wakeMail()
  return done
}

const begun = sql`EXISTS (
  SELECT 1 FROM time_slots WHERE time_slots.id = ${bookings.timeSlotId} AND time_slots.starts_at <= now())`

/**
 * Cancels a booking of the company, at any time: hosts clear up after a show too.
 *
 * @throws AppError not_found for a foreign one, conflict when it is already cancelled
 */
export async function cancelBooking(ctx: StaffContext, id: number): Promise<Booking> {
  const scope = ownBooking(ctx, id)
  const done = await cancel(ctx, scope, sql`false`)
  const booking = await getHostBooking(ctx, scope)
  if (!done) throw new AppError('conflict', bookingMessages.alreadyCancelled)
  return booking
}

/**
 * Cancels through the visitor's link. A second cancel answers the same success and frees nothing more; after
 * the appointment began it is refused (docs/product.md, Canceling and rescheduling).
 *
 * @throws AppError not_found for a link that was not signed here, passed
 */
export async function cancelByVisitor(ctx: Context, token: string): Promise<CancelAnswer> {
  const scope = linkedBooking(ctx, token)
  await cancel({ ...ctx, actor: null }, scope, begun)
  const { booking, event } = await getBooking(ctx, scope)
  if (booking.status === 'active') {
    throw new AppError(
      'passed',
      bookingCan.cancelByVisitor(booking, venueNow(new Date())) ?? bookingMessages.cancelFailed,
    )
  }
  const { id, name, eventDate, location } = eventView(event, null)
  const { slotDate, startTime, endTime } = booking
  return {
    success: true,
    message: bookingMessages.cancelled,
    event: { id, name, eventDate, location },
    timeSlot: { slotDate, startTime, endTime },
  }
}
