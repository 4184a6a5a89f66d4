import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { RESERVED_KEYS } from '../http/idempotency-key.ts'
import type { EventSlots, LeftOut, PlacedBooking } from './event-slots.ts'
import { makeCount } from './known-rows.ts'

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

/** Counts the valid rows of a file that its import would skip: left out, known, or without a spot. */
export function countKnownBookings({ db }: Pick<Context, 'db'>, { eventId, freeSpots }: EventSlots) {
  const [keys, left] = [new Set<string>(), new Map(freeSpots)]
  return makeCount(async (batch, skipped) => {
    const kept = batch.flatMap(({ leftOut, ...row }) => {
      if (!leftOut) return [row as unknown as PlacedBooking]
      skipped[leftOut as LeftOut]++
      return []
    })
    const rows = kept.map((row) => {
      const { name, email, slotId, spots } = row
      return { name, email, slot_id: slotId, spots, key: keyOf(row) }
    })
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
  })
}
