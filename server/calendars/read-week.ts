import { type CalendarWeek, calendarBooking } from '@trunkshow/contract/calendars/schema.ts'
import { weekWith } from '@trunkshow/contract/calendars/screens.ts'
import { addDays } from '@trunkshow/contract/dates.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { getCompanyZone } from '../company/queries.ts'
import type { StaffContext } from '../context.ts'
import { eventRow, eventScope, eventView, withinReach } from '../events/queries.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { columnsOf, rowsOf } from '../platform/db/statement.ts'
import { databaseNow } from '../platform/db/transaction.ts'
import { slotRow } from '../slots/queries.ts'

/**
 * Returns a week of every event whose bookings the caller can see: time slots, and active bookings by name.
 *
 * @param day a day of the week, `yyyy-MM-dd`; today by the company's clock if omitted
 */
export async function readWeek(ctx: StaffContext, day?: string): Promise<CalendarWeek> {
  const from = await firstDay(ctx, day)
  // First: a change in between is then noticed as one after it.
  const { version } = await readVersion(ctx, from)
  const slots = await ctx.db
    .select(slotRow)
    .from(timeSlots)
    .where(isOfWeek(ctx, timeSlots.id, from))
    .orderBy(asc(timeSlots.slotDate), asc(timeSlots.startTime), asc(timeSlots.endTime), asc(timeSlots.id))
  if (slots.length === 0)
    return {
      from,
      version,
      events: [],
      named: [],
      slots,
      bookings: [],
      nearest: await findNearest(ctx, from),
    }
  const ids = [...new Set(slots.map(({ eventId }) => eventId))]
  const shown = await ctx.db
    .select({ row: eventRow, namesOnSlots: events.namesOnSlots })
    .from(events)
    .where(and(inArray(events.id, ids), withinReach(ctx, 'bookings.see', eventScope)))
    .orderBy(asc(events.eventDate), asc(events.id))
  const booked = await ctx.db
    .select(columnsOf(bookings, calendarBooking))
    .from(bookings)
    .where(and(isOfWeek(ctx, bookings.timeSlotId, from), eq(bookings.status, 'active')))
    .orderBy(asc(bookings.attendeeName), asc(bookings.id))
  return {
    from,
    version,
    events: shown.map(({ row }) => eventView(row, ctx.actor, from)),
    named: shown.flatMap(({ row, namesOnSlots }) => (namesOnSlots ? [row.id] : [])),
    slots,
    bookings: booked,
    nearest: null,
  }
}

/** Returns what changes with the week's events, time slots and bookings; as cheap as an event's summary. */
export async function readVersion(ctx: StaffContext, day?: string): Promise<Pick<CalendarWeek, 'version'>> {
  const from = await firstDay(ctx, day)
  const { rows } = await ctx.db.execute<{ version: string }>(sql`
    SELECT concat_ws('/', count(*), sum(${timeSlots.totalSlots}), sum(${timeSlots.booked}), max(${timeSlots.updatedAt}),
      max(${events.updatedAt}), sum(b.active), sum(b.changes)) AS version
    FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    CROSS JOIN LATERAL (
      SELECT count(*) FILTER (WHERE status = 'active') AS active,
        sum(sequence + version + cardinality(attendance_keys)) AS changes
      FROM ${bookings} WHERE time_slot_id = ${timeSlots.id}
    ) AS b
    WHERE ${isOfWeek(ctx, timeSlots.id, from)}`)
  return rows[0]!
}

async function firstDay(ctx: StaffContext, day?: string): Promise<string> {
  const today = async () => wallClock(await databaseNow(ctx), await getCompanyZone(ctx)).date
  return weekWith(day ?? (await today())).from!
}

/**
 * Limits a query to the time slots of the week: those of each event are looked up by its index. A join would scan all
 * slots of all companies, since PostgreSQL cannot know how few of a week's are the caller's.
 */
const isOfWeek = (ctx: StaffContext, slotId: PgColumn, from: string) => sql`
  ${slotId} = ANY (ARRAY(
    SELECT slot.id FROM ${events} CROSS JOIN LATERAL (
      SELECT id FROM time_slots WHERE event_id = ${events.id} AND slot_date BETWEEN ${from} AND ${addDays(from, 6)} OFFSET 0
    ) AS slot
    WHERE ${withinReach(ctx, 'bookings.see', eventScope)}))`

async function findNearest(ctx: StaffContext, from: string): Promise<string | null> {
  const [found] = await rowsOf(ctx, events, withinReach(ctx, 'bookings.see', eventScope), {
    day: sql<string | null>`coalesce(
        min(${events.eventDate}) FILTER (WHERE ${events.eventDate} > ${from}),
        max(${events.lastDay}) FILTER (WHERE ${events.lastDay} < ${from}))`,
  })
  return found!.day
}
