import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { dayParts, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import { waitlistMessages } from '@trunkshow/contract/waitlist/messages.ts'
import { MIN_NOTICE_MINUTES } from '@trunkshow/contract/waitlist/rules.ts'
import {
  type Waitlist,
  type WaitlistEntry,
  waitlist,
  waitlistEntry,
  waitlistOffer,
} from '@trunkshow/contract/waitlist/schema.ts'
import {
  formatSlotTime,
  type SlotTime,
  wallClock,
  type Zone,
  zoneAbbreviation,
} from '@trunkshow/contract/zones.ts'
import { and, asc, desc, eq, getTableColumns, inArray, type SQL, sql } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Context, StaffContext } from '../context.ts'
import { type EventRow, eventRow, getReachableEvent, withinReach } from '../events/queries.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { waitlistEntries, waitlistOffers } from '../platform/db/schema/waitlist.ts'
import { columnsOf, iso } from '../platform/db/statement.ts'
import type { Database } from '../platform/db/transaction.ts'
import { readSignedId } from '../platform/http/tokens.ts'
import { endsAs } from '../slots/offer-spots.ts'
import { offered } from '../slots/queries.ts'
import { zoneOf } from '../zones.ts'

/** How many of those who wait, and how many offers, a list has. */
const MAX_ENTRIES = 500
const MAX_OFFERS = 200

/** The slot that a guest waits for, and the one on offer to them. */
const wanted = alias(timeSlots, 'wanted')

const timesOf = (slot: typeof timeSlots | typeof wanted) => ({
  slotDate: slot.slotDate,
  startTime: slot.startTime,
  endTime: slot.endTime,
})

/** Returns the scope of one entry, by its number, among those the caller manages. */
export const ownEntry = (ctx: StaffContext, id: number): SQL =>
  and(eq(waitlistEntries.id, id), withinReach(ctx, 'bookings.manage', waitlistEntries))!

/**
 * Returns the scope of the entry that a signed link names; an erased guest's link finds nothing.
 *
 * @throws AppError not_found for a wrong signature
 */
export function linkedEntry(ctx: Context, token: string): SQL {
  const publicId = readSignedId(ctx.config, 'waitlist', token)
  if (publicId === null) throw new AppError('not_found', waitlistMessages.notFound)
  return and(eq(waitlistEntries.publicId, publicId), sql`${waitlistEntries.attendeeEmail} <> ''`)!
}

/**
 * Returns an entry with its event, what it waits for, and its latest offer; `scope` comes from `ownEntry` or
 * `linkedEntry`, or names the company.
 *
 * @throws AppError not_found
 */
export async function getEntry({ db }: { db: Database }, scope: SQL) {
  const rows = await db
    .select({
      entry: waitlistEntries,
      event: eventRow,
      wanted: { id: wanted.id, ...timesOf(wanted) },
    })
    .from(waitlistEntries)
    .innerJoin(events, eq(events.id, waitlistEntries.eventId))
    .leftJoin(wanted, eq(wanted.id, waitlistEntries.timeSlotId))
    .where(scope)
  const found = firstOf(rows, waitlistMessages.notFound)
  const [offer] = await db
    .select({
      ...getTableColumns(waitlistOffers),
      ...timesOf(timeSlots),
      /** When its time ends if its email is sent now, which starts it. */
      until: sql<Date>`CASE WHEN ${waitlistOffers.emailedAt} IS NOT NULL THEN ${waitlistOffers.expiresAt}
        ELSE least(now() + ${events.offerMinutes} * interval '1 minute', ${timeSlots.startsAt}) END`.mapWith(
        waitlistOffers.expiresAt,
      ),
      isOpen: sql<boolean>`${waitlistOffers.state} = 'open' AND ${endsAs} IS NULL`,
    })
    .from(waitlistOffers)
    .innerJoin(timeSlots, eq(timeSlots.id, waitlistOffers.timeSlotId))
    .innerJoin(events, eq(events.id, timeSlots.eventId))
    .where(eq(waitlistOffers.entryId, found.entry.id))
    .orderBy(desc(waitlistOffers.id))
    .limit(1)
  // Drizzle knows no type for an alias that is joined on the left.
  const slot = found.wanted?.id ? (found.wanted as SlotTime) : null
  return { ...found, wanted: slot, offer: offer ?? null }
}

