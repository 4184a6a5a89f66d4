import { MIN_NOTICE_MINUTES, type OfferState, type WaitStatus } from '@trunkshow/contract/waitlist/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { waitlistEntries, waitlistOffers } from '../platform/db/schema/waitlist.ts'
import { type Database, inTransaction } from '../platform/db/transaction.ts'
import { typeAndAudience } from '../platform/mail/outbox.ts'
import { isForGuests, offered } from './queries.ts'

/** Minutes an offer whose email can't leave keeps its spots, and then its slot is not offered in turn (decision 056). */
const MAIL_GIVE_UP_MINUTES = 60

/**
 * Locks the waitlists of events until the transaction ends. Rows are locked before it, and in this order: event, bookings,
 * slots by id (decision 056).
 *
 * @param eventIds a query of one column
 */
export async function lockWaitlist({ db }: { db: Database }, eventIds: SQL): Promise<void> {
  await db.execute(sql`
    SELECT pg_advisory_xact_lock(hashtext('waitlist'), id)
    FROM (SELECT DISTINCT id FROM (${eventIds}) AS listed (id) ORDER BY id OFFSET 0) AS affected`)
}

/** How many spots the party of an entry takes. */
const spotsOfEntry = sql`CASE WHEN ${events.spotPerGuest} THEN ${waitlistEntries.partySize} ELSE 1 END`

/** Whether guests can book the slot, and the party of an entry fits the spots left. */
const fits = sql`(
  ${events.isActive} AND ${offered} AND ${waitlistEntries.partySize} <= ${events.maxPartySize}
  AND ${timeSlots.booked} + ${spotsOfEntry} <= ${timeSlots.totalSlots})`

/**
 * Offers spots of a locked slot to the first who waits, is meant by `to` and fits: the spots stay booked, and the email is
 * queued, which starts the guest's time once it is sent.
 *
 * @param to a condition of `waitlist_entries`, `time_slots` and `events`
 * @param options.by the user who offers them, if not in turn
 * @param options.canceled the bookings whose cancellation freed them, and perhaps spots of other slots
 * @returns whether anyone got an offer
 */
export async function makeOffer(
  { db }: { db: Database },
  slotId: number,
  to: SQL,
  { by = null, canceled = [] }: { by?: string | null; canceled?: readonly number[] } = {},
): Promise<boolean> {
  const { rows } = await db.execute(sql`
    WITH next AS (
      SELECT ${waitlistEntries.id} AS entry_id, ${timeSlots.id} AS slot_id, ${timeSlots.companyId} AS company_id,
        ${spotsOfEntry} AS spots,
        least(now() + least(${events.offerMinutes}, ${MAIL_GIVE_UP_MINUTES}) * interval '1 minute', ${timeSlots.startsAt})
          AS expires_at
      FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
        JOIN ${waitlistEntries} ON ${waitlistEntries.eventId} = ${events.id}
      WHERE ${timeSlots.id} = ${slotId} AND ${waitlistEntries.status} = 'waiting' AND ${fits} AND ${to}
      ORDER BY ${waitlistEntries.rank}, ${waitlistEntries.id} LIMIT 1
    ), taken AS (
      UPDATE time_slots SET booked = booked + next.spots FROM next
      WHERE time_slots.id = next.slot_id AND time_slots.company_id = next.company_id
    ), marked AS (
      UPDATE waitlist_entries SET status = 'offered', updated_at = now() FROM next
      WHERE waitlist_entries.id = next.entry_id AND waitlist_entries.company_id = next.company_id
    ), made AS (
      INSERT INTO waitlist_offers (company_id, entry_id, time_slot_id, spots, expires_at, offered_by)
      SELECT company_id, entry_id, slot_id, spots, expires_at, ${by}::text FROM next
      RETURNING id, company_id, entry_id, time_slot_id
    ), caused AS (
      INSERT INTO waitlist_offer_causes (company_id, booking_id, offer_id)
      SELECT made.company_id, b.id, made.id
      FROM made JOIN bookings AS b ON b.company_id = made.company_id AND b.time_slot_id = made.time_slot_id
      WHERE b.id = ANY (${sql.param(canceled)}::int[])
    )
    INSERT INTO email_notifications (company_id, waitlist_entry_id, email_type, audience, sequence)
    SELECT company_id, entry_id, ${typeAndAudience('waitlist_offer')}, id FROM made
    RETURNING id`)
  return rows.length > 0
}

