import { bookingMessages, guestBookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { bookingCan } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking, CancelAnswer } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { formatSlotTime } from '@trunkshow/contract/zones.ts'
import { type SQL, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { eventView } from '../events/queries.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { queueBookingEmails } from '../platform/mail/outbox.ts'
import { offerSpots } from '../slots/offer-spots.ts'
import { getBooking, getHostBooking, linkedBooking, ownBooking } from './queries.ts'

/**
 * Cancels a booking, frees its spots, and queues both emails in one statement, then offers the spots to the waitlist. Only an active booking matches, so two
 * cancellations free one spot (docs/product.md, Canceling and rescheduling).
 *
 * @returns whether this call canceled the booking
 */
async function cancel(ctx: Context, scope: SQL, unless: SQL): Promise<boolean> {
  const statement = sql`
    WITH canceled AS (
      UPDATE ${bookings} SET status = 'cancelled', sequence = sequence + 1, updated_at = now()
      WHERE ${scope} AND ${bookings.status} = 'active' AND NOT ${unless}
      RETURNING id, company_id, sequence, time_slot_id, spots, attendee_name, attendee_email
    ), freed AS (
      UPDATE time_slots SET booked = booked - canceled.spots FROM canceled WHERE time_slots.id = canceled.time_slot_id
    ), mails AS (${queueBookingEmails('canceled', 'canceled', ctx.actor)})
    SELECT id, company_id AS "companyId", attendee_name AS "attendeeName", time_slot_id AS "timeSlotId" FROM canceled`
  const done = await inTransaction(ctx, async (ctx) => {
    // Locks the booking before the statement takes its snapshot: one that waited for a reschedule would subtract from
    // the new slot's old count and violate its CHECK at 0.
    await ctx.db.execute(sql`SELECT FROM ${bookings} WHERE ${scope} FOR UPDATE`)
    const { rows } = await ctx.db.execute<{
      id: number
      companyId: number
      attendeeName: string
      timeSlotId: number
    }>(statement)
    for (const { id, companyId, attendeeName } of rows) {
      const what = { subject: 'booking', subjectId: id, subjectName: attendeeName } as const
      await recordActivity(ctx, { companyId, activity: 'booking.cancelled', ...what })
    }
    await offerSpots(
      ctx,
      rows.map(({ timeSlotId }) => timeSlotId),
      rows.map(({ id }) => id),
    )
    return rows.length > 0
  })
  if (done) ctx.wakeEmailWorker()
  return done
}

const hasStarted = sql`EXISTS (
  SELECT 1 FROM time_slots WHERE time_slots.id = ${bookings.timeSlotId} AND time_slots.starts_at <= now())`

/**
 * Cancels a booking of the company, even after the event.
 *
 * @throws AppError not_found for another company's booking, conflict when it is already canceled
 */
export async function cancelBooking(ctx: StaffContext, id: number): Promise<Booking> {
  const scope = ownBooking(ctx, id)
  const done = await cancel(ctx, scope, sql`false`)
  const booking = await getHostBooking(ctx, scope)
  if (!done) throw new AppError('conflict', bookingMessages.alreadyCanceled)
  return booking
}

/**
 * Cancels through the guest's link. A second cancellation succeeds and frees nothing; it is rejected once the
 * appointment has started (docs/product.md, Canceling and rescheduling).
 *
 * @throws AppError not_found for a link with a wrong signature, passed
 */
export async function cancelByVisitor(ctx: Context, token: string): Promise<CancelAnswer> {
  const scope = linkedBooking(ctx, token)
  await cancel({ ...ctx, actor: null }, scope, hasStarted)
  const { booking, event } = await getBooking(ctx, scope)
  const { id, name, eventDate, location, zone } = eventView(event, null, booking.slotDate)
  if (booking.status === 'active') {
    throw new AppError(
      'passed',
      bookingCan.cancelByVisitor(booking, zone, new Date()) ?? guestBookingMessages.cancelFailed,
    )
  }
  const { slotDate, startTime, endTime } = booking
  return {
    success: true,
    message: bookingMessages.canceled,
    event: { id, name, eventDate, location },
    timeSlot: { slotDate, startTime, endTime, time: formatSlotTime(booking, zone) },
  }
}
