import { sql } from 'drizzle-orm'
import type { Database } from '../db/transaction.ts'

interface Drift extends Record<string, unknown> {
  id: number
  booked: number
  counted: number
}

/**
 * Counts every slot's active bookings again and answers where its counter says otherwise
 * (docs/product.md, How time slots are made).
 */
async function findDrift({ db }: { db: Database }): Promise<Drift[]> {
  const { rows } = await db.execute<Drift>(sql`
    SELECT time_slots.id, time_slots.booked, count(bookings.id)::int AS counted
    FROM time_slots LEFT JOIN bookings ON bookings.time_slot_id = time_slots.id AND bookings.status = 'active'
    GROUP BY time_slots.id
    HAVING time_slots.booked <> count(bookings.id)`)
  return rows
}

/** The nightly check that no counter has drifted. It reports and changes nothing: a drift is a fault to find. */
export async function reportDrift(ctx: { db: Database }, report: (sentence: string) => void) {
  for (const { id, booked, counted } of await findDrift(ctx)) {
    report(`Time slot ${id} counts ${booked} places as booked, but has ${counted} active bookings.`)
  }
}
