import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import { and, asc, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { events } from '../db/schema/events.ts'
import { timeSlots } from '../db/schema/slots.ts'
import { visibleEvents } from '../events/queries.ts'

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

function selectSlots(ctx: Context) {
  return ctx.db.select(slotRow).from(timeSlots).innerJoin(events, eq(events.id, timeSlots.eventId)).$dynamic()
}

/**
 * The slots of an event the caller may see: every one for the event's own staff, those its page offers for
 * anyone else, or for staff who ask for `bookable` ones.
 */
export async function listSlots(
  ctx: Context,
  eventId: number,
  { date, bookable }: { date?: string | undefined; bookable?: boolean | undefined },
): Promise<TimeSlot[]> {
  const own = ctx.actor && !bookable ? sql`${timeSlots.companyId} = ${ctx.actor.companyId}` : sql`false`
  return selectSlots(ctx)
    .where(
      and(
        eq(timeSlots.eventId, eventId),
        visibleEvents(ctx),
        sql`(${own} OR ${offered})`,
        date ? eq(timeSlots.slotDate, date) : undefined,
      ),
    )
    .orderBy(...byTime)
}

/** Up to three free, offered slots of the same event, nearest in time first: what a refusal offers instead. */
export async function listAlternatives(ctx: Context, slotId: number): Promise<TimeSlot[]> {
  const wanted = sql`(SELECT wanted.starts_at FROM time_slots AS wanted WHERE wanted.id = ${slotId})`
  return selectSlots(ctx)
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
