import { firstOf } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import type { BookingWindow } from '@trunkshow/contract/events/rules.ts'
import type { EventSummary } from '@trunkshow/contract/events/schema.ts'
import { type EventFill, type ListedSlot, type TimeSlot, timeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { PageSlots, SlotDate } from '@trunkshow/contract/visitor-page.ts'
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { Context, StaffContext } from '../context.ts'
import {
  type Caller,
  callerOf,
  type HourColumns,
  hourOn,
  managedByCaller,
  visibleToCaller,
  withinReach,
} from '../events/queries.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { userName, users } from '../platform/db/schema/company.ts'
import { events, shifts } from '../platform/db/schema/events.ts'
import { columnsOf, placeholder, selection, statement } from '../platform/db/statement.ts'
import type { SharedResults } from '../platform/http/pages/shared-results.ts'
import { unreached } from '../platform/mail/attention.ts'

/** The columns of a slot's view. */
export const slotRow = {
  ...columnsOf(timeSlots, timeSlot),
  availableSpots: sql<number>`${timeSlots.totalSlots} - ${timeSlots.booked}`,
}

// Written by hand, since Drizzle omits the table name from columns when it selects from a single table.
/** Whether a slot has ever had a booking, including canceled ones, or was on offer to the waitlist. */
export const everBooked = sql<boolean>`(
  EXISTS (SELECT FROM bookings AS history WHERE history.time_slot_id = time_slots.id)
  OR EXISTS (SELECT FROM waitlist_offers AS history WHERE history.time_slot_id = time_slots.id))`

type Span = HourColumns & Record<'eventDate' | 'lastDay', PgColumn | SQL>

/** Whether a slot is within an event's days and hours: the opposite of `isOutsideEvent`, in SQL. */
const isWithin = ({ eventDate, lastDay, ...event }: Span) => sql`(
  ${timeSlots.slotDate} BETWEEN ${eventDate} AND ${lastDay}
  AND ${timeSlots.endTime} > ${hourOn(event, timeSlots.slotDate, 'startTime')}
  AND ${timeSlots.startTime} < ${hourOn(event, timeSlots.slotDate, 'endTime')})`

/** Whether a slot is bookable: not hidden, not started, and at a time that exists, unlike some of older versions. */
export const bookable = sql`(${timeSlots.isAvailable} AND ${timeSlots.onClock} AND ${timeSlots.startsAt} > now())`

const insideEvent = isWithin(events)

/** Whether a slot is for guests: it is bookable and within the event's hours. A guest who has an offer can book it. */
export const isForGuests = sql`(${bookable} AND ${insideEvent})`

type Window = Record<keyof BookingWindow, PgColumn | SQL>

/** Whether guests can book a slot now, by an event's notice, days ahead and last day of booking. */
export const isInWindow = ({ noticeMinutes, daysAhead, bookUntil }: Window) => sql`(
  ${timeSlots.startsAt} > now() + ${noticeMinutes} * interval '1 minute'
  AND CASE WHEN num_nulls(${daysAhead}, ${bookUntil}) = 2 THEN true
    ELSE wall_clock(now(), ${timeSlots.timeZone})::date
      BETWEEN ${timeSlots.slotDate} - coalesce(${daysAhead}, 100000) AND coalesce(${bookUntil}, 'infinity') END)`

/** Whether an event's page offers a slot: it is for guests, who can book it now. */
export const isOffered = (event: Span & Window) =>
  sql`(${bookable} AND ${isWithin(event)} AND ${isInWindow(event)})`
export const offered = isOffered(events)

/** Returns the scope of one slot, among those of the events the caller manages. */
export const ownSlot = (ctx: StaffContext, id: number): SQL =>
  and(eq(timeSlots.id, id), withinReach(ctx, 'bookings.manage', timeSlots))!

const wantedDays = sql`(
  ${placeholder('from', 'date')} IS NULL OR ${timeSlots.slotDate} BETWEEN ${placeholder('from', 'date')} AND ${placeholder('to', 'date')})`
const byTime = sql`${timeSlots.slotDate}, ${timeSlots.startTime}, ${timeSlots.id}`

const findOffered = statement<Record<string, unknown>, ListedSlot>(
  'list-offered-slots',
  sql`
    SELECT ${selection(slotRow)}
    FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    WHERE ${timeSlots.eventId} = ${placeholder('eventId', 'int')} AND ${visibleToCaller} AND ${offered} AND ${wantedDays}
    ORDER BY ${byTime}`,
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
    ORDER BY ${byTime}`,
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
  slots: number
}

/** Lists the dates on which the event's page offers slots, in order, each with its counts. */
const listSlotDates = statement<Caller & { eventId: number }, CountedDate>(
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

/** Returns the three slots of the event that are nearest in time with so many spots left, for a refused guest. */
export const listAlternatives = (ctx: Context, slotId: number, spots: number): Promise<TimeSlot[]> =>
  findAlternatives(ctx, { slotId, spots, ...callerOf(ctx) })

const findAlternatives = statement<Caller & { slotId: number; spots: number }, TimeSlot>(
  'list-alternatives',
  sql`
    SELECT ${selection(slotRow)}
    FROM time_slots AS wanted JOIN ${timeSlots} ON ${timeSlots.eventId} = wanted.event_id AND ${timeSlots.id} <> wanted.id
      JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    WHERE wanted.id = ${placeholder('slotId', 'int')} AND ${visibleToCaller} AND ${offered}
      AND ${timeSlots.booked} + ${placeholder('spots', 'int')} <= ${timeSlots.totalSlots}
    ORDER BY abs(extract(epoch FROM ${timeSlots.startsAt} - wanted.starts_at)), ${byTime}
    LIMIT 3`,
)

const count = statement<{ id: number; companyId: number; coHostOf: number[] }, EventSummary>(
  'summarize-event',
  sql`
    SELECT b.active AS bookings, s.slots, s.available AS "availableAppointments", s.days,
      s.outside AS "outsideSlots", s.outside_booked AS "outsideBookings", f.bookings AS "failedEmails",
      ${events.namesOnSlots} AS "namesOnSlots",
      concat(b.ever, '/', b.changes, '/', s.slots, '/', s.changed, '/', ${events.updatedAt}, '/', f.bookings, '/', f.newest)
        AS version
    FROM ${events}
    CROSS JOIN LATERAL (
      SELECT coalesce(sum(slots), 0)::int AS slots, coalesce(sum(available), 0)::int AS available, max(changed) AS changed,
        coalesce(sum(outside), 0)::int AS outside, coalesce(sum(outside_booked), 0)::int AS outside_booked,
        coalesce(json_agg(json_build_object('date', slot_date, 'booked', booked, 'totalSlots', total,
          'atWork', coalesce(at_work, '')) ORDER BY slot_date), '[]') AS days
      FROM (
        SELECT slot_date, count(*) AS slots, sum(booked) AS booked, sum(total_slots) AS total, max(updated_at) AS changed,
          sum(total_slots - booked) FILTER (WHERE ${isForGuests}) AS available,
          count(*) FILTER (WHERE NOT ${insideEvent}) AS outside,
          sum(booked) FILTER (WHERE NOT ${insideEvent}) AS outside_booked
        FROM ${timeSlots} WHERE event_id = ${events.id} GROUP BY slot_date
      ) AS by_date
      LEFT JOIN (
        SELECT day, string_agg(name || ' ' || hours, ' · ' ORDER BY starts, name) AS at_work
        FROM (
          SELECT day, ${userName} AS name, min(start_time) AS starts, string_agg(
            to_char(start_time, 'FMHH12:MI') || '–' || to_char(end_time, 'FMHH12:MI'), ', ' ORDER BY start_time) AS hours
          FROM ${shifts} JOIN ${users} ON ${users.id} = user_id
          WHERE event_id = ${events.id} AND ${shifts.companyId} = ${events.companyId} GROUP BY day, ${users.id}
        ) AS by_user GROUP BY day
      ) AS team ON team.day = slot_date
    ) AS s
    CROSS JOIN LATERAL (
      SELECT count(*) AS ever, count(*) FILTER (WHERE status = 'active')::int AS active,
        sum(sequence + version + cardinality(attendance_keys)) AS changes
      FROM ${bookings} WHERE event_id = ${events.id}
    ) AS b
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT booked.id)::int AS bookings, max(emails.id) AS newest
      ${unreached(sql`${events.companyId}`, sql`${events.id}`)}
    ) AS f
    WHERE ${events.id} = ${placeholder('id', 'int')} AND ${managedByCaller}`,
)

/**
 * Returns the counters of an event's bookings page, and a version that changes with them
 * (docs/product.md, The bookings page). Cheap enough to poll every few seconds: an index scan of each.
 *
 * @throws AppError not_found for an event of another company
 */
export async function summarizeEvent(ctx: StaffContext, id: number): Promise<EventSummary> {
  const { companyId, coHostOf } = ctx.actor
  return firstOf(await count(ctx, { id, companyId, coHostOf: [...coHostOf] }), eventMessages.notFound)
}

const BYTES_PER_DATE = 150

/** How many time slots a page has, unless one date alone has more: about 20 KB of gzip (decision 033). */
export const SLOTS_PER_PAGE = 300

/**
 * Returns the dates with offered slots, shared by everyone who may see the event (decision 033).
 *
 * @param of.owner the event's company
 * @param of.mustBeFresh whether the caller must see their own changes at once
 */
export function readSlotDates(
  ctx: Context,
  shared: SharedResults,
  { eventId, owner, mustBeFresh = false }: { eventId: number; owner: number; mustBeFresh?: boolean },
): Promise<CountedDate[]> {
  return shared.get({ owner, key: `dates ${eventId}`, mustBeFresh }, async () => {
    const value = await listSlotDates(ctx, { eventId, ...callerOf(ctx) })
    return { value, bytes: value.length * BYTES_PER_DATE }
  })
}

/** Returns the date that the address selects, or that it is no longer offered; `wanted` is not trusted. */
export function selectDate(dates: CountedDate[], wanted: unknown): Pick<PageSlots, 'date' | 'dateGone'> {
  if (wanted === undefined) return {}
  const found = dates.find(({ date }) => date === wanted)
  return found ? { date: found.date } : { dateGone: true }
}

/**
 * Returns the offered slots of one page: all of them or, for events with more than `SLOTS_PER_PAGE`, as many whole
 * dates as fit, starting at the selected one. Every date's counts come along.
 *
 * @param ctx of a caller who may see the event
 * @param dates from `readSlotDates`; the slots themselves are read now
 */
export async function listPageSlots(
  ctx: Context,
  eventId: number,
  dates: CountedDate[],
  asked: Pick<PageSlots, 'date' | 'dateGone'>,
): Promise<PageSlots> {
  const taken = takeDates(dates, asked.date)
  const days = taken.length < dates.length && { from: taken[0]!.date, to: taken.at(-1)!.date }
  const slots = await listSlots(ctx, eventId, { bookable: true, ...(days && { days }) })
  return { slots, ...(days && { dates: dates.map(({ slots: _, ...date }) => date) }), ...asked }
}

const countSlots = (dates: CountedDate[]) => dates.reduce((sum, { slots }) => sum + slots, 0)

/** Returns the dates on a page: all, or those that fit from `first` on, at least one. */
function takeDates(dates: CountedDate[], first = ''): CountedDate[] {
  if (countSlots(dates) <= SLOTS_PER_PAGE) return dates
  const later = dates.filter(({ date }) => date >= first)
  return later.filter((_, index) => index === 0 || countSlots(later.slice(0, index + 1)) <= SLOTS_PER_PAGE)
}
