import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import type { AddBookingInput, Booking } from '@trunkshow/contract/bookings/schema.ts'
import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import { and, eq, getTableColumns, sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import { nameOf, type StaffContext } from '../context.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { assigneeOfGuest } from '../platform/db/schema/customers.ts'
import { events } from '../platform/db/schema/events.ts'
import { changeRows, refusing } from '../platform/db/statement.ts'
import { hashRequest } from '../platform/http/idempotency-key.ts'
import { inMailTransaction, queueBookingEmails } from '../platform/mail/outbox.ts'
import { ownSlot } from '../slots/queries.ts'
import { getHostBooking, ownBooking } from './queries.ts'

const MAX_SPOTS = 1000

/** How long after its end a slot takes a walk-in, which a tablet at the desk may send late. */
const WALK_IN_HOURS = 24

/**
 * Books for a caller or a walk-in, without the limits for guests (docs/product.md, Bookings by staff). If the slot has too
 * few spots, it gets as many as the booking needs, but never more than the host agreed to: if someone else
 * has booked since, the host is asked again.
 *
 * @param key the form's Idempotency-Key: a repeat returns the first booking
 * @param options.hasArrived whether it is a walk-in at the desk, who has arrived and may be sent late
 * @throws AppError not_found for another company's slot; conflict for a hidden one; passed once it has ended; full, naming
 *   the spots it would have; key_reused for a key sent with other data
 */
export async function addBooking(
  ctx: StaffContext,
  slotId: number,
  input: AddBookingInput,
  key: string | null,
  { hasArrived = false } = {},
): Promise<Booking> {
  const { attendeeName, attendeeEmail, phone, partySize, notes, upToSpots = 0 } = input
  const { userId } = ctx.actor
  const attendance = hasArrived ? sql`'arrived', ${nameOf(ctx.actor)}, now()` : sql`NULL, NULL, NULL`
  // Without a phone as before there was one, so that a repeat across an update is still the same request.
  const phones = phone ? [phone] : []
  const sent = [slotId, attendeeName, attendeeEmail, partySize, notes, userId, ...phones]
  const requestHash = hashRequest(sent)
  const added = await inMailTransaction(ctx, async (ctx) => {
    const hoursLater = hasArrived ? WALK_IN_HOURS : 0
    const found = await ctx.db
      .select({
        ...getTableColumns(timeSlots),
        eventName: events.name,
        spotPerGuest: events.spotPerGuest,
        ended: sql<boolean>`${timeSlots.startsAt} + (${timeSlots.endTime} - ${timeSlots.startTime}) + ${hoursLater} * interval '1 hour' <= now()`,
      })
      .from(timeSlots)
      .innerJoin(events, eq(events.id, timeSlots.eventId))
      .where(ownSlot(ctx, slotId))
      .for('update', { of: timeSlots })
    const slot = firstOf(found, slotMessages.notFound)
    const { companyId, eventId, booked, totalSlots } = slot
    const [repeat] = await ctx.db
      .select({ id: bookings.id, requestHash: bookings.requestHash })
      .from(bookings)
      .where(and(eq(bookings.eventId, eventId), eq(bookings.idempotencyKey, key ?? '')))
    if (repeat && repeat.requestHash !== requestHash)
      throw new AppError('key_reused', bookingMessages.keyReused)
    if (repeat) return repeat.id
    if (!slot.isAvailable) throw new AppError('conflict', bookingMessages.unavailable)
    if (slot.ended) throw new AppError('passed', bookingMessages.ended)

    const spots = spotsOf(slot, partySize)
    const needed = booked + spots
    if (needed > Math.max(totalSlots, Math.min(upToSpots, MAX_SPOTS))) {
      if (needed > MAX_SPOTS) throw new AppError('full', slotMessages.totalTooLarge)
      throw new AppError('full', bookingMessages.makesSpots(needed), { spots: needed })
    }
    const nowTotal = Math.max(totalSlots, needed)
    await changeRows(ctx, timeSlots, eq(timeSlots.id, slotId), { booked: needed, totalSlots: nowTotal })
    const { rows } = await ctx.db.execute<{ id: number }>(sql`
      WITH booked AS (
        INSERT INTO bookings
          (company_id, event_id, time_slot_id, attendee_name, attendee_email, phone, party_size, spots, notes,
           idempotency_key, request_hash, attendance, attendance_by, attendance_at, assignee_id)
        VALUES (${companyId}, ${eventId}, ${slotId}, ${attendeeName}, ${attendeeEmail}, ${phone || null}, ${partySize}, ${spots},
          ${notes}, ${key}, ${requestHash}, ${attendance},
          ${assigneeOfGuest(sql`${companyId}`, sql`${attendeeEmail}`)})
        RETURNING *
      ), mails AS (${queueBookingEmails('booked', 'booked', ctx.actor)})
      SELECT id FROM booked`)
    const { id } = rows[0]!
    await record(ctx, 'booking.created', { id, name: attendeeName, companyId })
    if (nowTotal > totalSlots) {
      const change = { field: 'totalSlots', from: String(totalSlots), to: String(nowTotal) }
      await record(ctx, 'slot.changed', { id: eventId, name: slot.eventName, companyId }, [change])
    }
    return id
    // The same key was sent for another slot at the same moment.
  }).catch(refusing({ bookings_idempotency_key: ['key_reused', bookingMessages.keyReused] }))
  return getHostBooking(ctx, ownBooking(ctx, added))
}
