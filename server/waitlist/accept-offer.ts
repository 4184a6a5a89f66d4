import type { BookSlotInput, VisitorBooking } from '@trunkshow/contract/bookings/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { waitlistMessages } from '@trunkshow/contract/waitlist/messages.ts'
import { sql } from 'drizzle-orm'
import { bookSlot, type HeldSpots } from '../bookings/book-slot.ts'
import type { Context } from '../context.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { grantOf } from '../platform/http/grants.ts'
import type { UploadedFile } from '../platform/http/uploads.ts'
import { type OpenOffer, offerSpots } from '../slots/offer-spots.ts'
import { getEntry, linkedEntry } from './queries.ts'

/** The attempt to book took no spot, so the offer stays as it was. */
class NotBookedError extends Error {}

/**
 * Turns an offer into a booking: in one transaction the offer is accepted, if it is still open, its spots are freed, and
 * the booking takes them, while the slot's row is locked (decision 056).
 *
 * @param publicId the entry's, as the link named it: if its email was corrected in between, the link accepts nothing
 */
function heldBy(offer: OpenOffer & { spots: number }, publicId: string): HeldSpots {
  const { id, companyId, timeSlotId, spots } = offer
  const slot = sql`time_slots.id = ${timeSlotId} AND time_slots.company_id = ${companyId}`
  const handOver: HeldSpots['handOver'] = (ctx, take) =>
    inTransaction(ctx, async (ctx) => {
      await ctx.db.execute(sql`SELECT FROM time_slots WHERE ${slot} FOR UPDATE`)
      const { rows } = await ctx.db.execute<{ entryId: number }>(sql`
        WITH accepted AS (
          UPDATE waitlist_offers SET state = 'accepted', ended_at = now()
          WHERE id = ${id} AND company_id = ${companyId} AND state = 'open' AND expires_at > now() RETURNING entry_id, spots
        ), freed AS (
          UPDATE time_slots SET booked = booked - accepted.spots FROM accepted WHERE ${slot}
        )
        UPDATE waitlist_entries SET status = 'booked', updated_at = now() FROM accepted
        WHERE waitlist_entries.id = accepted.entry_id AND waitlist_entries.company_id = ${companyId}
          AND waitlist_entries.public_id = ${publicId}
        RETURNING waitlist_entries.id AS "entryId"`)
      if (!rows[0]) throw new AppError('passed', waitlistMessages.offerOver)
      const taken = await take(ctx)
      if (!taken[0]) throw new NotBookedError()
      await ctx.db.execute(sql`
        UPDATE waitlist_offers SET booking_id = ${taken[0].id} WHERE id = ${id} AND company_id = ${companyId}`)
      // The host may have changed how many spots a party takes.
      if (taken[0].spots < spots) await offerSpots(ctx, [timeSlotId])
      return taken
    }).catch((error) => {
      if (error instanceof NotBookedError) return []
      throw error
    })
  return { spots, handOver }
}

/**
 * Books the spots on offer to the guest of a link, with the emails of every booking
 * (docs/product.md, The waitlist).
 *
 * @param given what the event asks besides
 * @throws AppError not_found; passed once the offer is over; conflict if it was accepted already; as `bookSlot`
 */
export async function acceptOffer(
  ctx: Context,
  token: string,
  given: Pick<BookSlotInput, 'phone' | 'answers' | 'questionsVersion'>,
  photos: readonly UploadedFile[] = [],
): Promise<VisitorBooking> {
  const { entry, event, offer } = await getEntry(ctx, linkedEntry(ctx, token))
  if (offer?.state === 'accepted') throw new AppError('conflict', waitlistMessages.alreadyAccepted)
  if (!offer?.isOpen) throw new AppError('passed', waitlistMessages.offerOver)
  const { attendeeName, attendeeEmail, partySize } = entry
  const input = { attendeeName, attendeeEmail, partySize, ...given }
  // The link to an offer also opens its event.
  const granted = { ...ctx, grants: [...ctx.grants, grantOf(event)] }
  const { booking } = await bookSlot(
    granted,
    offer.timeSlotId,
    input,
    null,
    photos,
    heldBy({ ...offer, companyId: entry.companyId }, entry.publicId),
  )
  return booking
}
