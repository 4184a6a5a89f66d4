import { AppError } from '@trunkshow/contract/errors.ts'
import { waitlistMessages } from '@trunkshow/contract/waitlist/messages.ts'
import type { OfferState, WaitStatus } from '@trunkshow/contract/waitlist/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Database, inTransaction } from '../db/transaction.ts'
import { lockWaitlist, offerSpots } from '../slots/offer-spots.ts'

interface Ending {
  state: Exclude<OfferState, 'open' | 'accepted'>
  status: WaitStatus
}

/**
 * Ends an open offer, unless someone else did, and offers its spots to the next in the same transaction: the slot stays
 * locked, so no one books them between (decision 056).
 *
 * @param ifStill a condition of `waitlist_offers`
 * @returns whether this call ended it
 */
async function endOffer(
  ctx: { db: Database },
  { id, timeSlotId }: { id: number; timeSlotId: number },
  { state, status }: Ending,
  ifStill: SQL = sql`true`,
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    await ctx.db.execute(sql`SELECT FROM time_slots WHERE id = ${timeSlotId} FOR UPDATE`)
    const ended = await ctx.db.execute(sql`
      WITH ended AS (
        UPDATE waitlist_offers SET state = ${state}, ended_at = now()
        WHERE id = ${id} AND time_slot_id = ${timeSlotId} AND state = 'open' AND ${ifStill}
        RETURNING entry_id, spots
      ), marked AS (
        UPDATE waitlist_entries SET status = ${status}, updated_at = now() FROM ended
        WHERE waitlist_entries.id = ended.entry_id
      )
      UPDATE time_slots SET booked = booked - ended.spots FROM ended WHERE time_slots.id = ${timeSlotId}`)
    if (!ended.rowCount) return false
    await offerSpots(ctx, [timeSlotId])
    return true
  })
}

/** Finds an entry's open offer. */
async function findOpenOffer({ db }: { db: Database }, entryId: number) {
  const { rows } = await db.execute<{ id: number; timeSlotId: number }>(sql`
    SELECT id, time_slot_id AS "timeSlotId" FROM waitlist_offers WHERE entry_id = ${entryId} AND state = 'open'`)
  return rows[0]
}

/** An offer can be made or end while an entry ends, which is then tried again. */
const MAX_TRIES = 5

/**
 * Takes a guest off the waitlist; their offer, if they have one, goes to the next. It changes nothing for one who no
 * longer waits.
 *
 * @param offer what an open offer becomes
 * @returns whether the guest was waiting
 */
export async function endWaiting(
  ctx: { db: Database },
  { id, eventId }: { id: number; eventId: number },
  { state, status }: Ending,
): Promise<boolean> {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const offer = await findOpenOffer(ctx, id)
    if (offer && (await endOffer(ctx, offer, { state, status }))) return true
    const left = await inTransaction(ctx, async ({ db }) => {
      await lockWaitlist({ db }, sql`SELECT ${eventId}::int`)
      const { rowCount } = await db.execute(sql`
        UPDATE waitlist_entries SET status = ${status}, updated_at = now() WHERE id = ${id} AND status = 'waiting'`)
      return Boolean(rowCount)
    })
    if (left) return true
    if (!(await findOpenOffer(ctx, id))) return false
  }
  throw new AppError('unavailable', waitlistMessages.offerOver)
}

/**
 * Ends the offers whose time is over, each in a transaction of its own; any number of workers may do it at once.
 *
 * @param which narrows them down
 */
export async function expireOffers(ctx: { db: Database }, which: SQL = sql`true`): Promise<void> {
  const due = sql`expires_at <= now()`
  const { rows } = await ctx.db.execute<{ id: number; timeSlotId: number }>(sql`
    SELECT id, time_slot_id AS "timeSlotId" FROM waitlist_offers
    WHERE state = 'open' AND ${due} AND ${which} ORDER BY expires_at, id`)
  for (const offer of rows) await endOffer(ctx, offer, { state: 'expired', status: 'expired' }, due)
}

/** Offers spots that became open without a transaction that offers them: when an event's days, hours or rules change. */
export async function offerOpenSpots(ctx: { db: Database }): Promise<void> {
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    SELECT s.id FROM time_slots AS s
    WHERE s.is_available AND s.starts_at > now() AND s.booked < s.total_slots AND s.event_id IN (
      SELECT event_id FROM waitlist_entries WHERE status = 'waiting')
    ORDER BY s.id`)
  for (const { id } of rows)
    await inTransaction(ctx, async (ctx) => {
      await ctx.db.execute(sql`SELECT FROM time_slots WHERE id = ${id} FOR UPDATE`)
      await offerSpots(ctx, [id])
    })
}
