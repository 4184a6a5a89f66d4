import { createHash } from 'node:crypto'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { BookSlotInput, VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { violates } from '../db/errors.ts'
import { bookings } from '../db/schema/bookings.ts'
import { events } from '../db/schema/events.ts'
import { timeSlots } from '../db/schema/slots.ts'
import { statement } from '../db/statement.ts'
import { queueBookingMails } from '../mail/outbox.ts'
import { listAlternatives, offered } from '../slots/queries.ts'
import { type BookingRow, visitorView } from './queries.ts'

interface Attempt extends Record<string, unknown> {
  slotId: number
  attendeeName: string
  attendeeEmail: string
  /** Null where the caller sent none: then a repeat is a second booking. */
  key: string | null
  requestHash: string
  grants: number[]
  companyId: number | null
}

const given = (name: keyof Attempt & string, type: string): SQL =>
  sql`${sql.placeholder(name)}::${sql.raw(type)}`

/** `visibleEvents` with the caller's grants as parameters, so that the statement is prepared once for all. */
const visible = sql`(
  ${events.isPublic} OR ${events.id} = ANY (${given('grants', 'int[]')}) OR ${events.companyId} = ${given('companyId', 'int')})`

/**
 * A booking is this one statement: it takes a place only where one is left and the slot may be booked at all,
 * and writes the booking and its mails with it. Rivals for the last place wait for each other on the slot's
 * row, and all but one then find none left (design §5).
 */
const takePlace = statement<Attempt, BookingRow>(
  'book-slot',
  sql`
    WITH taken AS (
      UPDATE ${timeSlots} SET booked = booked + 1
      FROM ${events}
      WHERE ${timeSlots.id} = ${given('slotId', 'int')} AND ${events.id} = ${timeSlots.eventId}
        AND ${timeSlots.booked} < ${timeSlots.totalSlots}
        AND ${events.isActive} AND ${visible} AND ${offered}
      RETURNING ${timeSlots.id}, ${timeSlots.companyId}, ${timeSlots.eventId},
        ${timeSlots.slotDate}, ${timeSlots.startTime}, ${timeSlots.endTime}
    ), booked AS (
      INSERT INTO ${bookings}
        (company_id, event_id, time_slot_id, attendee_name, attendee_email, idempotency_key, request_hash)
      SELECT company_id, event_id, id, ${given('attendeeName', 'text')}, ${given('attendeeEmail', 'text')},
        ${given('key', 'text')}, ${given('requestHash', 'text')}
      FROM taken
      RETURNING *
    ), mails AS (${queueBookingMails('booked', 'booked')})
    SELECT booked.id, booked.event_id AS "eventId", booked.time_slot_id AS "timeSlotId",
      booked.attendee_name AS "attendeeName", booked.attendee_email AS "attendeeEmail", booked.status, booked.sequence,
      taken.slot_date AS "slotDate", taken.start_time AS "startTime", taken.end_time AS "endTime"
    FROM booked, taken`,
)

/** What an earlier success with this key was asked for, and the booking it made; the slot is the asked one. */
const findRepeat = statement<Attempt, BookingRow & { requestHash: string; recent: boolean }>(
  'find-booking-repeat',
  sql`
    SELECT ${bookings.id}, ${bookings.eventId} AS "eventId", ${timeSlots.id} AS "timeSlotId",
      ${bookings.attendeeName} AS "attendeeName", ${bookings.attendeeEmail} AS "attendeeEmail", 'active' AS status, 0 AS sequence,
      ${timeSlots.slotDate} AS "slotDate", ${timeSlots.startTime} AS "startTime", ${timeSlots.endTime} AS "endTime",
      ${bookings.requestHash} AS "requestHash", ${bookings.createdAt} > now() - interval '24 hours' AS recent
    FROM ${bookings} JOIN ${timeSlots} ON ${timeSlots.eventId} = ${bookings.eventId}
    WHERE ${timeSlots.id} = ${given('slotId', 'int')} AND ${bookings.idempotencyKey} = ${given('key', 'text')}`,
)

/** Why a slot cannot be booked; no row where the caller may not know of it. */
const explain = statement<Attempt, { isActive: boolean; passed: boolean; offered: boolean; full: boolean }>(
  'explain-refusal',
  sql`
    SELECT ${events.isActive} AS "isActive", ${timeSlots.startsAt} <= now() AS passed, ${offered} AS offered,
      ${timeSlots.booked} >= ${timeSlots.totalSlots} AS full
    FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    WHERE ${timeSlots.id} = ${given('slotId', 'int')} AND ${visible}`,
)

/**
 * Books a place for a visitor (design §5, §7.4).
 *
 * @param slotId the slot, of an event the caller may see
 * @param key the form's Idempotency-Key: a repeat within 24 h answers the first result and takes no second place
 * @returns the booking with the visitor's token as id, and whether it is a repeat's first answer
 * @throws AppError not_found; conflict for an inactive event or a slot that is not offered; passed; full; the
 *   last three with up to three free slots as alternatives; key_reused for a key sent before with other data
 */
export async function bookSlot(
  ctx: Context,
  slotId: number,
  input: BookSlotInput,
  key: string | null,
): Promise<{ booking: VisitorBooking; replayed: boolean }> {
  const { attendeeName, attendeeEmail } = input
  const requestHash = createHash('sha256')
    .update(JSON.stringify([slotId, attendeeName, attendeeEmail]))
    .digest('hex')
  const grants = [...ctx.grants]
  const companyId = ctx.actor?.companyId ?? null
  const attempt: Attempt = { slotId, attendeeName, attendeeEmail, key, requestHash, grants, companyId }

  // A place can come free between the refusal and its explanation; then the booking is tried again.
  for (let tries = 0; tries < 3; tries++) {
    const [booked] = await takePlace(ctx, attempt).catch((error) => {
      if (violates(error, 'bookings_idempotency_key')) return []
      throw error
    })
    if (booked) {
      ctx.wakeMail()
      return { booking: visitorView(ctx, booked), replayed: false }
    }
    const [repeat] = key ? await findRepeat(ctx, attempt) : []
    if (repeat) {
      const { recent, requestHash: firstHash, ...booking } = repeat
      if (!recent || firstHash !== requestHash) throw new AppError('key_reused', bookingMessages.keyReused)
      return { booking: visitorView(ctx, booking), replayed: true }
    }
    await refuse(ctx, attempt)
  }
  throw new AppError('full', bookingMessages.full)
}

/** Throws why the slot cannot be booked; returns where it now could be. */
async function refuse(ctx: Context, attempt: Attempt) {
  const [slot] = await explain(ctx, attempt)
  if (!slot) throw new AppError('not_found', bookingMessages.unavailable)
  if (!slot.isActive) throw new AppError('conflict', bookingMessages.inactive)
  const instead = async () => ({ alternatives: await listAlternatives(ctx, attempt.slotId) })
  if (slot.passed) throw new AppError('passed', bookingMessages.passed, await instead())
  if (!slot.offered) throw new AppError('conflict', bookingMessages.unavailable, await instead())
  if (slot.full) throw new AppError('full', bookingMessages.full, await instead())
}
