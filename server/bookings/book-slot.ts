import { createHash } from 'node:crypto'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { BookSlotInput, VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import type { Context } from '../context.ts'
import { isRetryable, violates } from '../db/errors.ts'
import { callerOf } from '../events/queries.ts'
import { bookingLimits } from '../http/guards/limits.ts'
import { networkOf } from '../http/guards/network.ts'
import { bookingsMade, countRefusal } from '../metrics/registry.ts'
import { listAlternatives } from '../slots/queries.ts'
import { visitorView } from './queries.ts'
import { type Attempt, explainRefusal, findRepeat, takeSpot } from './take-spot.ts'

/**
 * Books a guest's party into a slot (docs/product.md, Booking a spot).
 *
 * @param slotId a slot of an event the caller may see
 * @param key the form's Idempotency-Key: a retry within 24 hours returns the first booking and takes no further spots
 * @returns the booking with the guest's token as id, and whether it was replayed
 * @throws AppError not_found; too_many beyond `bookingLimits`; invalid for a party larger than the event allows; conflict for an inactive event or a slot that is not
 *   offered; passed; full; the last three with up to three alternatives; key_reused for a key sent with other data
 */
export async function bookSlot(
  ctx: Context,
  slotId: number,
  input: BookSlotInput,
  key: string | null,
): Promise<{ booking: VisitorBooking; replayed: boolean }> {
  try {
    return await book(ctx, slotId, input, key)
  } catch (error) {
    if (error instanceof AppError) countRefusal(error.code)
    throw error
  }
}

async function book(
  ctx: Context,
  slotId: number,
  input: BookSlotInput,
  key: string | null,
): ReturnType<typeof bookSlot> {
  const { attendeeName, attendeeEmail, partySize } = input
  const requestHash = createHash('sha256')
    .update(JSON.stringify([slotId, attendeeName, attendeeEmail, ...(partySize > 1 ? [partySize] : [])]))
    .digest('hex')
  const network = ctx.config.rateLimit ? networkOf(ctx.config, ctx.address) : null
  const attempt: Attempt = {
    slotId,
    attendeeName,
    attendeeEmail,
    partySize,
    key,
    requestHash,
    ...callerOf(ctx),
    network,
  }

  // A spot can open up between the refusal and its explanation, so the booking is retried.
  for (let tries = 0; tries < 3; tries++) {
    const [booked] = await takeSpot(ctx, attempt).catch((error) => {
      // A retry can deadlock with a reschedule of its first booking: each waits for the row that the other has locked.
      if (violates(error, 'bookings_idempotency_key') || isRetryable(error)) return []
      throw error
    })
    if (booked) {
      ctx.wakeEmailWorker()
      bookingsMade.inc()
      return { booking: visitorView(ctx, booked), replayed: false }
    }
    const [repeat] = key ? await findRepeat(ctx, attempt) : []
    if (repeat) {
      const { recent, requestHash: firstHash, ...booking } = repeat
      if (!recent || firstHash !== requestHash) throw new AppError('key_reused', bookingMessages.keyReused)
      return { booking: visitorView(ctx, booking), replayed: true }
    }
    await throwRefusal(ctx, attempt)
  }
  throw new AppError('full', bookingMessages.full)
}

/** Throws the reason why the slot cannot be booked; returns if it has become bookable. */
async function throwRefusal(ctx: Context, attempt: Attempt) {
  const [slot] = await explainRefusal(ctx, attempt)
  if (!slot) throw new AppError('not_found', bookingMessages.unavailable)
  if (!slot.isActive) throw new AppError('conflict', bookingMessages.inactive)
  if (slot.networkWait > 0) {
    const { hostName, contactEmail, networkWait: retryAfter } = slot
    const host = contactEmail ? `${hostName} at ${contactEmail}` : hostName
    throw new AppError('too_many', bookingMessages.tooManyFromNetwork(host), { retryAfter })
  }
  if (!slot.isAttendeeWithinLimit) {
    throw new AppError('too_many', bookingMessages.tooManyForAttendee, {
      retryAfter: bookingLimits.perAttendee.seconds,
    })
  }
  if (slot.passed && slot.ended) throw new AppError('passed', eventMessages.ended)
  const { maxPartySize, spots, spotsLeft } = slot
  if (attempt.partySize > maxPartySize) {
    const message = bookingMessages.partyTooLarge(maxPartySize)
    throw new AppError('invalid', message, { fields: { partySize: message } })
  }
  const withAlternatives = async () => ({ alternatives: await listAlternatives(ctx, attempt.slotId, spots) })
  if (slot.passed) throw new AppError('passed', bookingMessages.passed, await withAlternatives())
  if (!slot.offered) throw new AppError('conflict', bookingMessages.unavailable, await withAlternatives())
  if (spotsLeft < spots)
    throw new AppError('full', bookingMessages.tooFewSpots(spotsLeft, spots), await withAlternatives())
}
