import { paths } from '@trunkshow/contract/paths.ts'
import { DATA_LINK_HOURS } from '@trunkshow/contract/privacy/rules.ts'
import { sql } from 'drizzle-orm'
import { findBookingOfEmail } from '../../bookings/queries.ts'
import { signLink } from '../../platform/http/tokens.ts'
import type { EmailContext } from '../../platform/mail/claim-next.ts'
import type { EmailWriter } from '../../platform/mail/drain-outbox.ts'
import { greet } from '../../platform/mail/guest-names.ts'
import { Letter } from '../../platform/mail/letter/letter.tsx'
import type { Notification } from '../../platform/mail/message.ts'
import { addressGuest } from '../../platform/mail/notices.ts'
import { guestDataCap } from '../../platform/mail/recipient-caps.ts'
import { getEntry } from '../../waitlist/queries.ts'

/** Returns the guest of the booking or the place on a waitlist that an outbox row is about. */
async function findGuestOfEmail(ctx: EmailContext, notification: Notification) {
  const { waitlistEntryId: id, companyId } = notification
  if (id !== null) {
    const { entry, event } = await getEntry(
      ctx,
      sql`waitlist_entries.id = ${id} AND waitlist_entries.company_id = ${companyId}`,
    )
    return { guest: entry, event }
  }
  const found = await findBookingOfEmail(ctx, notification)
  return found ? { guest: found.booking, event: found.event } : null
}

/** Writes the link to a guest's data, sent only to their own mailbox (decision 034). */
export const guestData: EmailWriter = async (ctx, notification) => {
  const found = await findGuestOfEmail(ctx, notification)
  if (!found) return null
  const { attendeeName: name, attendeeEmail: address, publicId } = found.guest
  if (!address) return null
  const { event } = found
  const link = paths.myData(signLink(ctx.config, 'guest-data', publicId, notification.id))
  return {
    ...(await addressGuest(ctx, event, { name, address })),
    cap: guestDataCap,
    subject: `Your data with ${event.hostName}`,
    body: (
      <Letter
        preview={`Download or delete what ${event.hostName} keeps about you`}
        heading="Your data"
        facts={[['Hosted by', event.hostName]]}
        action={{ label: 'Download or delete your data', href: ctx.config.publicUrl + link }}
        note={`The link works for ${DATA_LINK_HOURS} hours. If you didn’t ask for it, ignore this email: nothing changes.`}
      >
        {greet(name)}, use this link to download what {event.hostName} keeps about you, or to delete it.
      </Letter>
    ),
  }
}
