import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import type { NewSlotInput, SlotChangeInput, TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { violates } from '../db/errors.ts'
import { bookings } from '../db/schema/bookings.ts'
import { timeSlots } from '../db/schema/slots.ts'
import { inTransaction } from '../db/transaction.ts'
import { assertOwnEvent } from '../events/queries.ts'
import { queueBookingMails } from '../mail/outbox.ts'
import { slotRow } from './queries.ts'

function ownSlots(ctx: StaffContext) {
  return eq(timeSlots.companyId, ctx.actor.companyId)
}

function asExisting(error: unknown): unknown {
  if (violates(error, 'time_slots_time_key')) return new AppError('conflict', slotMessages.exists)
  // Its event was deleted at the same moment.
  if (violates(error, 'time_slots_event_id_events_id_fk'))
    return new AppError('not_found', eventMessages.notFound)
  return error
}

/**
 * Adds a slot to an event of the company.
 *
 * @throws AppError not_found for a foreign event, conflict when the event already has a slot at this time
 */
export async function createSlot(ctx: StaffContext, eventId: number, input: NewSlotInput): Promise<TimeSlot> {
  await assertOwnEvent(ctx, eventId)
  const [slot] = await ctx.db
    .insert(timeSlots)
    .values({ ...input, eventId, companyId: ctx.actor.companyId })
    .returning(slotRow)
    .catch((error) => {
      throw asExisting(error)
    })
  return slot!
}

/**
 * A slot of the company, locked until the transaction ends; its bookings before it, since whoever moves or
 * cancels one locks in this order too. @throws AppError not_found
 */
async function lockSlot(ctx: StaffContext, id: number) {
  await ctx.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.timeSlotId, id), eq(bookings.companyId, ctx.actor.companyId)))
    .orderBy(bookings.id)
    .for('update')
  const [slot] = await ctx.db
    .select({ ...slotRow, booked: timeSlots.booked })
    .from(timeSlots)
    .where(and(eq(timeSlots.id, id), ownSlots(ctx)))
    .for('update')
  if (!slot) throw new AppError('not_found', slotMessages.notFound)
  return slot
}

/**
 * Changes a slot's hours, places or visibility. The places cannot fall below what is booked; people booked
 * into a slot whose hours move are told, as for any other move (design §5).
 *
 * @throws AppError not_found; in_use naming the number booked; invalid when it would end before it starts;
 *   conflict when the event already has a slot at this time
 */
export async function updateSlot(ctx: StaffContext, id: number, change: SlotChangeInput): Promise<TimeSlot> {
  const slot = await inTransaction(ctx, async (ctx) => {
    const before = await lockSlot(ctx, id)
    const after = { ...before, ...change }
    if (after.endTime <= after.startTime) {
      throw new AppError('invalid', slotMessages.endTimeBeforeStart, {
        fields: { endTime: slotMessages.endTimeBeforeStart },
      })
    }
    if (after.totalSlots < before.booked) {
      const message = slotMessages.totalBelowBooked(before.booked)
      throw new AppError('in_use', message, { fields: { totalSlots: message } })
    }
    const { startTime, endTime, totalSlots, isAvailable } = after
    const [slot] = await ctx.db
      .update(timeSlots)
      .set({ startTime, endTime, totalSlots, isAvailable, updatedAt: sql`now()` })
      .where(and(eq(timeSlots.id, id), ownSlots(ctx)))
      .returning(slotRow)
    if (startTime !== before.startTime || endTime !== before.endTime) {
      await ctx.db.execute(sql`
        WITH moved AS (
          UPDATE ${bookings} SET sequence = sequence + 1, updated_at = now()
          WHERE time_slot_id = ${id} AND company_id = ${ctx.actor.companyId} AND status = 'active'
          RETURNING id, company_id, sequence
        ) ${queueBookingMails('rescheduled', 'moved')}`)
    }
    return slot!
  }).catch((error) => {
    throw asExisting(error)
  })
  ctx.wakeMail()
  return slot
}

/**
 * Deletes a slot that was never booked; cancelled bookings count too, their history stays (spec booking §4).
 *
 * @throws AppError not_found, in_use
 */
export async function deleteSlot(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    await lockSlot(ctx, id)
    await ctx.db.delete(timeSlots).where(and(eq(timeSlots.id, id), ownSlots(ctx)))
  }).catch((error) => {
    if (violates(error, 'bookings_time_slot_id_time_slots_id_fk')) {
      throw new AppError('in_use', slotMessages.hasBookings)
    }
    throw error
  })
}
