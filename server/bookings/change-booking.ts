import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { bookingCan, peopleOf, spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import {
  type Booking,
  type BookingNotesInput,
  booking as bookingView,
  type CancelAnswer,
  type RescheduleInput,
} from '@trunkshow/contract/bookings/schema.ts'
import { AppError, assertAllowed, fieldError } from '@trunkshow/contract/errors.ts'
import { bookingTerms } from '@trunkshow/contract/events/rules.ts'
import { isErasedGuest } from '@trunkshow/contract/privacy/rules.ts'
import { formatSlotTime } from '@trunkshow/contract/zones.ts'
import { and, asc, eq, getTableColumns, inArray, isNull, not, type SQL, sql } from 'drizzle-orm'
import { changesOfEdit } from '../activity/changes-of-edit.ts'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { contactOf, type EventRow, eventView } from '../events/queries.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { changeRows, nextVersion, rowsOf } from '../platform/db/statement.ts'
import { databaseNow, inTransaction } from '../platform/db/transaction.ts'
import { grantOf } from '../platform/http/grants.ts'
import { bookingLimits } from '../platform/http/guards/rate-limits.ts'
import { inMailTransaction, queueBookingEmails } from '../platform/mail/outbox.ts'
import { offerSpots } from '../slots/offer-spots.ts'
import { bookable, isForGuests, listAlternatives, offered } from '../slots/queries.ts'
import { zoneOf } from '../zones.ts'
import { getBooking, getHostBooking, linkedBooking, ownBooking, visitorView } from './queries.ts'
import { isTrustedNetwork } from './take-spot.ts'

/** Each change emails guest and host, so after this many only the host can make one. */
const MAX_CHANGES = 20

/** What a guest may select is what the page offers; a host may select any bookable slot. */
const openToVisitor = sql`(${events.isActive} AND ${offered})`

const timeOf = ({ slotDate, startTime }: { slotDate: string; startTime: string }) =>
  `${slotDate} ${startTime}`

/** Locks both slots in the order of their ids, so that two reschedules in opposite directions cannot deadlock. */
async function lockSlots(ctx: Context, eventId: number, ids: number[], open: SQL) {
  return ctx.db
    .select({
      ...getTableColumns(timeSlots),
      spotsLeft: sql<number>`${timeSlots.totalSlots} - ${timeSlots.booked}`,
      open: sql<boolean>`${open}`,
      isForGuests: sql<boolean>`${isForGuests}`,
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
async function assertShareLeft(ctx: Context, scope: SQL, event: EventRow) {
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
  return inMailTransaction(ctx, async (ctx) => {
    await ctx.db.select({ id: bookings.id }).from(bookings).where(scope).for('update')
    const { booking, event } = await getBooking(ctx, scope)
    const reason = bookingCan.reschedule(booking, zoneOf(event.timeZone), await databaseNow(ctx))
    assertAllowed(reason, booking.status === 'active' ? 'passed' : 'conflict')
    if (isVisitor && booking.sequence >= MAX_CHANGES)
      throw new AppError('too_many', bookingMessages.movedTooOften)

    const { newTimeSlotId: newSlotId, partySize = booking.partySize } = input
    const oldSlotId = booking.timeSlotId
    const moves = newSlotId !== oldSlotId
    const resizes = partySize !== booking.partySize
    if (!moves && !resizes) throw new AppError('conflict', bookingMessages.sameSlot)
    if (isVisitor && partySize > Math.max(event.maxPartySize, booking.partySize)) {
      throw fieldError('invalid', 'partySize', bookingMessages.partyTooLarge(event.maxPartySize))
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
    if (moves && !target.open) {
      const { unavailable, notNow } = bookingMessages
      const reason = target.isForGuests ? notNow(bookingTerms(event)) : unavailable
      throw new AppError('conflict', reason, await withAlternatives())
    }

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
    const about = { id: booking.id, name: booking.attendeeName, companyId: target.companyId }
    await record(ctx, moves ? 'booking.moved' : 'booking.changed', about, [
      ...(moves ? [{ field: 'time', from: timeOf(booking), to: timeOf(target) }] : []),
      ...(resizes
        ? [{ field: 'partySize', from: peopleOf(booking.partySize), to: peopleOf(partySize) }]
        : []),
    ])
    return moves
  })
}

/** Reschedules a booking of the company and emails the guest. Throws as `reschedule`. */
export async function rescheduleBooking(ctx: StaffContext, id: number, input: RescheduleInput) {
  const scope = ownBooking(ctx, id)
  await reschedule(ctx, scope, input, bookable)
  return getHostBooking(ctx, scope)
}

/**
 * Reschedules the booking of a guest's link. Throws as `reschedule`.
 *
 * @returns the booking, and whether it moved to another slot
 */
export async function rescheduleByVisitor(ctx: Context, token: string, input: RescheduleInput) {
  const scope = linkedBooking(ctx, token)
  const moved = await reschedule({ ...ctx, actor: null }, scope, input, openToVisitor)
  const { booking } = await getBooking(ctx, scope)
  return { booking: visitorView(ctx, booking), moved }
}

/**
 * Cancels a booking, frees its spots, and queues both emails in one statement, then offers the spots to the waitlist.
 * Only an active booking matches, so two cancellations free one spot (docs/product.md, Canceling and rescheduling).
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
    SELECT id, company_id AS "companyId", attendee_name AS name, time_slot_id AS "timeSlotId" FROM canceled`
  const done = await inTransaction(ctx, async (ctx) => {
    // Locks the booking before the statement takes its snapshot: one that waited for a reschedule would subtract from
    // the new slot's old count and violate its CHECK at 0.
    await ctx.db.execute(sql`SELECT FROM ${bookings} WHERE ${scope} FOR UPDATE`)
    type Canceled = { id: number; companyId: number; name: string; timeSlotId: number }
    const [canceled] = (await ctx.db.execute<Canceled>(statement)).rows
    if (!canceled) return false
    await record(ctx, 'booking.cancelled', canceled)
    await offerSpots(ctx, [canceled.timeSlotId], [canceled.id])
    return true
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
  if (booking.status === 'active') throw new AppError('passed', bookingMessages.startPassed)
  const { slotDate, startTime, endTime } = booking
  return {
    success: true,
    message: bookingMessages.canceled,
    event: { id, name, eventDate, location },
    timeSlot: { slotDate, startTime, endTime, time: formatSlotTime(booking, zone) },
  }
}

/**
 * Saves the notes and the room of a booking, which only staff and co-hosts see (docs/product.md, Bookings by staff).
 *
 * @throws AppError not_found for another company's booking or an erased guest's; changed, with the stored booking, if
 *   someone saved others since `version`
 */
export async function saveNotes(ctx: StaffContext, id: number, { version, ...given }: BookingNotesInput) {
  const scope = ownBooking(ctx, id)
  return inTransaction(ctx, async (ctx) => {
    const [locked] = await rowsOf(ctx, bookings, scope, { companyId: bookings.companyId }).for('update')
    const before = await getHostBooking(ctx, scope)
    if (!locked || isErasedGuest(before)) throw new AppError('not_found', bookingMessages.notFound)
    const changes = await changesOfEdit(ctx, 'booking', {
      current: before,
      view: bookingView,
      seen: version,
      stored: { notes: before.notes, room: before.room },
      given,
      message: bookingMessages.notesChanged,
    })
    if (Object.keys(changes).length === 0) return before
    await changeRows(ctx, bookings, scope, { ...changes, ...nextVersion })
    const after = { ...before, ...changes, version: before.version + 1 }
    const about = { id, name: before.attendeeName, version: after.version, companyId: locked.companyId }
    await record(ctx, 'booking.changed', about, changesBetween(before, after, ['notes', 'room']))
    return after
  })
}

/**
 * Notes that the guest of a link is coming, for the host to see (docs/product.md, Reminders). Once noted, it stays until
 * the booking moves.
 *
 * @returns whether it is noted; not for a booking that is canceled or has begun
 * @throws AppError not_found for a link with a wrong signature
 */
export async function sayComing(ctx: Context, token: string): Promise<boolean> {
  const scope = linkedBooking(ctx, token)
  await ctx.db
    .update(bookings)
    .set({ comingAt: sql`now()` })
    .where(and(scope, eq(bookings.status, 'active'), isNull(bookings.comingAt), not(hasStarted)))
  const { booking } = await getBooking(ctx, scope)
  return booking.isComing && booking.status === 'active'
}
