import { api } from '@trunkshow/contract/api.ts'
import { type Attendance, attendanceLabels } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import { formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { deskMessages } from '@trunkshow/contract/desk/messages.ts'
import type {
  DeskAnswer,
  DeskChangesInput,
  DeskDay,
  MarkChange,
  WalkInChange,
} from '@trunkshow/contract/desk/schema.ts'
import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import { dayToOpen } from '@trunkshow/contract/slots/rules.ts'
import { wallClock, type Zone } from '@trunkshow/contract/zones.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { FastifyInstance } from 'fastify'
import { record } from '../activity/record-activity.ts'
import { addBooking } from '../bookings/add-booking.ts'
import { eachBooking, getHostBooking, ownBooking } from '../bookings/queries.ts'
import { nameOf, type StaffContext } from '../context.ts'
import { eventView, getEventRow, getReachableEvent } from '../events/queries.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { own } from '../platform/db/statement.ts'
import { databaseNow, inTransaction } from '../platform/db/transaction.ts'
import { route } from '../platform/http/route.ts'
import { listSlots, summarizeEvent } from '../slots/queries.ts'
import { zoneOf } from '../zones.ts'

export function deskRoutes(app: FastifyInstance) {
  route(app, api.desk.day, async (ctx, { params, query }) => readDay(ctx, params.id, query.date))
  route(app, api.desk.change, async (ctx, { params, body }) => applyChanges(ctx, params.id, body))
}

/**
 * Returns one day of an event the caller manages: its time slots and active bookings by time. Without a date, today by
 * the venue's clock or the next day with time slots (docs/product.md, The desk).
 *
 * @param date `yyyy-MM-dd`
 * @throws AppError not_found for an event of another company
 */
async function readDay(ctx: StaffContext, eventId: number, date?: string): Promise<DeskDay> {
  await getReachableEvent(ctx, 'bookings.manage', eventId)
  const event = eventView(await getEventRow(ctx, String(eventId)), ctx.actor)
  const { days } = await summarizeEvent(ctx, eventId)
  const dates = days.map((day) => day.date)
  const { date: today } = wallClock(await databaseNow(ctx), zoneOf(event.timeZone))
  const day = date ?? dayToOpen(dates, today) ?? event.eventDate
  const slots = await listSlots(ctx, eventId, { days: { from: day, to: day } })
  const bookings: Booking[] = []
  for await (const booking of eachBooking(ctx, eventId, { date: day, status: 'active' }))
    bookings.push(booking)
  const atWork = days.find(({ date }) => date === day)?.atWork
  return { event, date: day, dates, atWork, slots, bookings }
}

type Answer = Omit<DeskAnswer, 'key'>
type ReachableEvent = Awaited<ReturnType<typeof getReachableEvent>>

/**
 * Does what a device at the desk has queued, one change after another, each in a transaction of its own and each once
 * (decision 057). What cannot be done is an answer, not an error, so that the rest of the queue goes on.
 *
 * @returns an answer for each change, in order
 * @throws AppError not_found for another company's event; signed_out if someone else made the changes
 */
async function applyChanges(
  ctx: StaffContext,
  eventId: number,
  { userId = ctx.actor.userId, changes }: DeskChangesInput,
): Promise<DeskAnswer[]> {
  const event = await getReachableEvent(ctx, 'bookings.manage', eventId)
  if (userId !== ctx.actor.userId) throw new AppError('signed_out', deskMessages.otherUser)
  const answers: DeskAnswer[] = []
  for (const change of changes) {
    const done = change.kind === 'mark' ? mark(ctx, event, change) : addWalkIn(ctx, event, change)
    answers.push({ key: change.key, ...(await done.catch(refusalOf)) })
  }
  return answers
}

/**
 * Asks the host if the time slot has too few spots.
 *
 * @throws what is not a refusal: the device then sends the change again
 */
function refusalOf(error: unknown): Answer {
  if (!(error instanceof AppError) || error.status >= 500) throw error
  const { message, detail } = error
  return { outcome: detail.spots ? 'conflict' : 'refused', message, spots: detail.spots }
}

/** Whether the day of its slot has come, by the venue's clock. */
const dayHasCome = sql`EXISTS (
  SELECT FROM ${timeSlots} AS slot WHERE slot.id = ${bookings.timeSlotId}
    AND slot.slot_date <= wall_clock(now(), slot.time_zone)::date)`

/**
 * Marks whether a guest came, in one statement that changes only what was seen (decision 057); a repeat of its key changes
 * nothing. No email is sent, and calendars stay as they are.
 *
 * @returns done if the change was made, now or earlier, or nothing was left to change
 * @throws AppError not_found for a booking of another event or company
 */
function mark(ctx: StaffContext, event: ReachableEvent, change: MarkChange): Promise<Answer> {
  const { key, bookingId, attendance, seen } = change
  const scope = and(ownBooking(ctx, bookingId), eq(bookings.eventId, event.id))!
  const zone = zoneOf(event.timeZone)
  return inTransaction(ctx, async (ctx) => {
    const { rows } = await ctx.db.execute<{ companyId: number }>(sql`
      UPDATE ${bookings} SET attendance = ${attendance}, attendance_by = ${nameOf(ctx.actor)}, attendance_at = now(),
        attendance_keys = attendance_keys || ${key}::text, updated_at = now()
      WHERE ${scope} AND ${bookings.status} = 'active' AND ${dayHasCome}
        AND attendance IS NOT DISTINCT FROM ${seen.attendance} AND attendance IS DISTINCT FROM ${attendance}
        AND cardinality(attendance_keys) = ${seen.version} AND ${key} <> ALL (attendance_keys)
      RETURNING company_id AS "companyId"`)
    const booking = await getHostBooking(ctx, scope)
    const { attendeeName: name, status, slotDate } = booking
    for (const { companyId } of rows) {
      const change = { field: 'attendance', from: labelOf(seen.attendance), to: labelOf(attendance) }
      await record(ctx, 'booking.changed', { id: booking.id, name, companyId }, [change])
    }
    if (rows.length > 0 || (await isDone(ctx, booking, key, attendance))) return { outcome: 'done', booking }
    if (status === 'cancelled') return { outcome: 'refused', message: deskMessages.canceled(name), booking }
    if (slotDate > wallClock(await databaseNow(ctx), zone).date)
      return { outcome: 'refused', message: deskMessages.notYet(name, formatDay(slotDate)), booking }
    return { outcome: 'conflict', message: crossing(booking, zone), booking }
  })
}

/** Whether an earlier call made this change, or the booking is as it wants it to be. */
async function isDone(ctx: StaffContext, booking: Booking, key: string, attendance: Attendance | null) {
  if (booking.status === 'active' && booking.attendance === attendance) return true
  const made = and(ownBooking(ctx, booking.id), sql`${key} = ANY (${bookings.attendanceKeys})`)
  return (await ctx.db.select({ id: bookings.id }).from(bookings).where(made)).length > 0
}

const labelOf = (attendance: Attendance | null) => (attendance ? attendanceLabels[attendance] : 'Expected')

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
  { key, timeSlotId, kind: _kind, ...guest }: WalkInChange,
): Promise<Answer> {
  const found = await ctx.db
    .select({ id: timeSlots.id })
    .from(timeSlots)
    .where(own({ actor: event }, timeSlots, { id: timeSlotId, eventId: event.id }))
  firstOf(found, slotMessages.notFound)
  const input = { ...guest, attendeeEmail: null, notes: '' }
  return { outcome: 'done', booking: await addBooking(ctx, timeSlotId, input, key, { hasArrived: true }) }
}
