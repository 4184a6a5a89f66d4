import { and, eq, isNull, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { bookings } from '../../platform/db/schema/bookings.ts'
import { getBooking, linkedBooking } from '../queries.ts'

/**
 * Notes that the guest of a link is coming, for the host to see (docs/product.md, Reminders). Once noted, it stays until
 * the booking moves.
 *
 * @returns whether it is noted; not for a booking that is canceled or has begun
 * @throws AppError not_found for a link with a wrong signature
 */
export async function sayComing(ctx: Context, token: string): Promise<boolean> {
  const scope = linkedBooking(ctx, token)
  await ctx.db
    .update(bookings)
    .set({ comingAt: sql`now()` })
    .where(
      and(
        scope,
        eq(bookings.status, 'active'),
        isNull(bookings.comingAt),
        sql`EXISTS (
          SELECT FROM time_slots WHERE time_slots.id = ${bookings.timeSlotId} AND time_slots.starts_at > now())`,
      ),
    )
  const { booking } = await getBooking(ctx, scope)
  return booking.isComing && booking.status === 'active'
}
