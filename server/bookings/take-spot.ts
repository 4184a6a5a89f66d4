import type { BookSlotInput } from '@trunkshow/contract/bookings/schema.ts'
import { type SQL, sql } from 'drizzle-orm'
import { type Caller, hasEnded, managedByCaller } from '../events/queries.ts'
import { bookings, timeSlots } from '../platform/db/schema/bookings.ts'
import { users } from '../platform/db/schema/company.ts'
import { assigneeOfGuest } from '../platform/db/schema/customers.ts'
import { events } from '../platform/db/schema/events.ts'
import { placeholder, selection, statement } from '../platform/db/statement.ts'
import { bookingLimits } from '../platform/http/guards/rate-limits.ts'
import { queueBookingEmails } from '../platform/mail/outbox.ts'
import { isForGuests, isInWindow, isOffered } from '../slots/queries.ts'
import type { EventFacts } from './event-facts.ts'
import { type BookingRow, bookingRow } from './queries.ts'

export type Attempt = Caller &
  Pick<BookSlotInput, 'attendeeName' | 'attendeeEmail' | 'partySize'> & {
    slotId: number
    /** Null when the caller sent none: a retry then makes a second booking. */
    key: string | null
    requestHash: string
    /** A hash of the caller's network; null when rate limits are off. */
    network: string | null
  }

const { perNetwork, perEvent, trusted, perAttendee } = bookingLimits

/**
 * Whether fewer than `count` bookings match in the last `seconds`. Counts stored rows, since a counter would be one
 * more hot row. Attempts at the same moment do not see each other, so each connection can add one on top.
 */
function fewerThan({ count, seconds }: { count: number; seconds: number }, which: SQL): SQL {
  return sql`(
    SELECT count(*) FROM (
      SELECT FROM ${bookings}
      WHERE ${which} AND ${bookings.createdAt} > now() - ${sql.raw(`interval '${seconds} seconds'`)}
      LIMIT ${sql.raw(String(count))}
    ) AS recent) < ${sql.raw(String(count))}`
}

const network = placeholder('network', 'text')
const fromNetwork = sql`${bookings.networkHash} = ${network}`

/** Whether the network can take more than its share of `events`: staff logged in from it, or the host turned off the limit. */
export const isTrustedNetwork = (network: SQL) => sql`(
  NOT ${events.limitPerNetwork}
  OR EXISTS (
    SELECT FROM ${users}
    WHERE ${users.companyId} = ${events.companyId} AND ${users.isActive} AND ${network} = ANY (${users.knownNetworks})))`

const secondsUnless = (hasRoom: SQL, { seconds }: { seconds: number }) =>
  sql`CASE WHEN ${hasRoom} THEN 0 ELSE ${sql.raw(String(seconds))} END`

/**
 * How long the network has to wait, in seconds; 0 when it can book now. The database function `network_wait` counts the
 * event's bookings and makes concurrent attempts from one network wait for each other (decision 031). A subquery,
 * so that PostgreSQL does not evaluate it again after waiting for the slot's row; only beyond the share does it matter
 * whether the network is trusted.
 */
const networkWait = (eventId: SQL) => sql`(
  SELECT CASE
    WHEN wait = 0 OR NOT EXISTS (
      SELECT FROM ${events} WHERE ${events.id} = ${eventId} AND (${managedByCaller} OR ${isTrustedNetwork(network)})
    ) THEN wait
    ELSE ${secondsUnless(fewerThan(trusted, fromNetwork), trusted)}
    END
  FROM (
    SELECT CASE WHEN ${network} IS NULL THEN 0 ELSE greatest(
      ${secondsUnless(fewerThan(perNetwork, fromNetwork), perNetwork)},
      network_wait(${eventId}, ${network}, ${sql.raw(`${perEvent.minimum}, ${perEvent.share}, ${perEvent.seconds}`)}))
    END AS wait OFFSET 0
  ) AS untrusted)`
const isAttendeeWithinLimit = sql`(
  ${network} IS NULL
  OR ${fewerThan(perAttendee, sql`lower(${bookings.attendeeEmail}) = lower(${placeholder('attendeeEmail', 'text')})`)})`

