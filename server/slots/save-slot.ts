import { AppError, fieldError, firstOf } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import { countSync, MAX_SLOTS_PER_DATE, planSync } from '@trunkshow/contract/slots/rules.ts'
import {
  type NewSlotInput,
  type SlotChangeInput,
  type SlotSync,
  type TimeSlot,
  wrongTimes,
} from '@trunkshow/contract/slots/schema.ts'
import type { SlotTime } from '@trunkshow/contract/zones.ts'
import { and, eq, sql } from 'drizzle-orm'
import { changesBetween, record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { eventRow, getReachableEvent, withinReach } from '../events/queries.ts'
import { insertSlots } from '../events/save-event.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { changeRows, own, refusing, rowsOf } from '../platform/db/statement.ts'
import { databaseNow, inTransaction } from '../platform/db/transaction.ts'
import { assertWithinQuotas } from '../platform/http/guards/quotas.ts'
import { inMailTransaction, queueBookingEmails } from '../platform/mail/outbox.ts'
import { zoneOf } from '../zones.ts'
import { offerSpots, updateOffers } from './offer-spots.ts'
import { everBooked, ownSlot, slotRow } from './queries.ts'

/** The slot's name in the activity log: `2027-04-16 10:00-10:30`. */
const timeOf = ({ slotDate, startTime, endTime }: SlotTime) => `${slotDate} ${startTime}-${endTime}`

const refuseTaken = refusing({
  time_slots_time_key: ['conflict', slotMessages.exists],
  // The event was deleted by another request.
  time_slots_event_id_events_id_fk: ['not_found', eventMessages.notFound],
})

/** @throws AppError invalid for a slot that `wrongTimes` finds fault with */
function assertTimes(slot: SlotTime, { timeZone }: { timeZone: string }) {
  const fields = wrongTimes(slot, zoneOf(timeZone))
  const [wrong] = Object.values(fields)
  if (wrong) throw new AppError('invalid', wrong, { fields })
}

/** Reads a slot whose open spots the waitlist may just have been offered. */
async function readSlot(ctx: StaffContext, id: number): Promise<TimeSlot> {
  const [slot] = await ctx.db.select(slotRow).from(timeSlots).where(ownSlot(ctx, id))
  return slot!
}

/**
 * Adds a slot to an event of the company.
 *
 * @throws AppError not_found for another company's event, invalid at a time that the venue's clock skips, conflict when
 *   the event already has a slot at this time, or `MAX_SLOTS_PER_DATE` on its date
 */
export async function createSlot(ctx: StaffContext, eventId: number, input: NewSlotInput): Promise<TimeSlot> {
  return inMailTransaction(ctx, async (ctx) => {
    const event = await getReachableEvent(ctx, 'bookings.manage', eventId)
    assertTimes(input, event)
    const sameDate = own({ actor: event }, timeSlots, { eventId, slotDate: input.slotDate })
    // Concurrent requests may exceed the limit by a few, which is fine: it only bounds the page's size.
    if ((await ctx.db.$count(timeSlots, sameDate)) >= MAX_SLOTS_PER_DATE)
      throw fieldError('conflict', 'slotDate', slotMessages.tooManyOnDate(MAX_SLOTS_PER_DATE))
    const [slot] = await ctx.db
      .insert(timeSlots)
      .values({ ...input, eventId, companyId: event.companyId, timeZone: event.timeZone })
      .returning(slotRow)
    await offerSpots(ctx, [slot!.id])
    await record(ctx, 'slot.created', event, [{ field: 'time', from: null, to: timeOf(slot!) }])
    await assertWithinQuotas(ctx, event.companyId, ['slots'])
    return readSlot(ctx, slot!.id)
  }).catch(refuseTaken)
}

/**
 * Locks a slot's bookings, then the slot: the order in which reschedules and cancellations lock.
 *
 * @throws AppError not_found
 */
async function lockSlot(ctx: StaffContext, id: number) {
  await ctx.db
    .select({ id: bookings.id })
    .from(bookings)
    .where(and(eq(bookings.timeSlotId, id), withinReach(ctx, 'bookings.manage', bookings)))
    .orderBy(bookings.id)
    .for('update')
  const found = await rowsOf(ctx, timeSlots, ownSlot(ctx, id), { ...slotRow, booked: timeSlots.booked }).for(
    'update',
  )
  return firstOf(found, slotMessages.notFound)
}

/**
 * Updates a slot's hours, spots, or visibility. Spots cannot fall below the number booked; guests are emailed when the
 * hours change (docs/product.md, Changing time slots). Offers of a hidden slot are withdrawn.
 *
 * @throws AppError not_found; in_use naming the number booked; invalid when it would end before it starts or at a time
 *   that spring skips; conflict when the event already has a slot at this time
 */
export async function updateSlot(ctx: StaffContext, id: number, change: SlotChangeInput): Promise<TimeSlot> {
  return inMailTransaction(ctx, async (ctx) => {
    const before = await lockSlot(ctx, id)
    const after = { ...before, ...change }
    const event = await getReachableEvent(ctx, 'bookings.manage', before.eventId)
    assertTimes(after, event)
    if (after.totalSlots < before.booked) {
      throw fieldError('in_use', 'totalSlots', slotMessages.totalBelowBooked(before.booked))
    }
    const { startTime, endTime, totalSlots, isAvailable } = after
    const values = { startTime, endTime, totalSlots, isAvailable }
    const [slot] = await changeRows(ctx, timeSlots, ownSlot(ctx, id), values).returning(slotRow)
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
  }).catch(refuseTaken)
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
    await ctx.db.delete(timeSlots).where(ownSlot(ctx, id))
    const event = await getReachableEvent(ctx, 'bookings.manage', slot.eventId)
    await record(ctx, 'slot.deleted', event, [{ field: 'time', from: timeOf(slot), to: null }])
  }).catch(
    refusing({
      bookings_time_slot_id_time_slots_id_fk: ['in_use', slotMessages.hasBookings],
      waitlist_offers_time_slot_id_time_slots_id_fk: ['in_use', slotMessages.hasBookings],
    }),
  )
}

