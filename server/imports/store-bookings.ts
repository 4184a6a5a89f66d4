import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatShortDate, formatTime, isDate } from '@trunkshow/contract/dates.ts'
import { type KeptBooking, fileMessages as text } from '@trunkshow/contract/imports/fields.ts'
import { asc, eq, type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import type { Database } from '../platform/db/transaction.ts'
import { hashRequest, RESERVED_KEYS } from '../platform/http/idempotency-key.ts'
import { makeCount } from './known-rows.ts'
import { userName } from './queries.ts'

/** A row's booking and the time slot it is for. */
interface PlacedBooking extends KeptBooking {
  slotId: number
  /** How many spots it takes. */
  spots: number
}

/** Why an appointment is left out: it was canceled, is over, or is on a day without time slots. */
export type LeftOut = 'canceled' | 'past' | 'otherDay'

/**
 * Reads an event's time slots, to find those of a file's bookings by the venue's date and start time. The rules are
 * those of a booking by staff, except that a party is no larger than guests may bring and no slot gets more spots.
 *
 * @param eventId an event that the import's company owns
 */
export async function readEventSlots({ db }: Pick<Context, 'db'>, eventId: number) {
  const rows = await db
    .select({
      id: timeSlots.id,
      start: sql<string>`${timeSlots.slotDate} || ' ' || to_char(${timeSlots.startTime}, 'HH24:MI')`,
      isAvailable: timeSlots.isAvailable,
      ended: sql<boolean>`${timeSlots.startsAt} + (${timeSlots.endTime} - ${timeSlots.startTime}) <= now()`,
      free: sql<number>`${timeSlots.totalSlots} - ${timeSlots.booked}`,
      now: sql<string>`to_char(wall_clock(now(), ${events.timeZone}), 'YYYY-MM-DD HH24:MI')`,
      maxPartySize: events.maxPartySize,
      spotPerGuest: events.spotPerGuest,
    })
    .from(timeSlots)
    .innerJoin(events, eq(events.id, timeSlots.eventId))
    .where(eq(timeSlots.eventId, eventId))
    .orderBy(asc(timeSlots.endTime), asc(timeSlots.id))
  const byStart = new Map<string, (typeof rows)[number]>()
  for (const slot of rows) {
    // Of several slots with one start, the shortest that guests can book.
    if (!byStart.get(slot.start)?.isAvailable) byStart.set(slot.start, slot)
  }

  const days = new Set(rows.map(({ start }) => dayOf(start)))
  const now = rows[0]?.now ?? ''

  /** Why a row is no error but left out: an export of another system has all its appointments. */
  function leaveOut({ isCanceled, start }: Record<string, unknown>): LeftOut | null {
    if (isCanceled) return 'canceled'
    if (typeof start !== 'string' || !isDate(dayOf(start))) return null
    const slot = byStart.get(start)
    if (slot ? slot.ended : start < now) return 'past'
    return days.has(dayOf(start)) ? null : 'otherDay'
  }

  /** Finds the time slot of a row, or what is wrong with it. */
  function findSlot(row: Record<string, unknown>) {
    const booking = row as KeptBooking
    const slot = byStart.get(booking.start)
    const [date = '', time = ''] = booking.start.split(' ')
    const at = `${formatTime(time)} on ${formatShortDate(date)}`
    const wrongStart = (message: string) => ({ path: ['start'], message })
    if (!slot) return wrongStart(text.noTimeSlot(at))
    if (!slot.isAvailable) return wrongStart(text.timeSlotHidden(at))
    if (booking.partySize > slot.maxPartySize)
      return { path: ['partySize'], message: text.partyTooLarge(slot.maxPartySize) }
    return { ...booking, slotId: slot.id, spots: spotsOf(slot, booking.partySize) }
  }

  return { eventId, leaveOut, findSlot, freeSpots: new Map(rows.map(({ id, free }) => [id, free])) }
}

const dayOf = (start: string) => start.slice(0, 10)

export type EventSlots = Awaited<ReturnType<typeof readEventSlots>>

type Guest = Pick<PlacedBooking, 'email' | 'name' | 'slotId'>
const hashed = (guest: unknown[]) => RESERVED_KEYS + hashRequest(guest)

/** A row's Idempotency-Key: the same for every import of this guest at this time. Hashed, as it outlives the row. */
const keyOf = ({ email, name, slotId }: Guest): string =>
  hashed([email?.toLowerCase() ?? null, name.toLowerCase(), slotId])

/** The key that versions gave which took all guests with one email for one. */
const olderKeyOf = ({ email, slotId }: Guest): string | null =>
  email ? hashed([email.toLowerCase(), null, slotId]) : null

/**
 * Whether the event has the booking of a row: one that an import made, wherever it is now, or an active one of the same
 * guest in the same time slot. Within one file another name is another guest with that email, so in bookings newer than
 * `newestId` the name counts too. The query must call the row `row` and give it `key`, `older_key`, `slot_id`, `email`
 * and `name`.
 */
function isKnownBooking(eventId: number, newestId: number | null): SQL {
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