/** Whom a slot is offered to in turn, unless `isHeld` (docs/product.md, The waitlist). */
const inTurn = sql`(
  ${events.hasWaitlist} AND ${timeSlots.startsAt} > now() + ${sql.raw(`interval '${MIN_NOTICE_MINUTES} minutes'`)}
  AND (${waitlistEntries.timeSlotId} = ${timeSlots.id}
    OR ${waitlistEntries.timeSlotId} IS NULL AND coalesce(${waitlistEntries.slotDate}, ${timeSlots.slotDate}) = ${timeSlots.slotDate})
  AND NOT EXISTS (
    SELECT FROM waitlist_offers AS unsent
    WHERE unsent.time_slot_id = ${timeSlots.id} AND unsent.state = 'unsent'
      AND unsent.ended_at > now() - ${sql.raw(`interval '${MAIL_GIVE_UP_MINUTES} minutes'`)}))`

/** Whether an email to the guest waits because their mailbox got too many today. */
const isHeld = sql`EXISTS (
  SELECT FROM email_notifications AS held
  WHERE held.waitlist_entry_id = waitlist_entries.id AND held.status = 'waiting' AND held.waits_for = 'recipient')`

/** Selects the slots with spots for someone who waits: `id`, `"companyId"`, and the start as `due`. */
export const offerableSlots = sql`
  SELECT ${timeSlots.id}, ${timeSlots.companyId} AS "companyId", ${timeSlots.startsAt} AS due
  FROM (
    SELECT event_id, time_slot_id, slot_date, min(party_size) AS party_size FROM waitlist_entries
    WHERE status = 'waiting' AND NOT ${isHeld} GROUP BY event_id, time_slot_id, slot_date
  ) AS waitlist_entries
    JOIN ${events} ON ${events.id} = ${waitlistEntries.eventId}
    JOIN ${timeSlots} ON ${timeSlots.eventId} = ${events.id}
  WHERE ${fits} AND ${inTurn}
  GROUP BY ${timeSlots.id}`

/**
 * Offers the open spots of these slots to those who wait, one after another. Whatever frees or adds spots calls it in its
 * own transaction, which has locked the slots: so no one books them first (decision 056). Wake the email worker after the
 * commit.
 *
 * @param canceled the bookings whose cancellation freed them, if one did
 */
export async function offerSpots(
  ctx: { db: Database },
  slotIds: readonly number[],
  canceled: readonly number[] = [],
): Promise<void> {
  if (slotIds.length === 0) return
  await lockWaitlist(ctx, sql`SELECT event_id FROM time_slots WHERE id = ANY (${sql.param(slotIds)}::int[])`)
  for (const slotId of slotIds)
    while (await makeOffer(ctx, slotId, sql`${inTurn} AND NOT ${isHeld}`, { canceled }));
}

export type OpenOffer = Pick<typeof waitlistOffers.$inferSelect, 'id' | 'companyId' | 'timeSlotId'>

/** What an offer becomes, and its guest. */
export interface Ending {
  state: Exclude<OfferState, 'open' | 'accepted'>
  status: WaitStatus
}

/**
 * What an open offer of `waitlist_offers`, `time_slots` and `events` becomes by itself now; null while it stays open
 * (docs/product.md, The waitlist). Of its emails the latest counts: one to a wrong address may come back after the
 * corrected one was sent.
 */
export const endsAs = sql<'undelivered' | 'unsent' | 'expired' | 'withdrawn' | null>`CASE
  WHEN (
    SELECT mail.status FROM email_notifications AS mail
    WHERE mail.waitlist_entry_id = ${waitlistOffers.entryId} AND mail.email_type = 'waitlist_offer'
      AND mail.sequence = ${waitlistOffers.id}
    ORDER BY mail.id DESC LIMIT 1) = 'failed' THEN 'undelivered'
  WHEN least(${waitlistOffers.expiresAt}, ${timeSlots.startsAt}) <= now()
    THEN CASE WHEN ${waitlistOffers.emailedAt} IS NULL THEN 'unsent' ELSE 'expired' END
  WHEN NOT (${events.isActive} AND ${isForGuests}) THEN 'withdrawn' END`

