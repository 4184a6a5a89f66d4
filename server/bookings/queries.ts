import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import {
  appointment,
  type Booking,
  booking,
  type FoundBooking,
  type VisitorBooking,
} from '@trunkshow/contract/bookings/schema.ts'
import type { BookingFilter } from '@trunkshow/contract/bookings/screens.ts'
import { AppError, firstOf } from '@trunkshow/contract/errors.ts'
import { isOutsideEvent } from '@trunkshow/contract/events/rules.ts'
import type { Right } from '@trunkshow/contract/permissions.ts'
import { and, asc, eq, gt, ilike, inArray, ne, or, type SQL, sql } from 'drizzle-orm'
import type { Context, StaffContext } from '../context.ts'
import { eventRow, eventView, withinReach } from '../events/queries.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { assigneeOf } from '../platform/db/schema/company.ts'
import { events } from '../platform/db/schema/events.ts'
import { columnsOf, escapeLike, own } from '../platform/db/statement.ts'
import { countRows, type Page, pageOf, readPage } from '../platform/http/paging.ts'
import { readSignedId, signId } from '../platform/http/tokens.ts'
import { isToGuest, needsAttention } from '../platform/mail/attention.ts'

/** The columns of a booking that its guest and its hosts see, with its slot's date and times. */
const appointmentRow = {
  ...columnsOf(bookings, appointment),
  ...columnsOf(timeSlots, appointment),
  id: bookings.id,
  attendeeEmail: bookings.attendeeEmail,
  isComing: sql<boolean>`(${bookings.comingAt} IS NOT NULL)`,
}
/** A booking as its guest's page and emails read it, with its slot. */
export const bookingRow = {
  ...appointmentRow,
  publicId: bookings.publicId,
  calendarId: sql<string>`coalesce(${bookings.calendarId}, ${bookings.publicId})`,
  eventId: bookings.eventId,
  sequence: bookings.sequence,
}
export type BookingRow = Awaited<ReturnType<typeof getBooking>>['booking']

/** Whether the caller's company took an order for the booking (docs/product.md, Co-hosts). */
function hasOrders({ actor }: StaffContext): SQL<boolean> {
  // PostgreSQL may answer EXISTS by scanning every order of the company.
  return sql<boolean>`(
    SELECT max(o.id) FROM orders AS o WHERE o.booking_id = ${bookings.id} AND o.company_id = ${actor.companyId}
  ) IS NOT NULL`
}

/** Returns the scope of one booking, by its number, among those the caller manages, or has another right over. */
export function ownBooking(ctx: StaffContext, id: number, right: Right = 'bookings.manage'): SQL {
  return and(eq(bookings.id, id), withinReach(ctx, right, bookings))!
}

/**
 * Returns the scope of the booking that a signed link names; an erased guest's link finds nothing.
 *
 * @throws AppError not_found for a wrong signature or a bare number (docs/product.md, The guest's link)
 */
export function linkedBooking(ctx: Context, token: string): SQL {
  const publicId = readSignedId(ctx.config, 'booking', token)
  if (publicId === null) throw new AppError('not_found', bookingMessages.notFound)
  return and(eq(bookings.publicId, publicId), ne(bookings.attendeeEmail, ''))!
}

/** What the newest email to the guest is waiting for; null when none is waiting. */
const emailWaits = sql<Booking['emailWaits'] | null>`(
  SELECT mail.waits_for FROM email_notifications AS mail
  WHERE mail.booking_id = ${bookings.id} AND mail.status = 'waiting' AND ${isToGuest(sql`mail`)}
  ORDER BY mail.id DESC LIMIT 1)`

/** The newest email that failed to reach the guest, if no one dealt with it. */
const failedEmailId = sql<number | null>`(
  SELECT max(emails.id) FROM emails
  WHERE emails.company_id = ${bookings.companyId} AND emails.booking_id = ${bookings.id} AND ${needsAttention})`

/** Selects bookings with the columns that only hosts see. */
function selectHosted(ctx: StaffContext, which: SQL | undefined) {
  return ctx.db
    .select({
      ...columnsOf(timeSlots, booking),
      ...columnsOf(bookings, booking),
      ...appointmentRow,
      assignee: assigneeOf(bookings),
      attendanceVersion: sql<number>`cardinality(${bookings.attendanceKeys})`,
      hasOrders: hasOrders(ctx),
      emailWaits,
      failedEmailId,
      event: eventRow,
    })
    .from(bookings)
    .innerJoin(timeSlots, eq(timeSlots.id, bookings.timeSlotId))
    .innerJoin(events, eq(events.id, bookings.eventId))
    .where(which)
    .$dynamic()
}

/** Leaves out what the guest was not asked or did not answer. */
function withGiven<Row extends Pick<BookingRow, 'phone' | 'answers'>>({ phone, answers, ...booking }: Row) {
  return { ...booking, ...(phone && { phone }), ...(answers && { answers }) }
}

function hostView(row: Awaited<ReturnType<typeof selectHosted>>[number]): Booking {
  const { event, emailWaits, failedEmailId, attendanceBy, attendanceAt, ...booking } = row
  return {
    ...withGiven(booking),
    ...(emailWaits && { emailWaits }),
    ...(failedEmailId && { failedEmailId }),
    ...(attendanceBy && { attendanceBy }),
    ...(attendanceAt && { attendanceAt }),
    outsideEventHours: isOutsideEvent(row, event),
  }
}

