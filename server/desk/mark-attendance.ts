import { type Attendance, attendanceLabels } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import { getHostBooking, ownBooking } from '../bookings/queries.ts'
import { nameOf, type StaffContext } from '../context.ts'
import { bookings } from '../platform/db/schema/bookings.ts'
import { timeSlots } from '../platform/db/schema/slots.ts'
import { inTransaction } from '../platform/db/transaction.ts'

interface Mark {
  bookingId: number
  /** Null sets the guest back to expected. */
  attendance: Attendance | null
  /** What the screen showed: the attendance and its version. */
  seen: { attendance: Attendance | null; version: number }
}

/** Whether the day of its slot has come, by the venue's clock. */
const dayHasCome = sql`EXISTS (
  SELECT FROM ${timeSlots} AS slot WHERE slot.id = ${bookings.timeSlotId}
    AND slot.slot_date <= wall_clock(now(), slot.time_zone)::date)`

/**
 * Marks whether a guest came, in one statement that changes only what was seen (decision 057). No email is sent, and
 * calendars stay as they are.
 *
 * @param key the device's key of this change: a repeat changes nothing
 * @returns the booking as it is now, and whether the change was made, now or earlier, or nothing was left to change
 * @throws AppError not_found for a booking of another event or company
 */
export async function markAttendance(
  ctx: StaffContext,
  eventId: number,
  key: string,
  { bookingId, attendance, seen }: Mark,
): Promise<{ booking: Booking; done: boolean }> {
  const scope = and(ownBooking(ctx, bookingId), eq(bookings.eventId, eventId))!
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await ctx.db.execute<{ companyId: number }>(sql`
      UPDATE ${bookings} SET attendance = ${attendance}, attendance_by = ${nameOf(ctx.actor)}, attendance_at = now(),
        attendance_keys = attendance_keys || ${key}::text, updated_at = now()
      WHERE ${scope} AND ${bookings.status} = 'active' AND ${dayHasCome}
        AND attendance IS NOT DISTINCT FROM ${seen.attendance} AND attendance IS DISTINCT FROM ${attendance}
        AND cardinality(attendance_keys) = ${seen.version} AND ${key} <> ALL (attendance_keys)
      RETURNING company_id AS "companyId"`)
    const booking = await getHostBooking(ctx, scope)
    const [changed] = rows
    if (!changed) return { booking, done: await isDone(ctx, booking, key, attendance) }
    await recordActivity(ctx, {
      companyId: changed.companyId,
      activity: 'booking.changed',
      subject: 'booking',
      subjectId: booking.id,
      subjectName: booking.attendeeName,
      changes: changesBetween(labeled(seen.attendance), labeled(attendance), ['attendance']),
    })
    return { booking, done: true }
  })
}

/** Whether an earlier call made this change, or the booking is as it wants it to be. */
async function isDone(ctx: StaffContext, booking: Booking, key: string, attendance: Attendance | null) {
  if (booking.status === 'active' && booking.attendance === attendance) return true
  const made = and(ownBooking(ctx, booking.id), sql`${key} = ANY (${bookings.attendanceKeys})`)
  return (await ctx.db.select({ id: bookings.id }).from(bookings).where(made)).length > 0
}

const labeled = (attendance: Attendance | null) => ({
  attendance: attendance ? attendanceLabels[attendance] : 'Expected',
})
