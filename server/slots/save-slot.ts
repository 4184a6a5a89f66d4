import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import { MAX_SLOTS_PER_DATE } from '@trunkshow/contract/slots/rules.ts'
import {
  type NewSlotInput,
  type SlotChangeInput,
  type TimeSlot,
  wrongTimes,
} from '@trunkshow/contract/slots/schema.ts'
import type { SlotTime } from '@trunkshow/contract/zones.ts'
import { and, eq, sql } from 'drizzle-orm'
import { changesBetween, recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { getReachableEvent, withinReach } from '../events/queries.ts'
import { violates } from '../platform/db/errors.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertWithinQuotas } from '../platform/http/guards/quotas.ts'
import { queueBookingEmails } from '../platform/mail/outbox.ts'
import { zoneOf } from '../zones.ts'
import { updateOffers } from './end-offer.ts'
import { offerSpots } from './offer-spots.ts'
import { slotRow } from './queries.ts'

function managedSlots(ctx: StaffContext) {
  return withinReach(ctx, 'bookings.manage', timeSlots)
}

function record(
  ctx: StaffContext,
  activity: 'slot.created' | 'slot.changed' | 'slot.deleted',
  event: { id: number; companyId: number; name: string },
  changes: ReturnType<typeof changesBetween>,
) {
  const { id, companyId, name } = event
  return recordActivity(ctx, {
    companyId,
    activity,
    subject: 'event',
    subjectId: id,
    subjectName: name,
    changes,
  })
}

/** The slot's name in the activity log: `2027-04-16 10:00-10:30`. */
const timeOf = ({ slotDate, startTime, endTime }: SlotTime) => `${slotDate} ${startTime}-${endTime}`

function toSlotError(error: unknown): unknown {
  if (violates(error, 'time_slots_time_key')) return new AppError('conflict', slotMessages.exists)
  // The event was deleted by another request.
  if (violates(error, 'time_slots_event_id_events_id_fk'))
    return new AppError('not_found', eventMessages.notFound)
  return error
}

/** Whether a slot was not deleted because of its bookings or offers. */
const wasUsed = (error: unknown) =>
  violates(error, 'bookings_time_slot_id_time_slots_id_fk') ||
  violates(error, 'waitlist_offers_time_slot_id_time_slots_id_fk')

/** @throws AppError invalid for a slot that `wrongTimes` finds fault with */
function refuseWrongTimes(fields: ReturnType<typeof wrongTimes>) {
  const [wrong] = Object.values(fields)
  if (wrong) throw new AppError('invalid', wrong, { fields })
}

/** Concurrent requests may exceed the limit by a few, which is fine: it only bounds the page's size. */
async function assertRoomOnDate(
  ctx: StaffContext,
  event: { id: number; companyId: number },
  slotDate: string,
) {
  const sameDate = and(
    eq(timeSlots.eventId, event.id),
    eq(timeSlots.companyId, event.companyId),
    eq(timeSlots.slotDate, slotDate),
  )
  if ((await ctx.db.$count(timeSlots, sameDate)) < MAX_SLOTS_PER_DATE) return
  const message = slotMessages.tooManyOnDate(MAX_SLOTS_PER_DATE)
  throw new AppError('conflict', message, { fields: { slotDate: message } })
}

/** Reads a slot whose open spots the waitlist may just have been offered. */
async function readSlot(ctx: StaffContext, id: number): Promise<TimeSlot> {
  const [slot] = await ctx.db
    .select(slotRow)
    .from(timeSlots)
    .where(and(eq(timeSlots.id, id), managedSlots(ctx)))
  return slot!
}

/**
 * Adds a slot to an event of the company.
 *
 * @throws AppError not_found for another company's event, invalid at a time that the venue's clock skips, conflict when the event already has a slot at this time, or
 *   `MAX_SLOTS_PER_DATE` on its date
 */
export async function createSlot(ctx: StaffContext, eventId: number, input: NewSlotInput): Promise<TimeSlot> {
  const created = await inTransaction(ctx, async (ctx) => {
    const event = await getReachableEvent(ctx, 'bookings.manage', eventId)
    refuseWrongTimes(wrongTimes(input, zoneOf(event.timeZone)))
    await assertRoomOnDate(ctx, event, input.slotDate)
    const [slot] = await ctx.db
      .insert(timeSlots)
      .values({ ...input, eventId, companyId: event.companyId, timeZone: event.timeZone })
      .returning(slotRow)
    await offerSpots(ctx, [slot!.id])
    const after = await readSlot(ctx, slot!.id)
    await record(ctx, 'slot.created', event, [{ field: 'time', from: null, to: timeOf(slot!) }])
    await assertWithinQuotas(ctx, event.companyId, ['slots'])
    return after
  }).catch((error) => {
    throw toSlotError(error)
  })
  ctx.wakeEmailWorker()
  return created
}

/**
 * Locks a slot's bookings, then the slot: the order in which reschedules and cancellations lock.
 * @throws AppError not_found
 */
async function lockSlot(ctx: StaffContext, id: number) {
  await ctx.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.timeSlotId, id), withinReach(ctx, 'bookings.manage', bookings)))
    .orderBy(bookings.id)
    .for('update')
  const [slot] = await ctx.db
    .select({ ...slotRow, booked: timeSlots.booked })
    .from(timeSlots)
    .where(and(eq(timeSlots.id, id), managedSlots(ctx)))
    .for('update')
  if (!slot) throw new AppError('not_found', slotMessages.notFound)
  return slot
}

