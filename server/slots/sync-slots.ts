import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { countSync, type ExistingSlot, planSync } from '@trunkshow/contract/slots/rules.ts'
import type { SlotSync } from '@trunkshow/contract/slots/schema.ts'
import { and, eq, inArray, not } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { insertSlots } from '../events/insert-slots.ts'
import { eventRow, ownEvents } from '../events/queries.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { assertWithinQuotas } from '../platform/http/guards/quotas.ts'
import { zoneOf } from '../zones.ts'
import { offerSpots } from './offer-spots.ts'
import { everBooked } from './queries.ts'

/** Returns an event of the company with its missing and surplus slots. @throws AppError not_found */
async function readPlan(ctx: StaffContext, eventId: number, lock: boolean) {
  const found = ctx.db
    .select(eventRow)
    .from(events)
    .where(and(eq(events.id, eventId), ownEvents(ctx)))
  const [event] = await (lock ? found.for('update') : found)
  if (!event) throw new AppError('not_found', eventMessages.notFound)
  const slots: ExistingSlot[] = await ctx.db
    .select({
      id: timeSlots.id,
      slotDate: timeSlots.slotDate,
      startTime: timeSlots.startTime,
      endTime: timeSlots.endTime,
      everBooked,
    })
    .from(timeSlots)
    .where(and(eq(timeSlots.eventId, eventId), eq(timeSlots.companyId, ctx.actor.companyId)))
  return { event, plan: planSync(event, slots, zoneOf(event.timeZone)) }
}

/** Returns what `syncSlots` would do, without doing it. @throws AppError not_found */
export async function previewSync(ctx: StaffContext, eventId: number): Promise<SlotSync> {
  const { plan } = await readPlan(ctx, eventId, false)
  return countSync(plan)
}

/**
 * "Match slots to event hours": adds missing slots and removes those outside the event's days and hours. Slots that were
 * ever booked stay, and all keep their length and spots (docs/product.md, Matching slots to the event).
 *
 * @returns what was added and removed
 * @throws AppError not_found, conflict beyond the company's quota
 */
export async function syncSlots(ctx: StaffContext, eventId: number): Promise<SlotSync> {
  const done = await inTransaction(ctx, async (ctx) => {
    const { event, plan } = await readPlan(ctx, eventId, true)
    const surplus = await lockNeverBooked(
      ctx,
      plan.surplus.map(({ id }) => id),
    )
    await ctx.db
      .delete(timeSlots)
      .where(and(inArray(timeSlots.id, [...surplus]), eq(timeSlots.companyId, ctx.actor.companyId)))
    await offerSpots(ctx, await insertSlots(ctx, event, plan.missing))
    const done = countSync({ ...plan, surplus: plan.surplus.filter(({ id }) => surplus.has(id)) })
    await recordActivity(ctx, {
      companyId: event.companyId,
      activity: 'slots.updated',
      subject: 'event',
      subjectId: event.id,
      subjectName: event.name,
      changes: [
        { field: 'added', from: null, to: String(done.added) },
        { field: 'removed', from: null, to: String(done.removed) },
      ],
    })
    if (done.added > 0) await assertWithinQuotas(ctx, event.companyId, ['slots'])
    return done
  })
  ctx.wakeEmailWorker()
  return done
}

/** Locks the slots, then returns those that still have no booking. */
async function lockNeverBooked(ctx: StaffContext, ids: number[]): Promise<Set<number>> {
  const mine = and(inArray(timeSlots.id, ids), eq(timeSlots.companyId, ctx.actor.companyId))
  await ctx.db.select({ id: timeSlots.id }).from(timeSlots).where(mine).orderBy(timeSlots.id).for('update')
  const free = await ctx.db
    .select({ id: timeSlots.id })
    .from(timeSlots)
    .where(and(mine, not(everBooked)))
  return new Set(free.map(({ id }) => id))
}
