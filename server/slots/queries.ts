import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { events } from '../db/schema/events.ts'
import { timeSlots } from '../db/schema/slots.ts'
import { given, selection, statement } from '../db/statement.ts'
import { callerOf, visibleEvents, visibleToCaller } from '../events/queries.ts'

/** The columns of a slot's view (design §5: what is available is what is not booked). */
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

/** Whether a slot lies within its event's days and hours: the opposite of `isOutsideEvent`, in SQL. */
const insideEvent = sql`(
  ${timeSlots.slotDate} BETWEEN ${events.eventDate} AND ${events.lastDay}
  AND ${timeSlots.endTime} > ${events.startTime} AND ${timeSlots.startTime} < ${events.endTime})`

/** Whether the public page offers a slot: not hidden, not outside the event, not begun (design §7.4). */
export const offered = sql`(${timeSlots.isAvailable} AND ${timeSlots.startsAt} > now() AND ${insideEvent})`

const byTime = [asc(timeSlots.slotDate), asc(timeSlots.startTime), asc(timeSlots.id)]

const findSlots = statement<Record<string, unknown>, TimeSlot>(
  'list-slots',
  sql`
    SELECT ${selection(slotRow)}
    FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    WHERE ${timeSlots.eventId} = ${given('eventId', 'int')} AND ${visibleToCaller}
      AND (${offered} OR NOT ${given('bookable', 'bool')} AND ${timeSlots.companyId} = ${given('companyId', 'int')})
      AND (${given('date', 'date')} IS NULL OR ${timeSlots.slotDate} = ${given('date', 'date')})
    ORDER BY ${sql.join(byTime, sql`, `)}`,
)

/**
 * The slots of an event the caller may see: every one for the event's own staff, those its page offers for
 * anyone else, or for staff who ask for `bookable` ones.
 */
export async function listSlots(
  ctx: Context,
  eventId: number,
  { date, bookable }: { date?: string | undefined; bookable?: boolean | undefined },
): Promise<TimeSlot[]> {
  return findSlots(ctx, { eventId, date: date ?? null, bookable: bookable ?? false, ...callerOf(ctx) })
}

/** Up to three free, offered slots of the same event, nearest in time first: what a refusal offers instead. */
export async function listAlternatives(ctx: Context, slotId: number): Promise<TimeSlot[]> {
  const wanted = sql`(SELECT wanted.starts_at FROM time_slots AS wanted WHERE wanted.id = ${slotId})`
  return ctx.db
    .select(slotRow)
    .from(timeSlots)
    .innerJoin(events, eq(events.id, timeSlots.eventId))
    .where(
      and(
        sql`${timeSlots.eventId} = (SELECT wanted.event_id FROM time_slots AS wanted WHERE wanted.id = ${slotId})`,
        sql`${timeSlots.id} <> ${slotId}`,
        sql`${timeSlots.booked} < ${timeSlots.totalSlots}`,
        visibleEvents(ctx),
        offered,
      ),
    )
    .orderBy(sql`abs(extract(epoch FROM ${timeSlots.startsAt} - ${wanted}))`, ...byTime)
    .limit(3)
}
