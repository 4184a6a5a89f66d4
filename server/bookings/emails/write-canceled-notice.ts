import { sql } from 'drizzle-orm'
import { hostEmail } from './compose-host-email.tsx'
import { always, type Subject } from './write-about-booking.ts'

/** Counts the spots of a canceled booking that went to the waitlist: the same transaction offered them. */
async function countOffered({ ctx, booking, notification }: Subject): Promise<number> {
  const { rows } = await ctx.db.execute<{ spots: number }>(sql`
    SELECT coalesce(sum(offer.spots), 0)::int AS spots
    FROM email_notifications AS mail JOIN waitlist_offers AS offer ON offer.created_at = mail.created_at
    WHERE mail.id = ${notification.id} AND offer.company_id = ${notification.companyId}
      AND offer.time_slot_id = ${booking.timeSlotId}`)
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
