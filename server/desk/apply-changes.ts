import { type Attendance, attendanceLabels } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { deskMessages } from '@trunkshow/contract/desk/messages.ts'
import type {
  DeskAnswer,
  DeskChangesInput,
  MarkChange,
  WalkInChange,
} from '@trunkshow/contract/desk/schema.ts'
import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import { and, eq, sql } from 'drizzle-orm'
import { changesBetween, record } from '../activity/record-activity.ts'
import { addBooking } from '../bookings/add-booking.ts'
import { getHostBooking, ownBooking } from '../bookings/queries.ts'
import { nameOf, type StaffContext } from '../context.ts'
import { getReachableEvent } from '../events/queries.ts'
import { own } from '../platform/db/rows.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { databaseNow, inTransaction } from '../platform/db/transaction.ts'
import { zoneOf } from '../zones.ts'

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
async function markAttendance(
  ctx: StaffContext,
  eventId: number,
  key: string,
  { bookingId, attendance, seen }: Omit<MarkChange, 'key'>,
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
    const changes = changesBetween(labeled(seen.attendance), labeled(attendance), ['attendance'])
    const about = { id: booking.id, name: booking.attendeeName, companyId: changed.companyId }
    await record(ctx, 'booking.changed', about, changes)
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

type Answer = Omit<DeskAnswer, 'key'>
type ReachableEvent = Awaited<ReturnType<typeof getReachableEvent>>

/**
 * Does what a device at the desk has queued, one change after another, each in a transaction of its own and each once
 * (decision 057). What cannot be done is an answer, not an error, so that the rest of the queue goes on.
 *
 * @returns an answer for each change, in order
 * @throws AppError not_found for another company's event; signed_out if someone else made the changes
 */
export async function applyChanges(
  ctx: StaffContext,
  eventId: number,
  { userId = ctx.actor.userId, changes }: DeskChangesInput,
): Promise<DeskAnswer[]> {
  const event = await getReachableEvent(ctx, 'bookings.manage', eventId)
  if (userId !== ctx.actor.userId) throw new AppError('signed_out', deskMessages.otherUser)
  const answers: DeskAnswer[] = []
  for (const { key, ...change } of changes) {
    const answer = await (change.kind === 'mark'
      ? mark(ctx, event, key, change)
      : addWalkIn(ctx, event, key, change)
    ).catch(refusalOf)
    answers.push({ key, ...answer })
  }
  return answers
}

/** @throws what is not a refusal: the device then sends the change again */
function refusalOf(error: unknown): Answer {
  if (error instanceof AppError && error.status < 500) return { outcome: 'refused', message: error.message }
  throw error
}

async function mark(
  ctx: StaffContext,
  event: ReachableEvent,
  key: string,
  change: Omit<MarkChange, 'key'>,
): Promise<Answer> {
  const zone = zoneOf(event.timeZone)
  const { booking, done } = await markAttendance(ctx, event.id, key, change)
  if (done) return { outcome: 'done', booking }
  const { attendeeName: name, status, slotDate } = booking
  if (status === 'cancelled') return { outcome: 'refused', message: deskMessages.canceled(name), booking }
  if (slotDate > wallClock(await databaseNow(ctx), zone).date)
    return { outcome: 'refused', message: deskMessages.notYet(name, formatDay(slotDate)), booking }
  return { outcome: 'conflict', message: crossing(booking, zone), booking }
}

/** Says who marked a booking last, and when. */
function crossing({ attendeeName, attendance, attendanceBy: by, attendanceAt: at }: Booking, zone: Zone) {
  if (!by || !at) return deskMessages.moved(attendeeName)
  const time = formatTime(wallClock(new Date(at), zone).time)
  return attendance
    ? deskMessages.marked(attendeeName, attendance, by, time)
    : deskMessages.unmarked(attendeeName, by, time)
}

async function addWalkIn(
  ctx: StaffContext,
  event: ReachableEvent,
  key: string,
  { timeSlotId, kind: _kind, ...guest }: Omit<WalkInChange, 'key'>,
): Promise<Answer> {
  const found = await ctx.db
    .select({ id: timeSlots.id })
    .from(timeSlots)
    .where(own({ actor: event }, timeSlots, { id: timeSlotId, eventId: event.id }))
  firstOf(found, slotMessages.notFound)
  const input = { ...guest, attendeeEmail: null, notes: '' }
  try {
    return { outcome: 'done', booking: await addBooking(ctx, timeSlotId, input, key, { hasArrived: true }) }
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'full') throw error
    const { message, detail } = error
    return {
      outcome: detail.spots ? 'conflict' : 'refused',
      message,
      ...(detail.spots && { spots: detail.spots }),
    }
  }
}
