import type { EventFill, ListedSlot, TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { SlotDate } from '@trunkshow/contract/visitor-page.ts'
import { and, asc, eq, inArray, sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../context.ts'
import { type Caller, callerOf, visibleEvents, visibleToCaller, withinReach } from '../events/queries.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { placeholder, selection, statement } from '../platform/db/statement.ts'
import { unreached } from '../platform/mail/attention.ts'

/** The columns of a slot's view. */
export const slotRow = {
  id: timeSlots.id,
  eventId: timeSlots.eventId,
  slotDate: timeSlots.slotDate,
  startTime: timeSlots.startTime,
  endTime: timeSlots.endTime,
  totalSlots: timeSlots.totalSlots,
  availableSpots: sql<number>`${timeSlots.totalSlots} - ${timeSlots.booked}`,
  isAvailable: timeSlots.isAvailable,
}

/**
 * Whether a slot has ever had a booking, including canceled ones, or was on offer to the waitlist. Written by hand, since Drizzle omits the table name
 * from columns when it selects from a single table.
 */
export const everBooked = sql<boolean>`(
  EXISTS (SELECT FROM bookings AS history WHERE history.time_slot_id = time_slots.id)
  OR EXISTS (SELECT FROM waitlist_offers AS history WHERE history.time_slot_id = time_slots.id))`

/** Whether a slot is within its event's days and hours: the opposite of `isOutsideEvent`, in SQL. */
export const insideEvent = sql`(
  ${timeSlots.slotDate} BETWEEN ${events.eventDate} AND ${events.lastDay}
  AND ${timeSlots.endTime} > ${events.startTime} AND ${timeSlots.startTime} < ${events.endTime})`

/**
 * Whether a slot is bookable: not hidden, not started, and at a time that exists. Older versions could create slots in
 * the hour that spring skips.
 */
export const bookable = sql`(${timeSlots.isAvailable} AND ${timeSlots.onClock} AND ${timeSlots.startsAt} > now())`

/** Whether the public page offers a slot: it is bookable and within the event's hours. */
export const offered = sql`(${bookable} AND ${insideEvent})`

const byTime = [asc(timeSlots.slotDate), asc(timeSlots.startTime), asc(timeSlots.id)]

const wantedDays = sql`(
  ${placeholder('from', 'date')} IS NULL OR ${timeSlots.slotDate} BETWEEN ${placeholder('from', 'date')} AND ${placeholder('to', 'date')})`
const inOrder = sql`ORDER BY ${sql.join(byTime, sql`, `)}`

const findOffered = statement<Record<string, unknown>, ListedSlot>(
  'list-offered-slots',
  sql`
    SELECT ${selection(slotRow)}
    FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    WHERE ${timeSlots.eventId} = ${placeholder('eventId', 'int')} AND ${visibleToCaller} AND ${offered} AND ${wantedDays}
    ${inOrder}`,
)

const findOwn = statement<Record<string, unknown>, ListedSlot>(
  'list-own-slots',
  sql`
    SELECT ${selection({ ...slotRow, everBooked })}
    FROM ${timeSlots}
    WHERE ${timeSlots.eventId} = ${placeholder('eventId', 'int')}
      AND (
        ${timeSlots.companyId} = ${placeholder('companyId', 'int')}
        OR ${timeSlots.eventId} = ANY (${placeholder('coHostOf', 'int[]')})
      ) AND ${wantedDays}
    ${inOrder}`,
)

/**
 * Lists the slots of an event the caller may see: all for its own staff, else only those its page offers.
 *
 * @param days the first and last date (`yyyy-MM-dd`); all dates if omitted
 */
export async function listSlots(
  ctx: Context,
  eventId: number,
  { days, bookable = false }: { days?: { from: string; to: string }; bookable?: boolean },
): Promise<ListedSlot[]> {
  const { from, to } = days ?? { from: null, to: null }
  const wanted = { eventId, from, to, ...callerOf(ctx) }
  const own = ctx.actor && !bookable ? await findOwn(ctx, wanted) : []
  return own.length > 0 ? own : findOffered(ctx, wanted)
}

interface CountedDate extends SlotDate {
  /** How many time slots. */
  slots: number
}

/** Lists the dates on which the event's page offers slots, in order, each with its counts. */
export const listSlotDates = statement<Caller & { eventId: number }, CountedDate>(
  'list-slot-dates',
  sql`
    SELECT ${timeSlots.slotDate} AS date, count(*)::int AS slots, sum(${timeSlots.totalSlots})::int AS all,
      sum(${timeSlots.totalSlots} - ${timeSlots.booked})::int AS free,
      max(${timeSlots.totalSlots} - ${timeSlots.booked}) AS most
    FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    WHERE ${timeSlots.eventId} = ${placeholder('eventId', 'int')} AND ${visibleToCaller} AND ${offered}
    GROUP BY ${timeSlots.slotDate} ORDER BY ${timeSlots.slotDate}`,
)

/** Finds which of the events offer time slots, but no open spot. */
export async function findSoldOut({ db }: Pick<Context, 'db'>, eventIds: number[]): Promise<number[]> {
  const slots = sql`FROM ${timeSlots} WHERE ${timeSlots.eventId} = ${events.id} AND ${offered}`
  const { rows } = await db.execute<{ id: number }>(sql`
    SELECT ${events.id} FROM ${events}
    WHERE ${events.id} = ANY (${sql.param(eventIds)}::int[])
      AND EXISTS (SELECT ${slots}) AND NOT EXISTS (SELECT ${slots} AND ${timeSlots.booked} < ${timeSlots.totalSlots})`)
  return rows.map(({ id }) => id)
}

/** Returns how full the caller's events are and how many of their guests no email reached, of those with any slots. */
export async function listFill(ctx: StaffContext, eventIds: number[]): Promise<EventFill[]> {
  return ctx.db
    .select({
      eventId: timeSlots.eventId,
      booked: sql<number>`sum(${timeSlots.booked})::int`,
      totalSlots: sql<number>`sum(${timeSlots.totalSlots})::int`,
      // Written by hand, since Drizzle omits the table name here.
      failedEmails: sql<number>`(
        SELECT count(DISTINCT booked.id)::int ${unreached(sql`time_slots.company_id`, sql`time_slots.event_id`)})`,
    })
    .from(timeSlots)
    .where(and(inArray(timeSlots.eventId, eventIds), withinReach(ctx, 'bookings.see', timeSlots)))
    .groupBy(timeSlots.eventId, timeSlots.companyId)
}

/**
 * Returns up to three slots of the same event with so many spots left, nearest in time first, for a guest who could not
 * book.
 */
export async function listAlternatives(ctx: Context, slotId: number, spots: number): Promise<TimeSlot[]> {
  const wanted = sql`(SELECT wanted.starts_at FROM time_slots AS wanted WHERE wanted.id = ${slotId})`
  return ctx.db
    .select(slotRow)
    .from(timeSlots)
    .innerJoin(events, eq(events.id, timeSlots.eventId))
    .where(
      and(
        sql`${timeSlots.eventId} = (SELECT wanted.event_id FROM time_slots AS wanted WHERE wanted.id = ${slotId})`,
        sql`${timeSlots.id} <> ${slotId}`,
        sql`${timeSlots.booked} + ${spots}::int <= ${timeSlots.totalSlots}`,
        visibleEvents(ctx),
        offered,
      ),
    )
    .orderBy(sql`abs(extract(epoch FROM ${timeSlots.startsAt} - ${wanted}))`, ...byTime)
    .limit(3)
}
