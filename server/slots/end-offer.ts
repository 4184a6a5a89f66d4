import type { OfferState, WaitStatus } from '@trunkshow/contract/waitlist/rules.ts'
import { type SQL, sql } from 'drizzle-orm'
import { events } from '../db/schema/events.ts'
import { timeSlots } from '../db/schema/slots.ts'
import { waitlistOffers } from '../db/schema/waitlist.ts'
import { type Database, inTransaction } from '../db/transaction.ts'
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
 * (docs/product.md, The waitlist).
 */
export const endsAs = sql<'undelivered' | 'unsent' | 'expired' | 'withdrawn' | null>`CASE
  WHEN EXISTS (
    SELECT FROM email_notifications AS mail
    WHERE mail.waitlist_entry_id = ${waitlistOffers.entryId} AND mail.email_type = 'waitlist_offer'
      AND mail.sequence = ${waitlistOffers.id} AND mail.status = 'failed') THEN 'undelivered'
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
