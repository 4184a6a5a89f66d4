import type { searchBookings } from '@trunkshow/contract/bookings/screens.ts'
import { and, inArray, or, type SQL, sql } from 'drizzle-orm'
import type { z } from 'zod'
import type { StaffContext } from '../../context.ts'
import { eventScope, withinReach } from '../../events/queries.ts'
import { bookings, bookingWords, timeSlots } from '../../platform/db/schema/bookings.ts'
import { events } from '../../platform/db/schema/events.ts'
import { escapeLike, hasWords } from '../../platform/db/statement.ts'
import { listFoundBookings } from '../queries.ts'

/** Matches that are sorted at most: those booked last, since they are more often those to come. */
const MAX_SORTED = 2000

/**
 * Finds appointments of all events the caller may see: by guest, then by guest and event; within each, those to come,
 * soonest first, then past ones, latest first, then canceled ones (decision 080).
 */
export async function findBookings(ctx: StaffContext, { q, date, limit }: z.output<typeof searchBookings>) {
  const words = q.split(/\s+/).filter(Boolean).slice(0, 10)
  if (words.length === 0 && !date) return []
  const companies = await listCompanies(ctx)
  const byGuest = (typed: string) => or(...companies.map((id) => hasWords(bookingWords, id, typed)))!
  const onDay =
    date &&
    sql`${bookings.timeSlotId} IN (
      SELECT ${timeSlots.id} FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
      WHERE ${withinReach(ctx, 'bookings.see', eventScope)} AND ${timeSlots.slotDate} = ${date})`
  const find = (which: SQL | undefined, most: number) => listIds(ctx, and(onDay || undefined, which), most)
  const ids = await find(words.length > 0 ? byGuest(words.join(' ')) : undefined, limit)
  if (ids.length < limit && words.length > 0) {
    const named = await listEventsNamed(ctx, words)
    const each = words.map((word, at) => {
      const eventIds = named.get(at)
      // The cheaper comparison first: a word that every event has would split all bookings into words.
      return eventIds ? or(inArray(bookings.eventId, eventIds), byGuest(word)) : byGuest(word)
    })
    if (named.size > 0)
      ids.push(
        ...(await find(and(...each, sql`${bookings.id} <> ALL (${sql.param(ids)})`), limit - ids.length)),
      )
  }
  return ids.length > 0 ? listFoundBookings(ctx, ids) : []
}

/** The caller's company and those of the events they co-host: words are indexed with their company. */
async function listCompanies({ db, actor }: StaffContext): Promise<number[]> {
  if (actor.coHostOf.length === 0) return [actor.companyId]
  const rows = await db
    .selectDistinct({ id: events.companyId })
    .from(events)
    .where(inArray(events.id, [...actor.coHostOf]))
  return [actor.companyId, ...rows.map(({ id }) => id)]
}

/** The events within reach whose name has a word that starts with each, by the word's place. */
async function listEventsNamed(ctx: StaffContext, words: readonly string[]) {
  const patterns = words.map((word) => sql`'% ' || plain_text(${escapeLike(word)}) || '%'`)
  const { rows } = await ctx.db.execute<{ at: number; ids: number[] }>(sql`
    WITH names AS MATERIALIZED (
      SELECT id, ' ' || plain_text(name) AS name FROM ${events} WHERE ${withinReach(ctx, 'bookings.see', eventScope)})
    SELECT at::int - 1 AS at, array_agg(id) AS ids
    FROM unnest(ARRAY[${sql.join(patterns, sql`, `)}]) WITH ORDINALITY AS asked (pattern, at) JOIN names ON name LIKE pattern
    GROUP BY at`)
  return new Map(rows.map(({ at, ids }) => [at, ids]))
}

async function listIds(ctx: StaffContext, which: SQL | undefined, limit: number): Promise<number[]> {
  // Materialized, or PostgreSQL walks back through all bookings and splits each into words.
  const { rows } = await ctx.db.execute<{ id: number }>(sql`
    WITH found AS MATERIALIZED (
      SELECT id, status, time_slot_id FROM ${bookings}
      WHERE ${and(withinReach(ctx, 'bookings.see', bookings), sql`attendee_email IS DISTINCT FROM ''`, which)}
    ), newest AS (SELECT * FROM found ORDER BY id DESC LIMIT ${sql.raw(String(MAX_SORTED))})
    SELECT newest.id
    FROM newest JOIN ${timeSlots} AS slot ON slot.id = newest.time_slot_id,
      LATERAL (SELECT slot.starts_at + (slot.end_time - slot.start_time) > now() AS ahead) AS day
    ORDER BY newest.status, ahead DESC, CASE WHEN ahead THEN slot.starts_at END, slot.starts_at DESC, newest.id
    LIMIT ${limit}`)
  return rows.map(({ id }) => id)
}