/** Returns the waitlist of an event as its host sees it. @throws AppError not_found */
export async function listWaitlist(ctx: StaffContext, eventId: number): Promise<Waitlist> {
  await getReachableEvent(ctx, 'bookings.see', eventId)
  const found = await ctx.db.select(columnsOf(events, waitlist)).from(events).where(eq(events.id, eventId))
  const waiting = and(
    eq(waitlistEntries.eventId, eventId),
    withinReach(ctx, 'bookings.see', waitlistEntries),
    inArray(waitlistEntries.status, ['waiting', 'offered']),
  )
  const rows = await ctx.db
    .select({
      ...columnsOf(waitlistEntries, waitlistEntry),
      slot: { id: wanted.id, ...timesOf(wanted) },
      offer: { ...timesOf(timeSlots), expiresAt: iso(waitlistOffers.expiresAt) },
    })
    .from(waitlistEntries)
    .leftJoin(wanted, eq(wanted.id, waitlistEntries.timeSlotId))
    .leftJoin(
      waitlistOffers,
      and(eq(waitlistOffers.entryId, waitlistEntries.id), eq(waitlistOffers.state, 'open')),
    )
    .leftJoin(timeSlots, eq(timeSlots.id, waitlistOffers.timeSlotId))
    .where(waiting)
    .orderBy(asc(waitlistEntries.rank), asc(waitlistEntries.id))
    .limit(MAX_ENTRIES)
  const offers = await ctx.db
    .select({
      ...columnsOf(waitlistOffers, waitlistOffer),
      ...timesOf(timeSlots),
      attendeeName: waitlistEntries.attendeeName,
    })
    .from(waitlistOffers)
    .innerJoin(waitlistEntries, eq(waitlistEntries.id, waitlistOffers.entryId))
    .innerJoin(timeSlots, eq(timeSlots.id, waitlistOffers.timeSlotId))
    .where(and(eq(waitlistEntries.eventId, eventId), withinReach(ctx, 'bookings.see', waitlistEntries)))
    .orderBy(desc(waitlistOffers.id))
    .limit(MAX_OFFERS)
  return {
    ...firstOf(found, eventMessages.notFound),
    total: await ctx.db.$count(waitlistEntries, waiting),
    entries: rows as WaitlistEntry[], // Drizzle knows no type for an alias that is joined on the left.
    offers,
  }
}

/** What a guest waits for: `Friday, December 4, 10:00 AM – 10:30 AM EST`, `Friday, December 4, any time`, or `Any time`. */
export function targetOf({ entry, event, wanted }: Omit<Awaited<ReturnType<typeof getEntry>>, 'offer'>) {
  if (wanted) return `${formatDay(wanted.slotDate)}, ${formatSlotTime(wanted, zoneOf(event.timeZone))}`
  return entry.slotDate ? `${formatDay(entry.slotDate)}, any time` : 'Any time'
}

/** `4:10 PM EST`, with the day unless it is today at the venue. */
export function deadlineOf(at: Date, zone: Zone, now: Date) {
  const { date, time } = wallClock(at, zone)
  const clock = formatTime(time, zoneAbbreviation(at, zone))
  return date === wallClock(now, zone).date ? `${clock} today` : `${clock} on ${formatDay(date)}`
}

/** A page lists so many time slots at most; a guest can wait for a date of an event with more. */
const MAX_SLOTS = 300

/** `Fri, Dec 4`, so that a phone's select shows the time beside it. */
function shortDay(date: string) {
  const { weekday, month, day } = dayParts(date)
  return `${weekday}, ${month} ${day}`
}

/** Lists what a guest can wait for: the event, dates, and time slots where the largest party does not fit. */
export async function listTargets({ db }: { db: Database }, event: EventRow) {
  const spots = spotsOf(event, event.maxPartySize)
  const { rows } = await db.execute<{ id: number; date: string; startTime: string; isFull: boolean }>(sql`
    SELECT ${timeSlots.id}, ${timeSlots.slotDate}::text AS date, to_char(${timeSlots.startTime}, 'HH24:MI') AS "startTime",
      ${timeSlots.booked} + ${spots} > ${timeSlots.totalSlots} AS "isFull"
    FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    WHERE ${timeSlots.eventId} = ${event.id} AND ${offered}
      AND ${timeSlots.startsAt} > now() + ${MIN_NOTICE_MINUTES} * interval '1 minute'
    ORDER BY ${timeSlots.slotDate}, ${timeSlots.startTime}, ${timeSlots.id}`)
  const dates = Map.groupBy(rows, ({ date }) => date)
  const isFull = (slots: typeof rows) => slots.length > 0 && slots.every((slot) => slot.isFull)
  const fullDates = dates.size > 1 ? [...dates].filter(([, slots]) => isFull(slots)) : []
  return [
    ...(isFull(rows) ? [{ value: 'event', label: 'Any time' }] : []),
    ...fullDates.map(([date]) => ({ value: date, label: `${shortDay(date)}, any time` })),
    ...rows
      .filter((slot) => slot.isFull)
      .slice(0, MAX_SLOTS)
      .map(({ id, date, startTime }) => ({
        value: String(id),
        label: `${shortDay(date)}, ${formatTime(startTime)}`,
      })),
  ]
}
