import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { bookingCan } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking, VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { venueNow } from '@trunkshow/contract/dates.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { bookings } from '../db/schema/bookings.ts'
import { events } from '../db/schema/events.ts'
import { timeSlots } from '../db/schema/slots.ts'
import { databaseNow, inTransaction } from '../db/transaction.ts'
import { grantOf } from '../http/grants.ts'
import { queueBookingEmails } from '../mail/outbox.ts'
import { bookable, listAlternatives, offered } from '../slots/queries.ts'
import { getBooking, getHostBooking, linkedBooking, ownBooking, visitorView } from './queries.ts'

/** Each reschedule emails guest and host, so after this many only the host can reschedule. */
const MAX_RESCHEDULES = 20

/** A host may select any bookable slot; a guest only those that the page offers. */
const openToHost = bookable
const openToVisitor = sql`(${events.isActive} AND ${offered})`

const timeOf = ({ slotDate, startTime }: { slotDate: string; startTime: string }) =>
  `${slotDate} ${startTime}`

/** Locks both slots in the order of their ids, so that two reschedules in opposite directions cannot deadlock. */
async function lockSlots(ctx: Context, eventId: number, ids: number[], open: SQL) {
  return ctx.db
    .select({
      id: timeSlots.id,
      companyId: timeSlots.companyId,
      slotDate: timeSlots.slotDate,
      startTime: timeSlots.startTime,
      spotsLeft: sql<number>`${timeSlots.totalSlots} - ${timeSlots.booked}`,
      open: sql<boolean>`${open}`,
      passed: sql<boolean>`${timeSlots.startsAt} <= now()`,
      isActive: events.isActive,
    })
    .from(timeSlots)
    .innerJoin(events, eq(events.id, timeSlots.eventId))
    .where(and(eq(timeSlots.eventId, eventId), inArray(timeSlots.id, ids)))
    .orderBy(asc(timeSlots.id))
    .for('update', { of: timeSlots })
}

/**
 * Moves an active booking to another slot of its event in one transaction. The booking keeps its links and its
 * calendar entry (docs/product.md, Canceling and rescheduling).
 *
 * @throws AppError not_found; conflict when canceled, the same slot or not open; passed; full with alternatives
 */
async function reschedule(ctx: Context, scope: SQL, newSlotId: number, open: SQL) {
  await inTransaction(ctx, async (ctx) => {
    await ctx.db.select({ id: bookings.id }).from(bookings).where(scope).for('update')
    const { booking, event } = await getBooking(ctx, scope)
    const reason = bookingCan.reschedule(booking, venueNow(await databaseNow(ctx)))
    if (reason) throw new AppError(booking.status === 'active' ? 'passed' : 'conflict', reason)
    if (open === openToVisitor && booking.sequence >= MAX_RESCHEDULES) {
      throw new AppError('too_many', bookingMessages.movedTooOften)
    }
    const { timeSlotId: oldSlotId, spots } = booking
    if (newSlotId === oldSlotId) throw new AppError('conflict', bookingMessages.sameSlot)

    const slots = await lockSlots(ctx, booking.eventId, [oldSlotId, newSlotId], open)
    const target = slots.find((slot) => slot.id === newSlotId)
    if (!target) throw new AppError('not_found', bookingMessages.unavailable)
    // A booking's link also grants access to its event (docs/product.md, Private links).
    const granted = { ...ctx, grants: [...ctx.grants, grantOf(event)] }
    const withAlternatives = async () => ({
      alternatives: (await listAlternatives(granted, newSlotId, spots)).filter(
        (slot) => slot.id !== oldSlotId,
      ),
    })
    if (target.passed) throw new AppError('passed', bookingMessages.passed, await withAlternatives())
    if (!target.isActive && open === openToVisitor) throw new AppError('conflict', bookingMessages.inactive)
    if (!target.open) throw new AppError('conflict', bookingMessages.unavailable, await withAlternatives())

    const taken = await ctx.db.execute(sql`
      UPDATE time_slots SET booked = booked + ${spots} WHERE id = ${newSlotId} AND booked + ${spots} <= total_slots`)
    if (!taken.rowCount) {
      const message = bookingMessages.tooFewSpots(target.spotsLeft, spots)
      throw new AppError('full', message, await withAlternatives())
    }
    await ctx.db.execute(sql`UPDATE time_slots SET booked = booked - ${spots} WHERE id = ${oldSlotId}`)
    await ctx.db.execute(sql`
      WITH moved AS (
        UPDATE ${bookings} SET time_slot_id = ${newSlotId}, sequence = sequence + 1, updated_at = now()
        WHERE ${scope} AND ${bookings.status} = 'active'
        RETURNING id, company_id, sequence, attendee_email
      ) ${queueBookingEmails('rescheduled', 'moved')}`)
    await recordActivity(ctx, {
      companyId: target.companyId,
      activity: 'booking.moved',
      subject: 'booking',
      subjectId: booking.id,
      subjectName: booking.attendeeName,
      changes: [{ field: 'time', from: timeOf(booking), to: timeOf(target) }],
    })
  })
  ctx.wakeEmailWorker()
  return getBooking(ctx, scope)
}

/** Reschedules a booking of the company and emails the guest. Throws as `reschedule`. */
export async function rescheduleBooking(ctx: StaffContext, id: number, newSlotId: number): Promise<Booking> {
  const scope = ownBooking(ctx, id)
  await reschedule(ctx, scope, newSlotId, openToHost)
  return getHostBooking(ctx, scope)
}

/** Reschedules the booking of a guest's link. Throws as `reschedule`. */
export async function rescheduleByVisitor(
  ctx: Context,
  token: string,
  newSlotId: number,
): Promise<VisitorBooking> {
  const { booking } = await reschedule(
    { ...ctx, actor: null },
    linkedBooking(ctx, token),
    newSlotId,
    openToVisitor,
  )
  return visitorView(ctx, booking)
}