/**
 * Updates a slot's hours, spots, or visibility. Spots cannot fall below the number booked; guests are emailed when the
 * hours change (docs/product.md, Changing time slots). Offers of a hidden slot are withdrawn.
 *
 * @throws AppError not_found; in_use naming the number booked; invalid when it would end before it starts or at a time
 *   that spring skips; conflict when the event already has a slot at this time
 */
export async function updateSlot(ctx: StaffContext, id: number, change: SlotChangeInput): Promise<TimeSlot> {
  const slot = await inTransaction(ctx, async (ctx) => {
    const before = await lockSlot(ctx, id)
    const after = { ...before, ...change }
    const event = await getReachableEvent(ctx, 'bookings.manage', before.eventId)
    const fields = wrongTimes(after, zoneOf(event.timeZone))
    refuseWrongTimes(fields)
    if (after.totalSlots < before.booked) {
      const message = slotMessages.totalBelowBooked(before.booked)
      throw new AppError('in_use', message, { fields: { totalSlots: message } })
    }
    const { startTime, endTime, totalSlots, isAvailable } = after
    const [slot] = await ctx.db
      .update(timeSlots)
      .set({ startTime, endTime, totalSlots, isAvailable, updatedAt: sql`now()` })
      .where(and(eq(timeSlots.id, id), managedSlots(ctx)))
      .returning(slotRow)
    const isMoved = startTime !== before.startTime || endTime !== before.endTime
    if (isMoved) {
      await ctx.db.execute(sql`
        WITH moved AS (
          UPDATE ${bookings} SET sequence = sequence + 1, updated_at = now()
          WHERE time_slot_id = ${id} AND event_id = ${before.eventId} AND status = 'active'
          RETURNING id, company_id, sequence, attendee_email
        ) ${queueBookingEmails('rescheduled', 'moved', ctx.actor)}`)
    }
    await updateOffers(ctx, { id, companyId: event.companyId }, isMoved)
    await offerSpots(ctx, [id])
    const toLogged = (slot: TimeSlot) => ({ ...slot, time: timeOf(slot), shown: slot.isAvailable })
    const changes = changesBetween(toLogged(before), toLogged(slot!), ['time', 'totalSlots', 'shown'])
    if (changes.length > 0) await record(ctx, 'slot.changed', event, changes)
    return readSlot(ctx, id)
  }).catch((error) => {
    throw toSlotError(error)
  })
  ctx.wakeEmailWorker()
  return slot
}

/**
 * Deletes a slot that was never booked or on offer; canceled bookings count too, since their history stays
 * (docs/product.md, Changing time slots).
 *
 * @throws AppError not_found, in_use
 */
export async function deleteSlot(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const slot = await lockSlot(ctx, id)
    await ctx.db.delete(timeSlots).where(and(eq(timeSlots.id, id), managedSlots(ctx)))
    const event = await getReachableEvent(ctx, 'bookings.manage', slot.eventId)
    await record(ctx, 'slot.deleted', event, [{ field: 'time', from: timeOf(slot), to: null }])
  }).catch((error) => {
    if (wasUsed(error)) throw new AppError('in_use', slotMessages.hasBookings)
    throw error
  })
}
