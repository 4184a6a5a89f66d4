import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { RESERVED_KEYS } from '../http/idempotency-key.ts'
import type { EventSlots, PlacedBooking } from './event-slots.ts'

/** A row's Idempotency-Key: the same for every import of this guest at this time. Hashed, as it outlives the row. */
export function keyOf({ email, name, slotId }: Pick<PlacedBooking, 'email' | 'name' | 'slotId'>): string {
  const guest = [email?.toLowerCase() ?? null, email ? null : name.toLowerCase(), slotId]
  return RESERVED_KEYS + createHash('sha256').update(JSON.stringify(guest)).digest('hex')
}

/**
 * Whether the event has the booking of a row: one that an import made, wherever it is now, or an active one of the same
 * guest in the same time slot. The query must call the row `row` and give it `key`, `slot_id`, `email` and `name`.
 */
export function isKnownBooking(eventId: number): SQL {
  return sql`(
    EXISTS (SELECT FROM bookings AS b WHERE b.event_id = ${eventId}::int AND b.idempotency_key = row.key)
    OR EXISTS (
      SELECT FROM bookings AS b
      WHERE b.time_slot_id = row.slot_id AND b.status = 'active'
        AND CASE WHEN row.email IS NULL THEN b.attendee_email IS NULL AND lower(b.attendee_name) = lower(row.name)
          ELSE lower(b.attendee_email) = lower(row.email) END))`
}

/** Rows compared with the event's bookings per statement. */
const ROWS_PER_BATCH = 1000

/** Counts the valid rows of a file that its import would skip: canceled, known, or without a spot. */
export function countKnownBookings({ db }: Pick<Context, 'db'>, { eventId, freeSpots }: EventSlots) {
  const [keys, left] = [new Set<string>(), new Map(freeSpots)]
  const skipped = { sameName: 0, known: 0, canceled: 0, noSpot: 0 }
  let batch: PlacedBooking[] = []
  async function compareBatch() {
    const rows = batch.map((row) => {
      const { name, email, slotId, spots } = row
      return { name, email, slot_id: slotId, spots, key: keyOf(row) }
    })
    batch = []
    const { rows: compared } = await db.execute<{
      key: string
      slotId: number
      spots: number
      known: boolean
    }>(sql`
      SELECT row.key, row.slot_id AS "slotId", row.spots, ${isKnownBooking(eventId)} AS known
      FROM ROWS FROM (
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (name text, email text, slot_id int, spots int, key text)
      ) WITH ORDINALITY AS row (name, email, slot_id, spots, key, place) ORDER BY place`)
    for (const { key, slotId, spots, known } of compared) {
      const free = left.get(slotId) ?? 0
      if (known || keys.has(key)) skipped.known++
      else if (free < spots) skipped.noSpot++
      else {
        keys.add(key)
        left.set(slotId, free - spots)
      }
    }
  }
  return {
    async add(row: Record<string, unknown>) {
      if (row.isCanceled) skipped.canceled++
      else if (batch.push(row as unknown as PlacedBooking) === ROWS_PER_BATCH) await compareBatch()
    },
    async total() {
      if (batch.length > 0) await compareBatch()
      return skipped
    },
  }
}