const spots = placeholder('spots', 'int')
const eventId = placeholder('eventId', 'int')
const terms = {
  eventDate: placeholder('eventDate', 'date'),
  lastDay: placeholder('lastDay', 'date'),
  startTime: placeholder('startTime', 'time'),
  endTime: placeholder('endTime', 'time'),
  dayHours: placeholder('dayHours', 'jsonb'),
  noticeMinutes: placeholder('noticeMinutes', 'int'),
  daysAhead: placeholder('daysAhead', 'int'),
  bookUntil: placeholder('bookUntil', 'date'),
}

/** An attempt that its event's facts allow. */
export type Taking = Attempt &
  Pick<EventFacts, keyof typeof terms | 'version'> & {
    eventId: number
    spots: number
    phone: string | null
    /** A list of `GivenAnswer` as JSON text; null without answers. */
    answers: string | null
  }

/**
 * Books in one statement: takes the party's spots only if they are left, the slot is bookable and its event is as
 * its facts say, then inserts the booking and its emails. Concurrent requests for the last spots wait for the slot's
 * row, and those that no longer fit find it full (decision 001). What it stores has the names of its tables, so that
 * the columns of a booking are selected as everywhere.
 */
export const takeSpot = statement<Taking, BookingRow>(
  'book-slot',
  sql`
    WITH time_slots AS (
      UPDATE ${timeSlots} SET booked = booked + ${spots}
      WHERE ${timeSlots.id} = ${placeholder('slotId', 'int')}
        AND ${timeSlots.booked} + ${spots} <= ${timeSlots.totalSlots} AND ${isOffered(terms)}
        AND (SELECT xmin FROM ${events} WHERE ${events.id} = ${eventId}) = ${placeholder('version', 'xid')}
        AND ${isAttendeeWithinLimit} AND ${networkWait(eventId)} = 0
      RETURNING ${timeSlots}.*
    ), bookings AS (
      INSERT INTO ${bookings}
        (company_id, event_id, time_slot_id, attendee_name, attendee_email, party_size, spots, phone, answers,
         idempotency_key, request_hash, network_hash, assignee_id)
      SELECT company_id, event_id, id, ${placeholder('attendeeName', 'text')}, ${placeholder('attendeeEmail', 'text')},
        ${placeholder('partySize', 'int')}, ${spots}, ${placeholder('phone', 'text')}, ${placeholder('answers', 'jsonb')},
        ${placeholder('key', 'text')}, ${placeholder('requestHash', 'text')}, ${network},
        ${assigneeOfGuest(sql`time_slots.company_id`, placeholder('attendeeEmail', 'text'))}
      FROM time_slots
      RETURNING *
    ), mails AS (${queueBookingEmails('booked', 'bookings', null)})
    SELECT ${selection(bookingRow)} FROM bookings, time_slots`,
)

/** Finds the booking that this key made before, as it is now, and the hash of its request; the slot is the requested one. */
export const findRepeat = statement<Attempt, BookingRow & { requestHash: string; recent: boolean }>(
  'find-booking-repeat',
  sql`
    SELECT ${selection({ ...bookingRow, timeSlotId: timeSlots.id })}, ${bookings.requestHash} AS "requestHash",
      ${bookings.createdAt} > now() - interval '24 hours' AS recent
    FROM ${bookings} JOIN ${timeSlots} ON ${timeSlots.eventId} = ${bookings.eventId}
    WHERE ${timeSlots.id} = ${placeholder('slotId', 'int')} AND ${bookings.idempotencyKey} = ${placeholder('key', 'text')}`,
)

/**
 * Why a slot of an event that the caller may book cannot be booked: the event has `ended`, the slot begun (`passed`), or
 * the network has to wait, in seconds. `version` is that of its event's facts.
 */
type Explanation = Record<
  'ended' | 'passed' | 'isForGuests' | 'inWindow' | 'isAttendeeWithinLimit',
  boolean
> &
  Record<'networkWait' | 'spotsLeft', number> & { version: string }

export const explainRefusal = statement<Attempt, Explanation>(
  'explain-refusal',
  sql`
    SELECT ${hasEnded} AS ended, ${timeSlots.startsAt} <= now() AS passed, ${isForGuests} AS "isForGuests",
      ${isInWindow(events)} AS "inWindow",
      ${timeSlots.totalSlots} - ${timeSlots.booked} AS "spotsLeft", ${events}.xmin::text AS version,
      ${networkWait(sql`${timeSlots.eventId}`)} AS "networkWait", ${isAttendeeWithinLimit} AS "isAttendeeWithinLimit"
    FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    WHERE ${timeSlots.id} = ${placeholder('slotId', 'int')}`,
)
