import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import { waitlistMessages } from '@trunkshow/contract/waitlist/messages.ts'
import type { Waitlist } from '@trunkshow/contract/waitlist/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import { nameOf, type StaffContext } from '../context.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { lockWaitlist, makeOffer } from '../slots/offer-spots.ts'
import { ownSlot } from '../slots/queries.ts'
import { endWaiting } from './end-offer.ts'
import { getEntry, listWaitlist, ownEntry } from './queries.ts'

/** An entry as the activity log names it. */
const logged = ({ entry: { id, companyId, attendeeName } }: Awaited<ReturnType<typeof getEntry>>) => ({
  id,
  companyId,
  name: attendeeName,
})

/** Makes a guest the next in line. @throws AppError not_found; conflict if they don't wait */
export async function moveToTop(ctx: StaffContext, id: number): Promise<Waitlist> {
  const found = await getEntry(ctx, ownEntry(ctx, id))
  const { eventId, companyId } = found.entry
  await inTransaction(ctx, async (ctx) => {
    await lockWaitlist(ctx, sql`SELECT ${eventId}::int`)
    const moved = await ctx.db.execute(sql`
      UPDATE waitlist_entries SET updated_at = now(),
        rank = (SELECT min(first.rank) - 1 FROM waitlist_entries AS first WHERE first.event_id = ${eventId})
      WHERE id = ${id} AND company_id = ${companyId} AND status = 'waiting'`)
    if (!moved.rowCount) throw new AppError('conflict', waitlistMessages.notWaiting)
    await record(ctx, 'waitlist.moved', logged(found))
  })
  return listWaitlist(ctx, eventId)
}

/**
 * Takes a guest off the list; an offer to them is withdrawn and goes to the next. Nobody is emailed.
 *
 * @throws AppError not_found; conflict if they no longer wait
 */
export async function removeEntry(ctx: StaffContext, id: number): Promise<Waitlist> {
  const found = await getEntry(ctx, ownEntry(ctx, id))
  await inTransaction(ctx, async (ctx) => {
    const removed = await endWaiting(ctx, found.entry, { state: 'withdrawn', status: 'removed' })
    if (!removed) throw new AppError('conflict', waitlistMessages.notWaiting)
    await record(ctx, 'waitlist.removed', logged(found))
  })
  ctx.wakeEmailWorker()
  return listWaitlist(ctx, found.entry.eventId)
}

/**
 * Offers open spots of a slot to a guest out of turn.
 *
 * @throws AppError not_found for a slot of another event; conflict if the guest doesn't wait, has an offer, or guests
 *   can't book the slot; full
 */
export async function offerSlot(ctx: StaffContext, id: number, slotId: number): Promise<Waitlist> {
  const waiting = await getEntry(ctx, ownEntry(ctx, id))
  const { entry, event } = waiting
  await inTransaction(ctx, async (ctx) => {
    const found = await ctx.db
      .select({
        left: sql<number>`${timeSlots.totalSlots} - ${timeSlots.booked}`,
        time: sql<string>`${timeSlots.slotDate} || ' ' || to_char(${timeSlots.startTime}, 'HH24:MI')`,
      })
      .from(timeSlots)
      .where(and(ownSlot(ctx, slotId), eq(timeSlots.eventId, entry.eventId)))
      .for('update')
    const slot = firstOf(found, slotMessages.notFound)
    await lockWaitlist(ctx, sql`SELECT ${entry.eventId}::int`)
    if (await makeOffer(ctx, slotId, sql`waitlist_entries.id = ${id}`, { by: nameOf(ctx.actor) })) {
      await record(ctx, 'waitlist.offered', logged(waiting), [{ field: 'time', from: null, to: slot.time }])
      return
    }
    const { status } = (await getEntry(ctx, ownEntry(ctx, id))).entry
    if (status === 'offered') throw new AppError('conflict', waitlistMessages.alreadyOffered)
    if (status !== 'waiting') throw new AppError('conflict', waitlistMessages.notWaiting)
    const spots = spotsOf(event, entry.partySize)
    if (slot.left < spots) throw new AppError('full', waitlistMessages.tooFewSpots(slot.left, spots))
    throw new AppError('conflict', waitlistMessages.slotClosed)
  })
  ctx.wakeEmailWorker()
  return listWaitlist(ctx, entry.eventId)
}
