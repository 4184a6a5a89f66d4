import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { bookingCan, peopleOf, spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking, RescheduleInput, VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, asc, eq, inArray, not, type SQL, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { contactOf } from '../events/queries.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { databaseNow, inTransaction } from '../platform/db/transaction.ts'
import { grantOf } from '../platform/http/grants.ts'
import { bookingLimits } from '../platform/http/guards/rate-limits.ts'
import { queueBookingEmails } from '../platform/mail/outbox.ts'
import { offerSpots } from '../slots/offer-spots.ts'
import { bookable, listAlternatives, offered } from '../slots/queries.ts'
import { zoneOf } from '../zones.ts'
import { getBooking, getHostBooking, linkedBooking, ownBooking, visitorView } from './queries.ts'
import { isTrustedNetwork } from './take-spot.ts'

/** Each change emails guest and host, so after this many only the host can make one. */
const MAX_CHANGES = 20

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

const { minimum, share, seconds } = bookingLimits.perEventForMore

/**
 * Refuses more spots for a guest whose network has its share of the event (decision 051). The lock of the event and the
 * network comes before those of the slots, as when booking.
 */
async function assertShareLeft(
  ctx: Context,
  scope: SQL,
  event: { hostName: string; contactEmail: string | null },
) {
  const [found] = await ctx.db
    .select({
      wait: sql<number>`network_wait(${events.id}, ${bookings.networkHash}, ${minimum} + ${bookings.spots}, ${share}, ${seconds})`,
    })
    .from(bookings)
    .innerJoin(events, eq(events.id, bookings.eventId))
    .where(and(scope, not(isTrustedNetwork(sql`${bookings.networkHash}`))))
  if (found?.wait) throw new AppError('too_many', bookingMessages.tooManySpotsForNetwork(contactOf(event)))
}

/**
 * Moves an active booking to another slot of its event, or gives it another party, or both, in one transaction. The
 * booking keeps its links and its calendar entry (docs/product.md, Canceling and rescheduling), but on another day not
 * its attendance.
 *
 * @returns whether it moved to another slot
 * @throws AppError not_found; conflict when canceled, without a change or not open; passed; full with alternatives that
 *   fit the party; invalid for a party that is larger than guests may bring; too_many
 */
async function reschedule(ctx: Context, scope: SQL, input: RescheduleInput, open: SQL): Promise<boolean> {
  const isVisitor = open === openToVisitor
  const moves = await inTransaction(ctx, async (ctx) => {
    await ctx.db.select({ id: bookings.id }).from(bookings).where(scope).for('update')
    const { booking, event } = await getBooking(ctx, scope)
    const reason = bookingCan.reschedule(booking, zoneOf(event.timeZone), await databaseNow(ctx))
    if (reason) throw new AppError(booking.status === 'active' ? 'passed' : 'conflict', reason)
    if (isVisitor && booking.sequence >= MAX_CHANGES)
      throw new AppError('too_many', bookingMessages.movedTooOften)

    const { newTimeSlotId: newSlotId, partySize = booking.partySize } = input
    const oldSlotId = booking.timeSlotId
    const moves = newSlotId !== oldSlotId
    const resizes = partySize !== booking.partySize
    if (!moves && !resizes) throw new AppError('conflict', bookingMessages.sameSlot)
    if (isVisitor && partySize > Math.max(event.maxPartySize, booking.partySize)) {
      const message = bookingMessages.partyTooLarge(event.maxPartySize)
      throw new AppError('invalid', message, { fields: { partySize: message } })
    }
    const spots = resizes ? spotsOf(event, partySize) : booking.spots
    if (isVisitor && spots > booking.spots) await assertShareLeft(ctx, scope, event)

    const slots = await lockSlots(ctx, booking.eventId, [oldSlotId, newSlotId], open)
    const target = slots.find((slot) => slot.id === newSlotId)
    if (!target) throw new AppError('not_found', bookingMessages.unavailable)
    // A booking's link also grants access to its event (docs/product.md, Private links).
    const granted = { ...ctx, grants: [...ctx.grants, grantOf(event)] }
    const withAlternatives = async () => ({
      alternatives: (await listAlternatives(granted, newSlotId, spots)).filter(({ id }) => id !== oldSlotId),
    })
    if (target.passed) throw new AppError('passed', bookingMessages.passed, await withAlternatives())
    if (!target.isActive && isVisitor) throw new AppError('conflict', bookingMessages.inactive)
    if (moves && !target.open)
      throw new AppError('conflict', bookingMessages.unavailable, await withAlternatives())

    const added = moves ? spots : spots - booking.spots
    const taken = await ctx.db.execute(sql`
      UPDATE time_slots SET booked = booked + ${added}
      WHERE id = ${newSlotId} AND (booked + ${added} <= total_slots OR ${added} <= 0)`)
    if (!taken.rowCount) {
      const left = target.spotsLeft + (moves ? 0 : booking.spots)
      throw new AppError('full', bookingMessages.tooFewSpots(left, spots), await withAlternatives())
    }
    if (moves)
      await ctx.db.execute(
        sql`UPDATE time_slots SET booked = booked - ${booking.spots} WHERE id = ${oldSlotId}`,
      )
    if (moves || added < 0) await offerSpots(ctx, [oldSlotId])
    const loses = sql`(attendance IS NOT NULL AND ${booking.slotDate !== target.slotDate})`
    await ctx.db.execute(sql`
      WITH changed AS (
        UPDATE ${bookings} SET time_slot_id = ${newSlotId}, party_size = ${partySize}, spots = ${spots},
          attendance = CASE WHEN NOT ${loses} THEN attendance END,
          attendance_by = CASE WHEN NOT ${loses} THEN attendance_by END,
          attendance_at = CASE WHEN NOT ${loses} THEN attendance_at END,
          attendance_keys = CASE WHEN ${loses} THEN attendance_keys || gen_random_uuid()::text ELSE attendance_keys END,
          ${moves ? sql`slot_since = now(), coming_at = NULL,` : sql``}
          sequence = sequence + 1, updated_at = now()
        WHERE ${scope} AND ${bookings.status} = 'active'
        RETURNING id, company_id, sequence, attendee_email
      ) ${queueBookingEmails(moves ? 'rescheduled' : 'partyChanged', 'changed', ctx.actor)}`)
    await recordActivity(ctx, {
      companyId: target.companyId,
      activity: moves ? 'booking.moved' : 'booking.changed',
      subject: 'booking',
      subjectId: booking.id,
      subjectName: booking.attendeeName,
      changes: [
        ...(moves ? [{ field: 'time', from: timeOf(booking), to: timeOf(target) }] : []),
        ...(resizes
          ? [{ field: 'partySize', from: peopleOf(booking.partySize), to: peopleOf(partySize) }]
          : []),
      ],
    })
    return moves
  })
  ctx.wakeEmailWorker()
  return moves
}

/** Reschedules a booking of the company and emails the guest. Throws as `reschedule`. */
export async function rescheduleBooking(
  ctx: StaffContext,
  id: number,
  input: RescheduleInput,
): Promise<Booking> {
  const scope = ownBooking(ctx, id)
  await reschedule(ctx, scope, input, openToHost)
  return getHostBooking(ctx, scope)
}

/**
 * Reschedules the booking of a guest's link. Throws as `reschedule`.
 *
 * @returns the booking, and whether it moved to another slot
 */
export async function rescheduleByVisitor(
  ctx: Context,
  token: string,
  input: RescheduleInput,
): Promise<{ booking: VisitorBooking; moved: boolean }> {
  const scope = linkedBooking(ctx, token)
  const moved = await reschedule({ ...ctx, actor: null }, scope, input, openToVisitor)
  const { booking } = await getBooking(ctx, scope)
  return { booking: visitorView(ctx, booking), moved }
}
