import { createHash } from 'node:crypto'
import { bookingMessages } from '@trunkshow/contract/bookings/messages.ts'
import type { BookSlotInput, VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import type { Context } from '../context.ts'
import { mayRunAgain, violates } from '../db/errors.ts'
import { callerOf } from '../events/queries.ts'
import { bookingLimits } from '../http/guards/limits.ts'
import { networkOf } from '../http/guards/network.ts'
import { listAlternatives } from '../slots/queries.ts'
import { visitorView } from './queries.ts'
import { type Attempt, explain, findRepeat, takePlace } from './take-place.ts'

/**
 * Books a place for a visitor (docs/product.md, Booking a spot).
 *
 * @param slotId the slot, of an event the caller may see
 * @param key the form's Idempotency-Key: a repeat within 24 h answers the first result and takes no second place
 * @returns the booking with the visitor's token as id, and whether it is a repeat's first answer
 * @throws AppError not_found; too_many beyond the limits of `bookingLimits`; conflict for an inactive event or a slot that is not offered; passed; full; the
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
  const network = ctx.config.rateLimit ? networkOf(ctx.config, ctx.address) : null
  const attempt: Attempt = {
    slotId,
    attendeeName,
    attendeeEmail,
    key,
    requestHash,
    ...callerOf(ctx),
    network,
  }

  // A place can come free between the refusal and its explanation; then the booking is tried again.
  for (let tries = 0; tries < 3; tries++) {
    const [booked] = await takePlace(ctx, attempt).catch((error) => {
      // A repeat while its first booking moves: the move waits for the slot this took, this for the booking.
      if (violates(error, 'bookings_idempotency_key') || mayRunAgain(error)) return []
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
  if (slot.networkWait > 0) {
    const { hostName, contactEmail, networkWait: retryAfter } = slot
    const host = contactEmail ? `${hostName} at ${contactEmail}` : hostName
    throw new AppError('too_many', bookingMessages.tooManyFromNetwork(host), { retryAfter })
  }
  if (!slot.attendeeHasRoom) {
    throw new AppError('too_many', bookingMessages.tooManyForAttendee, {
      retryAfter: bookingLimits.perAttendee.seconds,
    })
  }
  if (slot.passed && slot.ended) throw new AppError('passed', eventMessages.ended)
  const instead = async () => ({ alternatives: await listAlternatives(ctx, attempt.slotId) })
  if (slot.passed) throw new AppError('passed', bookingMessages.passed, await instead())
  if (!slot.offered) throw new AppError('conflict', bookingMessages.unavailable, await instead())
  if (slot.full) throw new AppError('full', bookingMessages.full, await instead())
}