export function visitorView(ctx: Context, row: BookingRow): VisitorBooking {
  const { publicId, calendarId: _calendar, eventId: _event, sequence: _sequence, ...booking } = row
  const attendeeEmail = booking.attendeeEmail ?? ''
  return { ...withGiven(booking), attendeeEmail, id: signId(ctx.config, 'booking', publicId) }
}

const selectWithEvent = ({ db }: Pick<Context, 'db'>, which: SQL | undefined) =>
  db
    .select({ booking: bookingRow, event: eventRow })
    .from(bookings)
    .innerJoin(timeSlots, eq(timeSlots.id, bookings.timeSlotId))
    .innerJoin(events, eq(events.id, bookings.eventId))
    .where(which)
    .$dynamic()

/** Returns a booking and its event; `scope` comes from `ownBooking` or `linkedBooking`. @throws AppError not_found */
export async function getBooking(ctx: Context, scope: SQL) {
  return firstOf(await selectWithEvent(ctx, scope), bookingMessages.notFound)
}

/** Returns bookings within the caller's reach in the order of these ids, each with its event. */
export async function listFoundBookings(ctx: StaffContext, ids: readonly number[]): Promise<FoundBooking[]> {
  const which = and(inArray(bookings.id, [...ids]), withinReach(ctx, 'bookings.see', bookings))
  const rows = await selectHosted(ctx, which)
  return rows
    .map((row) => ({ ...hostView(row), event: eventView(row.event, ctx.actor, row.slotDate) }))
    .sort((a, b) => ids.indexOf(a.id) - ids.indexOf(b.id))
}

/** Returns a booking as hosts see it; `scope` comes from `ownBooking`. @throws AppError not_found */
export async function getHostBooking(ctx: StaffContext, scope: SQL): Promise<Booking> {
  return hostView(firstOf(await selectHosted(ctx, scope), bookingMessages.notFound))
}

/** Returns the current state of the booking that an outbox row is about. */
export async function findBookingOfEmail(
  ctx: Pick<Context, 'db'>,
  { bookingId, companyId }: { bookingId: number | null; companyId: number },
) {
  return bookingId ? (await listBookingsOfEmails(ctx, companyId, [bookingId]))[0] : undefined
}

/** How many days back a calendar feed goes, and how many bookings it has at most. */
const FEED_DAYS = 60
const MAX_FEED_BOOKINGS = 5000

/**
 * Returns the active bookings that the caller can see, from two months ago on, by day and time.
 *
 * @param eventId only those of this event; null for every event
 */
export async function listUpcoming(ctx: StaffContext, eventId: number | null) {
  const which = and(
    withinReach(ctx, 'bookings.see', bookings),
    eventId === null ? undefined : eq(bookings.eventId, eventId),
    eq(bookings.status, 'active'),
    gt(timeSlots.startsAt, sql`now() - ${FEED_DAYS} * interval '1 day'`),
  )
  return selectWithEvent(ctx, which)
    .orderBy(asc(timeSlots.startsAt), asc(bookings.id))
    .limit(MAX_FEED_BOOKINGS)
}

/** Returns the bookings of several outbox rows of a company, by date and time. */
export async function listBookingsOfEmails(ctx: Pick<Context, 'db'>, companyId: number, ids: number[]) {
  return selectWithEvent(ctx, own({ actor: { companyId } }, bookings, { id: ids })).orderBy(
    asc(events.id),
    asc(timeSlots.slotDate),
    asc(timeSlots.startTime),
    asc(bookings.id),
  )
}

function matching(ctx: StaffContext, eventId: number, { q = '', status, date, mine }: BookingFilter) {
  const containing = `%${escapeLike(q)}%`
  const digits = /^[\d\s()+./-]{4,}$/.test(q) ? q.replace(/\D/g, '') : ''
  return and(
    eq(bookings.eventId, eventId),
    withinReach(ctx, 'bookings.see', bookings),
    status && eq(bookings.status, status),
    date ? eq(timeSlots.slotDate, date) : undefined,
    mine ? eq(bookings.assigneeId, ctx.actor.userId) : undefined,
    q
      ? or(
          ilike(bookings.attendeeName, containing),
          ilike(bookings.attendeeEmail, containing),
          digits
            ? sql`regexp_replace(${bookings.phone}, '[^0-9]', '', 'g') LIKE ${`%${digits}%`}`
            : undefined,
        )
      : undefined,
  )
}

async function pageOfBookings(ctx: StaffContext, page: Page, which: SQL | undefined) {
  // 'active' sorts before 'cancelled'.
  const order = [bookings.status, timeSlots.slotDate, timeSlots.startTime, bookings.id] as const
  const rows = await selectHosted(ctx, and(which, page.after(order)))
    .orderBy(...order.map((column) => asc(column)))
    .limit(page.limit + 1)
  return pageOf(rows, page, (last) => [last.status, last.slotDate, last.startTime, last.id], hostView)
}

/** Lists an event's bookings by date and time, canceled ones last (docs/product.md, The bookings page). */
export async function listBookings(ctx: StaffContext, eventId: number, page: Page, filter: BookingFilter) {
  const which = matching(ctx, eventId, filter)
  const joined = sql`FROM ${bookings} JOIN ${timeSlots} ON ${timeSlots.id} = ${bookings.timeSlotId} WHERE ${which}`
  return { ...(await pageOfBookings(ctx, page, which)), total: await countRows(ctx, joined) }
}

/** Yields every booking in the order of the list, one page at a time. */
export async function* eachBooking(ctx: StaffContext, eventId: number, filter: BookingFilter) {
  const which = matching(ctx, eventId, filter)
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, next } = await pageOfBookings(ctx, readPage({ limit: 500, cursor }), which)
    yield* items
    cursor = next
  }
}
