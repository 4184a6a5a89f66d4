import { DEFAULT_TIME_ZONE } from '@trunkshow/contract/dates.ts'
import { isTimeZone } from '@trunkshow/contract/zones.ts'
import { type SQL, sql } from 'drizzle-orm'
import { drizzle } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { zoneOf } from '../../zones.ts'
import { timeZones } from './schema/columns.ts'
import type { Database } from './transaction.ts'

/** The rules of time zones that pages show times by, and the IANA's release, such as `2026c`; later ones sort after. */
export const nodeZones = { release: process.versions.tz ?? '', zoneOf }

/** How many IDs of time slots are looked at in one transaction, which locks those that change. */
const SLOTS_PER_BATCH = 5000

/** Returns a zone's row of `time_zones`. */
export function zoneRow({ release, zoneOf }: typeof nodeZones, name: string) {
  const periods = zoneOf(name)
  const later = periods.slice(1)
  return {
    name,
    release,
    changes: later.map(({ from }) => new Date(from)),
    walls: later.map(({ from, offset }) => new Date(from + offset * 60_000)),
    offsets: periods.map(({ offset }) => offset),
  }
}

/** Stores the rules of a time zone, before a row first names it. Those of a stored one stay as they are. */
export async function storeZone({ db }: { db: Database }, timeZone: string): Promise<void> {
  await db.insert(timeZones).values(zoneRow(nodeZones, timeZone)).onConflictDoNothing()
}

/**
 * Brings the rules of stored zones up to date with a source of a later release, and the instants of time slots to come
 * (decision 049). Any number of processes may do so at once, and the next continues what one that was killed began.
 *
 * @returns how many time slots now start at another instant
 */
export async function updateZones(client: pg.Client, source = nodeZones): Promise<number> {
  const db = drizzle(client)
  /** Runs a statement in a transaction of its own, after those of other processes. @returns how many rows it has */
  async function alone(statement: SQL): Promise<number> {
    await client.query(`BEGIN; SET LOCAL statement_timeout = 0;
      SELECT pg_advisory_xact_lock(hashtextextended('trunkshow zones', 0))`)
    try {
      const { rowCount } = await db.execute(statement)
      await client.query('COMMIT')
      return rowCount ?? 0
    } catch (error) {
      await client.query('ROLLBACK')
      throw error
    }
  }

  await db.insert(timeZones).values(zoneRow(source, DEFAULT_TIME_ZONE)).onConflictDoNothing()
  const { rows: older } = await db.execute<{ name: string }>(
    sql`SELECT name FROM time_zones WHERE release < ${source.release} COLLATE "C" ORDER BY name`,
  )
  for (const { name } of older.filter(({ name }) => isTimeZone(name))) {
    const { release, changes, walls, offsets } = zoneRow(source, name)
    const array = (values: readonly (Date | number)[], type: string) =>
      sql`${sql.param(values.map((value) => (value instanceof Date ? value.toISOString() : value)))}::${sql.raw(type)}[]`
    const rules = sql`(${array(changes, 'timestamptz')}, ${array(walls, 'timestamp')}, ${array(offsets, 'int')})`
    await alone(sql`
      UPDATE time_zones SET release = ${release}, (changes, walls, offsets) = ${rules},
        is_applied = is_applied AND (changes, walls, offsets) = ${rules}
      WHERE name = ${name} AND release < ${release} COLLATE "C"`)
  }

  const { rows: unapplied } = await db.execute<{ name: string; release: string; last: number }>(sql`
    SELECT name, release, (SELECT coalesce(max(id), 0) FROM time_slots) AS last FROM time_zones WHERE NOT is_applied`)
  const names = sql`${sql.param(unapplied.map(({ name }) => name))}::text[]`
  let moved = 0
  for (let from = 0; from < (unapplied[0]?.last ?? 0); from += SLOTS_PER_BATCH)
    moved += await alone(moveSlots(names, from))
  for (const { name, release } of unapplied)
    await alone(sql`UPDATE time_zones SET is_applied = true WHERE name = ${name} AND release = ${release}`)
  return moved
}

/** Gives a batch of time slots, to come or begun lately, their instants. Emails and offers bound to a start follow. */
const moveSlots = (names: SQL, from: number) => sql`
  WITH other AS (
    SELECT s.id, s.starts_at AS before FROM time_slots AS s
    WHERE s.id > ${from} AND s.id <= ${from + SLOTS_PER_BATCH} AND s.time_zone = ANY (${names})
      AND s.starts_at > now() - interval '3 days'
      AND (s.starts_at, s.on_clock) IS DISTINCT FROM (
        instant_of(s.slot_date + s.start_time, s.time_zone),
        wall_clock(instant_of(s.slot_date + s.start_time, s.time_zone), s.time_zone) = s.slot_date + s.start_time)
    ORDER BY s.id FOR UPDATE
  ), moved AS (
    UPDATE time_slots AS s SET time_zone = s.time_zone, updated_at = now() FROM other WHERE s.id = other.id
    RETURNING s.id, s.starts_at, other.before
  ), sent AS (
    UPDATE scheduled_emails AS sent SET starts_at = moved.starts_at
    FROM moved JOIN bookings AS b ON b.time_slot_id = moved.id
    WHERE sent.booking_id = b.id AND sent.starts_at = moved.before AND NOT EXISTS (
      SELECT FROM scheduled_emails AS known
      WHERE (known.booking_id, known.email_type, known.starts_at) = (sent.booking_id, sent.email_type, moved.starts_at))
  ), offers AS (
    UPDATE waitlist_offers AS offer
    SET expires_at = CASE WHEN offer.expires_at = moved.before THEN moved.starts_at
      ELSE least(offer.expires_at, moved.starts_at) END
    FROM moved WHERE offer.time_slot_id = moved.id AND offer.state = 'open'
  )
  SELECT id FROM moved`
