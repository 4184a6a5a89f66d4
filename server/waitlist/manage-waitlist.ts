import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { slotMessages } from '@trunkshow/contract/slots/messages.ts'
import { waitlistMessages } from '@trunkshow/contract/waitlist/messages.ts'
import type { Waitlist } from '@trunkshow/contract/waitlist/schema.ts'
import { and, eq, type SQL, sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import { nameOf, type StaffContext } from '../context.ts'
import { isUnavailable } from '../platform/db/errors.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import type { waitlistEntries } from '../platform/db/schema/waitlist.ts'
import { type Database, inTransaction } from '../platform/db/transaction.ts'
import { log } from '../platform/log/log.ts'
import { inMailTransaction } from '../platform/mail/outbox.ts'
import {
  type Ending,
  endOffer,
  endsAs,
  lockWaitlist,
  makeOffer,
  type OpenOffer,
  offerableSlots,
  offerSpots,
} from '../slots/offer-spots.ts'
import { ownSlot } from '../slots/queries.ts'
import { getEntry, listWaitlist, ownEntry } from './queries.ts'

type Entry = typeof waitlistEntries.$inferSelect

async function findOpenOffer({ db }: { db: Database }, { id, companyId }: Entry) {
  const { rows } = await db.execute<OpenOffer>(sql`
    SELECT id, company_id AS "companyId", time_slot_id AS "timeSlotId" FROM waitlist_offers
    WHERE entry_id = ${id} AND company_id = ${companyId} AND state = 'open'`)
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
export async function endWaiting(ctx: { db: Database }, entry: Entry, { state, status }: Ending) {
  for (let tries = 0; tries < MAX_TRIES; tries++) {
    const offer = await findOpenOffer(ctx, entry)
    if (offer && (await endOffer(ctx, offer, { state, status }))) return true
    const left = await inTransaction(ctx, async ({ db }) => {
      await lockWaitlist({ db }, sql`SELECT ${entry.eventId}::int`)
      const { rowCount } = await db.execute(sql`
        UPDATE waitlist_entries SET status = ${status}, updated_at = now()
        WHERE id = ${entry.id} AND company_id = ${entry.companyId} AND status = 'waiting'`)
      return Boolean(rowCount)
    })
    if (left) return true
    if (!(await findOpenOffer(ctx, entry))) return false
  }
  throw new AppError('unavailable', waitlistMessages.offerOver)
}

/** What becomes of a guest whose offer ends by itself. */
const statuses = {
  expired: 'expired',
  undelivered: 'expired',
  unsent: 'waiting',
  withdrawn: 'waiting',
} as const

/** How much one run does of each kind; the next goes on. */
const MAX_PER_RUN = 500

type Piece = Pick<OpenOffer, 'id' | 'companyId'>

/** Companies take turns, one piece each, in no fixed order so that none is always last (decision 030). */
const inTurns = sql`
  ORDER BY row_number() OVER (PARTITION BY "companyId" ORDER BY due, id), random() LIMIT ${MAX_PER_RUN}`

/**
 * Does one piece after another. One that fails is logged, and does not keep the others from being done.
 *
 * @returns the failures, and whether everything was done
 */
async function doEach<P extends Piece>(pieces: P[], work: (piece: P) => Promise<unknown>, name: string) {
  const failures: unknown[] = []
  for (const piece of pieces) {
    try {
      await work(piece)
    } catch (error) {
      if (isUnavailable(error)) throw error
      log.error({ err: error }, `${name} ${piece.id} of company ${piece.companyId} failed.`)
      failures.push(error)
    }
  }
  return { failures, isDone: pieces.length < MAX_PER_RUN }
}

/** The offers of an event, for `expireOffers`. */
export const ofEvent = (id: number) => sql`time_slot_id IN (SELECT id FROM time_slots WHERE event_id = ${id})`

/**
 * Ends the offers that are over, each in a transaction of its own; any number of workers may do it at once.
 *
 * @param which narrows them down
 */
export async function expireOffers(ctx: { db: Database }, which: SQL = sql`true`) {
  const { rows } = await ctx.db.execute<OpenOffer & { state: keyof typeof statuses }>(sql`
    SELECT * FROM (
      SELECT waitlist_offers.id, waitlist_offers.company_id AS "companyId", time_slot_id AS "timeSlotId", expires_at AS due,
        ${endsAs} AS state
      FROM (SELECT * FROM waitlist_offers WHERE state = 'open' AND ${which}) AS waitlist_offers
        JOIN time_slots ON time_slots.id = waitlist_offers.time_slot_id JOIN events ON events.id = time_slots.event_id
    ) AS open
    WHERE state IS NOT NULL ${inTurns}`)
  return doEach(
    rows,
    (offer) =>
      endOffer(ctx, offer, { ...offer, status: statuses[offer.state] }, sql`${endsAs} = ${offer.state}`),
    'The end of offer',
  )
}

/** Offers spots that became open without a transaction that offers them: when an event's days, hours or rules change. */
async function offerOpenSpots(ctx: { db: Database }) {
  const { rows } = await ctx.db.execute<Piece>(sql`SELECT * FROM (${offerableSlots}) AS open ${inTurns}`)
  return doEach(
    rows,
    ({ id, companyId }) =>
      inTransaction(ctx, async (ctx) => {
        await ctx.db.execute(
          sql`SELECT FROM time_slots WHERE id = ${id} AND company_id = ${companyId} FOR UPDATE`,
        )
        await offerSpots(ctx, [id])
      }),
    'Offering time slot',
  )
}

/**
 * Every minute: passes on the offers whose time is over, and offers what became open otherwise.
 *
 * @returns whether everything was done, so that it is called again if not
 * @throws the first failure, after the rest was done
 */
export async function runWaitlist(ctx: { db: Database }): Promise<boolean> {
  const runs = [await expireOffers(ctx), await offerOpenSpots(ctx)]
  const failures = runs.flatMap(({ failures }) => failures)
  if (failures.length > 0) throw failures[0]
  return runs.every(({ isDone }) => isDone)
}

/** An entry as the activity log names it. */
const logged = ({ id, companyId, attendeeName: name }: Entry) => ({ id, companyId, name })

/** Makes a guest the next in line. @throws AppError not_found; conflict if they don't wait */
export async function moveToTop(ctx: StaffContext, id: number): Promise<Waitlist> {
  const { entry } = await getEntry(ctx, ownEntry(ctx, id))
  const { eventId, companyId } = entry
  await inTransaction(ctx, async (ctx) => {
    await lockWaitlist(ctx, sql`SELECT ${eventId}::int`)
    const moved = await ctx.db.execute(sql`
      UPDATE waitlist_entries SET updated_at = now(),
        rank = (SELECT min(first.rank) - 1 FROM waitlist_entries AS first WHERE first.event_id = ${eventId})
      WHERE id = ${id} AND company_id = ${companyId} AND status = 'waiting'`)
    if (!moved.rowCount) throw new AppError('conflict', waitlistMessages.notWaiting)
    await record(ctx, 'waitlist.moved', logged(entry))
  })
  return listWaitlist(ctx, eventId)
}

/**
 * Takes a guest off the list; an offer to them is withdrawn and goes to the next. Nobody is emailed.
 *
 * @throws AppError not_found; conflict if they no longer wait
 */
export async function removeEntry(ctx: StaffContext, id: number): Promise<Waitlist> {
  const { entry } = await getEntry(ctx, ownEntry(ctx, id))
  await inMailTransaction(ctx, async (ctx) => {
    const removed = await endWaiting(ctx, entry, { state: 'withdrawn', status: 'removed' })
    if (!removed) throw new AppError('conflict', waitlistMessages.notWaiting)
    await record(ctx, 'waitlist.removed', logged(entry))
  })
  return listWaitlist(ctx, entry.eventId)
}

/**
 * Offers open spots of a slot to a guest out of turn.
 *
 * @throws AppError not_found for a slot of another event; conflict if the guest doesn't wait, has an offer, or guests
 *   can't book the slot; full
 */
export async function offerSlot(ctx: StaffContext, id: number, slotId: number): Promise<Waitlist> {
  const { entry, event } = await getEntry(ctx, ownEntry(ctx, id))
  await inMailTransaction(ctx, async (ctx) => {
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
      await record(ctx, 'waitlist.offered', logged(entry), [{ field: 'time', from: null, to: slot.time }])
      return
    }
    const { status } = (await getEntry(ctx, ownEntry(ctx, id))).entry
    if (status === 'offered') throw new AppError('conflict', waitlistMessages.alreadyOffered)
    if (status !== 'waiting') throw new AppError('conflict', waitlistMessages.notWaiting)
    const spots = spotsOf(event, entry.partySize)
    if (slot.left < spots) throw new AppError('full', waitlistMessages.tooFewSpots(slot.left, spots))
    throw new AppError('conflict', waitlistMessages.slotClosed)
  })
  return listWaitlist(ctx, entry.eventId)
}
