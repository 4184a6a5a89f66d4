import type { OfferState, WaitStatus } from '@trunkshow/contract/waitlist/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { waitlistOffers } from '../platform/db/schema/waitlist.ts'
import { type Database, inTransaction } from '../platform/db/transaction.ts'
import { typeAndAudience } from '../platform/mail/outbox.ts'
import { offerSpots } from './offer-spots.ts'
import { offered } from './queries.ts'

export interface OpenOffer {
  id: number
  companyId: number
  timeSlotId: number
}

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
  WHEN NOT (${events.isActive} AND ${offered}) THEN 'withdrawn' END`

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
