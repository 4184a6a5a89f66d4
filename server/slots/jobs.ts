import { sql } from 'drizzle-orm'
import type { Database } from '../platform/db/transaction.ts'

interface Drift extends Record<string, unknown> {
  id: number
  booked: number
  counted: number
}

/**
 * Recounts the spots of every slot's active bookings and open offers and returns the slots whose counter differs
 * (docs/product.md, How time slots are made).
 */
async function findDrift({ db }: { db: Database }): Promise<Drift[]> {
  const { rows } = await db.execute<Drift>(sql`
    SELECT time_slots.id, time_slots.booked, coalesce(sum(taken.spots), 0)::int AS counted
    FROM time_slots LEFT JOIN (
      SELECT time_slot_id, spots FROM bookings WHERE status = 'active'
      UNION ALL SELECT time_slot_id, spots FROM waitlist_offers WHERE state = 'open'
    ) AS taken ON taken.time_slot_id = time_slots.id
    GROUP BY time_slots.id
    HAVING time_slots.booked <> coalesce(sum(taken.spots), 0)`)
  return rows
}

/** Reports counters that have drifted, every night. It fixes nothing, since a drift is a bug to find. */
export async function reportDrift(ctx: { db: Database }, report: (sentence: string) => void) {
  for (const { id, booked, counted } of await findDrift(ctx)) {
    report(
      `Time slot ${id} counts ${booked} spots as booked, but its active bookings and open offers take ${counted}.`,
    )
  }
}
