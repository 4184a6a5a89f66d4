import { createHash } from 'node:crypto'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { RESERVED_KEYS } from '../platform/http/idempotency-key.ts'
import type { EventSlots, LeftOut, PlacedBooking } from './event-slots.ts'
import { makeCount } from './known-rows.ts'

type Guest = Pick<PlacedBooking, 'email' | 'name' | 'slotId'>
const hashed = (guest: unknown[]) =>
  RESERVED_KEYS + createHash('sha256').update(JSON.stringify(guest)).digest('hex')

/** A row's Idempotency-Key: the same for every import of this guest at this time. Hashed, as it outlives the row. */
export const keyOf = ({ email, name, slotId }: Guest): string =>
  hashed([email?.toLowerCase() ?? null, name.toLowerCase(), slotId])

/** The key that versions gave which took all guests with one email for one. */
export const olderKeyOf = ({ email, slotId }: Guest): string | null =>
  email ? hashed([email.toLowerCase(), null, slotId]) : null

/**
 * Whether the event has the booking of a row: one that an import made, wherever it is now, or an active one of the same
 * guest in the same time slot. Within one file another name is another guest with that email, so in bookings newer than
 * `newestId` the name counts too. The query must call the row `row` and give it `key`, `older_key`, `slot_id`, `email`
 * and `name`.
 */
export function isKnownBooking(eventId: number, newestId: number | null): SQL {
  return sql`(
    EXISTS (SELECT FROM bookings AS b WHERE b.event_id = ${eventId}::int AND b.idempotency_key IN (row.key, row.older_key))
    OR EXISTS (
      SELECT FROM bookings AS b
      WHERE b.time_slot_id = row.slot_id AND b.status = 'active'
        AND CASE WHEN row.email IS NULL THEN b.attendee_email IS NULL AND lower(b.attendee_name) = lower(row.name)
          ELSE lower(b.attendee_email) = lower(row.email)
            AND (b.id <= coalesce(${newestId}::int, b.id) OR lower(b.attendee_name) = lower(row.name)) END))`
}

/** Counts the valid rows of a file that its import would skip: left out, known, or without a spot. */
export function countKnownBookings({ db }: Pick<Context, 'db'>, { eventId, freeSpots }: EventSlots) {
  const [keys, left] = [new Set<string>(), new Map(freeSpots)]
  return makeCount(async (batch, skipped) => {
    const kept = batch.flatMap(({ leftOut, ...row }, at) => {
      if (!leftOut) return [{ ...(row as unknown as PlacedBooking), at }]
      skipped[leftOut as LeftOut]++
      return []
    })
    const rows = kept.map((row) => {
      const { name, email, slotId, spots } = row
      return { name, email, slot_id: slotId, spots, key: keyOf(row), older_key: olderKeyOf(row) }
    })
    const { rows: compared } = await db.execute<{
      key: string
      slotId: number
      spots: number
      known: boolean
    }>(sql`
      SELECT row.key, row.slot_id AS "slotId", row.spots, ${isKnownBooking(eventId, null)} AS known
      FROM ROWS FROM (
        jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) AS (name text, email text, slot_id int, spots int, key text, older_key text)
      ) WITH ORDINALITY AS row (name, email, slot_id, spots, key, older_key, place) ORDER BY place`)
    const isKnown = batch.map(() => false)
    for (const [n, { key, slotId, spots, known }] of compared.entries()) {
      const free = left.get(slotId) ?? 0
      if (known || keys.has(key)) isKnown[kept[n]!.at] = true
      else if (free < spots) skipped.noSpot++
      else {
        keys.add(key)
        left.set(slotId, free - spots)
      }
    }
    return isKnown
  })
}
