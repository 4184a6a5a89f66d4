import { sql } from 'drizzle-orm'
import type { Database } from '../platform/db/transaction.ts'

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
