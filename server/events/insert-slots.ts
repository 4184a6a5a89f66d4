import type { SlotTime } from '@trunkshow/contract/zones.ts'
import { sql } from 'drizzle-orm'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import type { Database } from '../platform/db/transaction.ts'

/** Adds any number of slots to an event in one statement; existing ones stay as they are. @returns the added ones' ids */
export async function insertSlots(
  { db }: { db: Database },
  event: { id: number; companyId: number; maxBookingsPerSlot: number; timeZone: string },
  slots: readonly SlotTime[],
): Promise<number[]> {
  if (slots.length === 0) return []
  const column = (name: keyof SlotTime, type: string) =>
    sql`${sql.param(slots.map((slot) => slot[name]))}::${sql.raw(type)}[]`
  const { rows } = await db.execute<{ id: number }>(sql`
    INSERT INTO ${timeSlots} (company_id, event_id, slot_date, start_time, end_time, total_slots, time_zone)
    SELECT ${event.companyId}, ${event.id}, slot_date, start_time, end_time, ${event.maxBookingsPerSlot},
      ${event.timeZone}
    FROM unnest(${column('slotDate', 'date')}, ${column('startTime', 'time')}, ${column('endTime', 'time')})
      AS plan (slot_date, start_time, end_time)
    ON CONFLICT (event_id, slot_date, start_time, end_time) DO NOTHING
    RETURNING id`)
  return rows.map(({ id }) => id)
}
