import { sql } from 'drizzle-orm'
import type { Database } from '../platform/db/transaction.ts'
import type { PlacedBooking } from './event-slots.ts'
import { isKnownBooking, keyOf, olderKeyOf } from './known-bookings.ts'
import { userName } from './queries.ts'

/** Whose bookings they are, and who imports them. */
interface Import {
  companyId: number
  userId: number
  eventId: number | null
  /** The newest booking before it was started. */
  newestId: number
}

/** Time slots that a batch keeps locked while it is stored are few, so that guests hardly wait for them. */
export const BOOKINGS_PER_BATCH = 25

/**
 * Books a row in one statement, as guests do (decision 001): it takes the spots only if they are left, then inserts the
 * booking and its entry in the activity log, and no email. Spots on offer to the waitlist count as taken, and a time slot
 * that was moved since the file was read has none.
 */
async function storeBooking(db: Database, of: Import, booking: PlacedBooking) {
  const { companyId, userId } = of
  const { name, email, phone, partySize, notes, slotId, start } = booking
  const { rows } = await db.execute<{ known: boolean; made: boolean }>(sql`
    WITH row AS (
      SELECT ${keyOf(booking)}::text AS key, ${olderKeyOf(booking)}::text AS older_key, ${slotId}::int AS slot_id, ${email}::text AS email, ${name}::text AS name,
        ${partySize}::int AS party_size
    ), known AS MATERIALIZED (
      SELECT ${isKnownBooking(of.eventId!, of.newestId)} AS is_known FROM row
    ), taken AS (
      UPDATE time_slots AS s SET booked = s.booked + needed.spots
      FROM (
        SELECT e.id, e.max_party_size, CASE WHEN e.spot_per_guest THEN row.party_size ELSE 1 END AS spots
        FROM events AS e, row WHERE e.id = ${of.eventId} AND e.company_id = ${companyId}
      ) AS needed
      WHERE s.id = ${slotId} AND s.event_id = needed.id AND s.booked + needed.spots <= s.total_slots
        AND s.slot_date || ' ' || to_char(s.start_time, 'HH24:MI') = ${start} AND s.is_available AND s.starts_at + (s.end_time - s.start_time) > now()
        AND ${partySize}::int <= needed.max_party_size AND NOT (SELECT is_known FROM known)
      RETURNING s.id, s.event_id, needed.spots
    ), booked AS (
      INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email, party_size, spots, phone,
        notes, idempotency_key)
      SELECT ${companyId}, event_id, id, ${name}, ${email}, ${partySize}, spots, nullif(${phone}, ''), ${notes},
        (SELECT key FROM row)
      FROM taken RETURNING id
    ), logged AS (
      INSERT INTO activity_log (company_id, user_id, actor_name, activity, subject, subject_id, subject_name)
      SELECT ${companyId}, ${userId}, ${userName(companyId, userId)},
        'booking.created', 'booking', id, ${name}
      FROM booked
    )
    SELECT is_known AS known, EXISTS (SELECT FROM booked) AS made FROM known`)
  return rows[0]!
}

/**
 * Stores the bookings of an event that it doesn't have yet. Several for one time slot keep the order of the file; slots are
 * locked in the order of their ids, as everywhere, so that no two transactions wait for each other.
 *
 * @returns how many were stored, known, and found no spot
 */
export async function storeBookings(db: Database, of: Import, rows: Record<string, unknown>[]) {
  const kept = rows.filter(({ leftOut }) => !leftOut) as unknown as PlacedBooking[]
  const stored = { made: 0, known: 0, noSpot: 0 }
  for (const booking of kept.toSorted((one, other) => one.slotId - other.slotId)) {
    const { known, made } = await storeBooking(db, of, booking)
    stored[known ? 'known' : made ? 'made' : 'noSpot']++
  }
  return stored
}
