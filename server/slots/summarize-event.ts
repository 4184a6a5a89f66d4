import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import type { EventSummary } from '@trunkshow/contract/events/schema.ts'
import { sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { placeholder, statement } from '../platform/db/statement.ts'
import { unreached } from '../platform/mail/attention.ts'
import { insideEvent, offered } from './queries.ts'

interface Numbers extends Omit<EventSummary, 'version'> {
  /** Bookings ever made, and how often they were changed. */
  everBooked: number
  bookingChanges: number
  slotChanges: string | null
  eventChange: string
  newestFailure: number | null
}

const count = statement<{ id: number; companyId: number; coHostOf: number[] }, Numbers>(
  'summarize-event',
  sql`
    SELECT coalesce(b.active, 0) AS bookings, coalesce(s.slots, 0) AS slots,
      coalesce(s.available, 0) AS "availableAppointments",
      coalesce(d.days, '[]') AS days,
      coalesce(s.outside, 0) AS "outsideSlots", coalesce(s.outside_booked, 0) AS "outsideBookings",
      coalesce(b.ever, 0) AS "everBooked", coalesce(b.changes, 0) AS "bookingChanges",
      f.bookings AS "failedEmails", f.newest AS "newestFailure", s.changed::text AS "slotChanges", ${events.updatedAt}::text AS "eventChange"
    FROM ${events}
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS slots, (sum(total_slots - booked) FILTER (WHERE ${offered}))::int AS available, max(updated_at) AS changed,
        count(*) FILTER (WHERE NOT ${insideEvent})::int AS outside,
        sum(booked) FILTER (WHERE NOT ${insideEvent})::int AS outside_booked
      FROM ${timeSlots} WHERE event_id = ${events.id}
    ) AS s ON true
    LEFT JOIN LATERAL (
      SELECT json_agg(json_build_object('date', slot_date, 'booked', booked, 'totalSlots', total)) AS days FROM (
        SELECT slot_date, sum(booked)::int AS booked, sum(total_slots)::int AS total
        FROM ${timeSlots} WHERE event_id = ${events.id} GROUP BY slot_date ORDER BY slot_date
      ) AS by_date
    ) AS d ON true
    LEFT JOIN LATERAL (
      SELECT count(*)::int AS ever, count(*) FILTER (WHERE status = 'active')::int AS active,
        sum(sequence + version + cardinality(attendance_keys))::int AS changes
      FROM ${bookings} WHERE event_id = ${events.id}
    ) AS b ON true
    CROSS JOIN LATERAL (
      SELECT count(DISTINCT booked.id)::int AS bookings, max(emails.id) AS newest
      ${unreached(sql`${events.companyId}`, sql`${events.id}`)}
    ) AS f
    WHERE ${events.id} = ${placeholder('id', 'int')} AND (
      ${events.companyId} = ${placeholder('companyId', 'int')} OR ${events.id} = ANY (${placeholder('coHostOf', 'int[]')}))`,
)

/**
 * Returns the counters of an event's bookings page, and a version that changes with them
 * (docs/product.md, The bookings page). Cheap enough to poll every few seconds: two index scans.
 *
 * @throws AppError not_found for an event of another company
 */
export async function summarizeEvent(ctx: StaffContext, id: number): Promise<EventSummary> {
  const { companyId, coHostOf } = ctx.actor
  const [found] = await count(ctx, { id, companyId, coHostOf: [...coHostOf] })
  if (!found) throw new AppError('not_found', eventMessages.notFound)
  const { everBooked, bookingChanges, slotChanges, eventChange, newestFailure, ...numbers } = found
  const { slots, failedEmails } = numbers
  const failures = [failedEmails, newestFailure]
  const version = [everBooked, bookingChanges, slots, slotChanges, eventChange, ...failures].join('/')
  return { ...numbers, version }
}
