import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import { spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import { isDate } from '@trunkshow/contract/dates.ts'
import { AppError, fieldError, tooMany } from '@trunkshow/contract/errors.ts'
import { waitlistMessages } from '@trunkshow/contract/waitlist/messages.ts'
import { MIN_NOTICE_MINUTES, RETURNS_PER_DAY } from '@trunkshow/contract/waitlist/rules.ts'
import type { JoinWaitlistInput } from '@trunkshow/contract/waitlist/schema.ts'
import { type SQL, sql } from 'drizzle-orm'
import { isTrustedNetwork } from '../bookings/take-spot.ts'
import type { Context } from '../context.ts'
import { contactOf, type EventRow } from '../events/queries.ts'
import { timeSlots } from '../platform/db/schema/bookings.ts'
import { events } from '../platform/db/schema/events.ts'
import { waitlistEntries } from '../platform/db/schema/waitlist.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { bookingLimits, networkOf } from '../platform/http/guards/rate-limits.ts'
import { inMailTransaction, typeAndAudience } from '../platform/mail/outbox.ts'
import { lockWaitlist } from '../slots/offer-spots.ts'
import { offered } from '../slots/queries.ts'
import { getEntry, linkedEntry } from './queries.ts'

interface Target {
  slotId: number | null
  date: string | null
}

function targetOf(waitsFor: string): Target {
  if (waitsFor === 'event') return { slotId: null, date: null }
  return isDate(waitsFor) ? { slotId: null, date: waitsFor } : { slotId: Number(waitsFor), date: null }
}

/** Locks what offering locks, in its order, so that a spot freed at the same time is seen here or offered to this guest. */
async function lockTarget({ db }: Context, eventId: number, { slotId }: Target) {
  await db.execute(sql`SELECT FROM events WHERE id = ${eventId} FOR KEY SHARE`)
  if (slotId)
    await db.execute(sql`SELECT FROM time_slots WHERE id = ${slotId} AND event_id = ${eventId} FOR KEY SHARE`)
  await lockWaitlist({ db }, sql`SELECT ${eventId}::int`)
}

/**
 * Refuses to wait for what is open, over, or too small for the party.
 *
 * @throws AppError not_found; conflict; full; passed
 */
async function assertWaitable({ db }: Context, event: EventRow, { slotId, date }: Target, partySize: number) {
  if (!event.isActive) throw new AppError('conflict', bookingMessages.inactive)
  if (!event.hasWaitlist) throw new AppError('conflict', waitlistMessages.off)
  if (partySize > event.maxPartySize) {
    throw fieldError('invalid', 'partySize', bookingMessages.partyTooLarge(event.maxPartySize))
  }
  const spots = spotsOf(event, partySize)
  const { rows } = await db.execute<{ hasRoom: boolean; ever: boolean; known: boolean; inTime: boolean }>(sql`
    SELECT coalesce(bool_or(${offered} AND ${timeSlots.booked} + ${spots} <= ${timeSlots.totalSlots}), false) AS "hasRoom",
      coalesce(bool_or(${offered} AND ${timeSlots.startsAt} > now() + ${MIN_NOTICE_MINUTES} * interval '1 minute'), false)
        AS "inTime",
      coalesce(bool_or(${offered} AND ${timeSlots.totalSlots} >= ${spots}), false) AS ever, count(*) > 0 AS known
    FROM ${timeSlots} JOIN ${events} ON ${events.id} = ${timeSlots.eventId}
    WHERE ${timeSlots.eventId} = ${event.id} AND (${slotId}::int IS NULL OR ${timeSlots.id} = ${slotId}::int)
      AND (${date}::date IS NULL OR ${timeSlots.slotDate} = ${date}::date)`)
  const { hasRoom, ever, known, inTime } = rows[0]!
  if (!known) throw new AppError('not_found', waitlistMessages.targetRequired)
  if (hasRoom) throw new AppError('conflict', waitlistMessages.hasRoom)
  if (!inTime) throw new AppError('passed', waitlistMessages.tooLate)
  if (!ever) throw new AppError('full', waitlistMessages.neverFits(spots))
}

/** Makes others who join from the network or with the email wait, so that what is counted stays true until the commit. */
async function lockLimits({ db }: Context, email: string, network: string | null) {
  if (network === null) return
  await db.execute(sql`
    SELECT pg_advisory_xact_lock(hashtextextended('joins of ' || lower(${email}), 0)),
      pg_advisory_xact_lock(hashtextextended('joins by ' || ${network}::text, 0))`)
}

const { perNetwork, perEvent, trusted, perAttendee } = bookingLimits

/**
 * Counts stored entries under the lock of `lockLimits`, as bookings are counted: a network gets a share of the event
 * (decisions 008 and 031).
 *
 * @throws AppError too_many
 */
async function assertWithinLimits(
  { db, actor }: Context,
  event: EventRow,
  email: string,
  network: string | null,
) {
  if (network === null) return
  const isStaff = actor?.companyId === event.companyId || Boolean(actor?.coHostOf.includes(event.id))
  const joined = (which: SQL, { seconds }: { seconds: number }, counted = sql`count(*)`) => sql`(
    SELECT ${counted} FROM ${waitlistEntries}
    WHERE ${which} AND ${waitlistEntries.createdAt} > now() - ${seconds} * interval '1 second')`
  const fromNetwork = sql`${waitlistEntries.networkHash} = ${network}`
  const hasEmail = sql`lower(${waitlistEntries.attendeeEmail}) = lower(${email})`
  const spots = event.spotPerGuest ? sql`coalesce(sum(${waitlistEntries.partySize}), 0)` : sql`count(*)`
  const { rows } = await db.execute<{ isNetworkOver: boolean; isEmailOver: boolean }>(sql`
    SELECT ${joined(hasEmail, perAttendee)} >= ${perAttendee.count} AS "isEmailOver",
      CASE WHEN ${isStaff} OR ${isTrustedNetwork(sql`${network}`)}
        THEN ${joined(fromNetwork, trusted)} >= ${trusted.count}
        ELSE ${joined(fromNetwork, perNetwork)} >= ${perNetwork.count}
          OR ${joined(sql`${fromNetwork} AND ${waitlistEntries.eventId} = ${events.id}`, perEvent, spots)}
            >= greatest(${perEvent.minimum}, (
              SELECT sum(${timeSlots.totalSlots}) / ${perEvent.share} FROM ${timeSlots}
              WHERE ${timeSlots.eventId} = ${events.id} AND ${timeSlots.isAvailable} AND ${timeSlots.startsAt} > now()))
      END AS "isNetworkOver"
    FROM ${events} WHERE ${events.id} = ${event.id} AND ${events.companyId} = ${event.companyId}`)
  if (rows[0]?.isNetworkOver)
    throw tooMany(waitlistMessages.tooManyFromNetwork(contactOf(event)), perEvent.seconds)
  if (rows[0]?.isEmailOver) throw tooMany(waitlistMessages.tooManyForAttendee, perAttendee.seconds)
}

/**
 * Refuses one who lets offers pass and comes back over and over: two such guests would keep a spot from all others.
 *
 * @throws AppError too_many
 */
async function assertMayReturn({ db }: Context, { id, companyId }: EventRow, email: string) {
  const { rows } = await db.execute<{ passed: number }>(sql`
    SELECT count(*)::int AS passed
    FROM waitlist_entries JOIN waitlist_offers ON waitlist_offers.entry_id = waitlist_entries.id
    WHERE waitlist_entries.company_id = ${companyId} AND waitlist_entries.event_id = ${id}
      AND lower(attendee_email) = lower(${email}) AND state IN ('declined', 'expired')
      AND ended_at > now() - interval '1 day'`)
  if (rows[0]!.passed > RETURNS_PER_DAY) throw tooMany(waitlistMessages.returnedTooOften, perAttendee.seconds)
}

const lastRank = (eventId: number) => sql`(
  SELECT coalesce(max(last.rank), 0) + 1 FROM waitlist_entries AS last WHERE last.event_id = ${eventId})`

/**
 * Puts a guest on the waitlist of an event that they may see, and emails them the link to leave
 * (docs/product.md, The waitlist). One who is on it already stays there, once; the answer is the same.
 *
 * @throws AppError invalid for a party larger than the event allows; conflict when it has no waitlist, is inactive, or has
 *   an open spot for them; passed; full when no slot has as many spots; too_many
 */
export async function joinWaitlist(ctx: Context, event: EventRow, input: JoinWaitlistInput): Promise<void> {
  const { attendeeName, attendeeEmail, partySize } = input
  const target = targetOf(input.waitsFor)
  const network = ctx.config.rateLimit ? networkOf(ctx.config, ctx.address) : null
  await inMailTransaction(ctx, async (ctx) => {
    await lockLimits(ctx, attendeeEmail, network)
    await lockTarget(ctx, event.id, target)
    await assertWaitable(ctx, event, target, partySize)
    await assertMayReturn(ctx, event, attendeeEmail)
    await assertWithinLimits(ctx, event, attendeeEmail, network)
    await ctx.db.execute(sql`
      WITH joined AS (
        INSERT INTO waitlist_entries
          (company_id, event_id, time_slot_id, slot_date, attendee_name, attendee_email, party_size, network_hash, rank)
        VALUES (${event.companyId}, ${event.id}, ${target.slotId}, ${target.date}, ${attendeeName}, ${attendeeEmail},
          ${partySize}, ${network}, ${lastRank(event.id)})
        ON CONFLICT DO NOTHING
        RETURNING id, company_id
      )
      INSERT INTO email_notifications (company_id, waitlist_entry_id, email_type, audience)
      SELECT company_id, id, ${typeAndAudience('waitlist_joined')} FROM joined`)
  })
}

/**
 * Puts the guest of a link on the list again, at its end, for the same as before. It changes nothing for one who waits.
 *
 * @throws AppError not_found; as `joinWaitlist`; conflict if the host removed them;
 *   too_many
 */
export async function joinAgain(ctx: Context, token: string): Promise<void> {
  const scope = linkedEntry(ctx, token)
  await inTransaction(ctx, async (ctx) => {
    const { entry, event } = await getEntry(ctx, scope)
    const target = { slotId: entry.timeSlotId, date: entry.slotDate }
    await lockTarget(ctx, event.id, target)
    if (entry.status === 'removed') throw new AppError('conflict', waitlistMessages.tooLate)
    await assertWaitable(ctx, event, target, entry.partySize)
    await assertMayReturn(ctx, event, entry.attendeeEmail)
    await ctx.db.execute(sql`
      UPDATE waitlist_entries SET status = 'waiting', rank = ${lastRank(event.id)}, updated_at = now()
      WHERE id = ${entry.id} AND company_id = ${event.companyId} AND status IN ('declined', 'expired', 'left')
        AND NOT EXISTS (
          SELECT FROM waitlist_entries AS other
          WHERE other.event_id = waitlist_entries.event_id AND other.status IN ('waiting', 'offered')
            AND lower(other.attendee_email) = lower(waitlist_entries.attendee_email)
            AND other.time_slot_id IS NOT DISTINCT FROM waitlist_entries.time_slot_id
            AND other.slot_date IS NOT DISTINCT FROM waitlist_entries.slot_date)`)
  })
}