/**
 * Ends an open offer, unless someone else did, and offers its spots to the next in the same transaction: the slot stays
 * locked, so no one books them between (decision 056).
 *
 * @param ifStill a condition of `waitlist_offers`, `time_slots` and `events`
 * @returns whether this call ended it
 */
export async function endOffer(
  ctx: { db: Database },
  { id, companyId, timeSlotId }: OpenOffer,
  { state, status }: Ending,
  ifStill: SQL = sql`true`,
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    const slot = sql`time_slots.id = ${timeSlotId} AND time_slots.company_id = ${companyId}`
    await ctx.db.execute(sql`SELECT FROM time_slots WHERE ${slot} FOR UPDATE`)
    const ended = await ctx.db.execute(sql`
      WITH ended AS (
        UPDATE waitlist_offers SET state = ${state}, ended_at = now()
        FROM time_slots JOIN events ON events.id = time_slots.event_id
        WHERE waitlist_offers.id = ${id} AND waitlist_offers.company_id = ${companyId}
          AND time_slots.id = waitlist_offers.time_slot_id AND ${slot} AND waitlist_offers.state = 'open' AND ${ifStill}
        RETURNING entry_id, spots
      ), marked AS (
        UPDATE waitlist_entries SET status = ${status}, updated_at = now() FROM ended
        WHERE waitlist_entries.id = ended.entry_id AND waitlist_entries.company_id = ${companyId}
      )
      UPDATE time_slots SET booked = booked - ended.spots FROM ended WHERE ${slot}`)
    if (!ended.rowCount) return false
    await offerSpots(ctx, [timeSlotId])
    return true
  })
}

/**
 * Keeps the open offers of a locked slot in line with its new times and visibility: those that guests can no longer book
 * are withdrawn, and the guests wait again, at their place; if its times changed, the others are emailed again.
 */
export async function updateOffers(
  ctx: { db: Database },
  { id, companyId }: { id: number; companyId: number },
  isMoved: boolean,
): Promise<void> {
  const open = sql`waitlist_offers.time_slot_id = ${id} AND waitlist_offers.company_id = ${companyId} AND state = 'open'`
  const { rows } = await ctx.db.execute<{ id: number }>(
    sql`SELECT id FROM waitlist_offers WHERE ${open} ORDER BY id`,
  )
  const withdrawn = { state: 'withdrawn', status: 'waiting' } as const
  for (const offer of rows)
    await endOffer(ctx, { id: offer.id, companyId, timeSlotId: id }, withdrawn, sql`${endsAs} = 'withdrawn'`)
  if (isMoved)
    await ctx.db.execute(sql`
      WITH moved AS (
        UPDATE waitlist_offers SET expires_at = least(expires_at, starts_at) FROM time_slots
        WHERE ${open} AND time_slots.id = time_slot_id AND time_slots.company_id = ${companyId}
        RETURNING waitlist_offers.id, waitlist_offers.company_id, entry_id, emailed_at
      )
      INSERT INTO email_notifications (company_id, waitlist_entry_id, email_type, audience, sequence)
      SELECT company_id, entry_id, ${typeAndAudience('waitlist_offer')}, id FROM moved WHERE emailed_at IS NOT NULL`)
}

/**
 * Recounts the spots of every slot's active bookings and open offers, every night, and reports the slots whose counter
 * differs (docs/product.md, How time slots are made). It fixes nothing, since a drift is a bug to find.
 */
export async function reportDrift({ db }: { db: Database }, report: (sentence: string) => void) {
  const { rows } = await db.execute<{ id: number; booked: number; counted: number }>(sql`
    SELECT time_slots.id, time_slots.booked, coalesce(sum(taken.spots), 0)::int AS counted
    FROM time_slots LEFT JOIN (
      SELECT time_slot_id, spots FROM bookings WHERE status = 'active'
      UNION ALL SELECT time_slot_id, spots FROM waitlist_offers WHERE state = 'open'
    ) AS taken ON taken.time_slot_id = time_slots.id
    GROUP BY time_slots.id
    HAVING time_slots.booked <> coalesce(sum(taken.spots), 0)`)
  for (const { id, booked, counted } of rows)
    report(
      `Time slot ${id} counts ${booked} spots as booked, but its active bookings and open offers take ${counted}.`,
    )
}
