import { sql } from 'drizzle-orm'
import { hostEmail } from './compose-host-email.tsx'
import { always, type Subject } from './write-about-booking.ts'

/** Counts the spots that went to the waitlist because a booking was canceled. */
async function countOffered({ ctx, booking, notification }: Subject): Promise<number> {
  const { rows } = await ctx.db.execute<{ spots: number }>(sql`
    SELECT coalesce(sum(offer.spots), 0)::int AS spots
    FROM waitlist_offer_causes AS cause
    JOIN waitlist_offers AS offer ON offer.id = cause.offer_id AND offer.company_id = cause.company_id
    WHERE cause.booking_id = ${booking.id} AND cause.company_id = ${notification.companyId}`)
  return rows[0]!.spots
}

export const canceledNotice = hostEmail({
  subject: 'Booking canceled',
  lead: async (subject) => {
    const { spots } = subject.booking
    const freed = spots === 1 ? 'The spot is' : `The ${spots} spots are`
    const offered = await countOffered(subject)
    if (offered === 0) return `no longer has an appointment. ${freed} open again.`
    if (offered >= spots) return `no longer has an appointment. ${freed} offered to the waitlist.`
    return `no longer has an appointment. Of the ${spots} spots, ${offered} ${offered === 1 ? 'is' : 'are'} offered to the waitlist.`
  },
  isAccurate: always,
})