/** Whether guests are booked in a slot, have an offer for it, or wait for it. */
const isTaken = sql<boolean>`(${timeSlots.booked} > 0 OR EXISTS (
  SELECT FROM waitlist_entries AS waiting WHERE waiting.time_slot_id = time_slots.id AND waiting.status = 'waiting'))`

/** Returns an event of the company with what matching its slots does. @throws AppError not_found */
async function readPlan(ctx: StaffContext, eventId: number, lock: boolean) {
  const found = rowsOf(ctx, events, { id: eventId }, eventRow)
  const event = firstOf(await (lock ? found.for('update') : found), eventMessages.notFound)
  const all = own(ctx, timeSlots, { eventId })
  // Locked first, so that the plan sees every booking made until then.
  if (lock)
    await ctx.db.select({ id: timeSlots.id }).from(timeSlots).where(all).orderBy(timeSlots.id).for('update')
  const slots = await rowsOf(ctx, timeSlots, all, { ...slotRow, everBooked, isTaken })
  return { event, plan: planSync(event, slots, zoneOf(event.timeZone), await databaseNow(ctx)) }
}

/** Returns what `syncSlots` would do, without doing it. @throws AppError not_found */
export const previewSync = async (ctx: StaffContext, eventId: number) =>
  countSync((await readPlan(ctx, eventId, false)).plan)

/**
 * "Match slots to event hours": brings the free slots to the plan of the event, and keeps those that guests have
 * (docs/product.md, Matching slots to the event).
 *
 * @returns what was done, and what was kept
 * @throws AppError not_found, conflict beyond the company's quota
 */
export async function syncSlots(ctx: StaffContext, eventId: number): Promise<SlotSync> {
  return inMailTransaction(ctx, async (ctx) => {
    const { event, plan } = await readPlan(ctx, eventId, true)
    const these = (slots: { id: number }[]) => own(ctx, timeSlots, { id: slots.map(({ id }) => id) })
    await ctx.db.delete(timeSlots).where(these(plan.removed))
    await changeRows(ctx, timeSlots, these(plan.hidden), { isAvailable: false })
    await offerSpots(ctx, await insertSlots(ctx, event, plan.added))
    const done = countSync(plan)
    const count = (field: 'added' | 'removed' | 'hidden') => ({ field, from: null, to: String(done[field]) })
    await record(ctx, 'slots.updated', event, [count('added'), count('removed'), count('hidden')])
    if (done.added > 0) await assertWithinQuotas(ctx, event.companyId, ['slots'])
    return done
  })
}
