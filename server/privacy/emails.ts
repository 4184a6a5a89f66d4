import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { DATA_LINK_HOURS } from '@trunkshow/contract/privacy/rules.ts'
import { eq, sql } from 'drizzle-orm'
import { findBookingOfEmail } from '../bookings/queries.ts'
import { users } from '../platform/db/schema/company.ts'
import { linkTo } from '../platform/http/tokens.ts'
import type { EmailWriter } from '../platform/mail/drain-outbox.ts'
import { greet } from '../platform/mail/guest-names.ts'
import { guestDataCap } from '../platform/mail/limits.ts'
import { addressGuest } from '../platform/mail/notices.ts'
import type { EmailContext, Notification } from '../platform/mail/outbox.ts'
import { getEntry } from '../waitlist/queries.ts'

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
const guestData: EmailWriter = async (ctx, notification) => {
  const found = await findGuestOfEmail(ctx, notification)
  if (!found) return null
  const { attendeeName: name, attendeeEmail: address, publicId } = found.guest
  if (!address) return null
  const { event } = found
  const href = linkTo(ctx.config, 'guest-data', publicId, notification.id)
  return {
    ...(await addressGuest(ctx, event, { name, address })),
    cap: guestDataCap,
    subject: `Your data with ${event.hostName}`,
    preview: `Download or delete what ${event.hostName} keeps about you`,
    heading: 'Your data',
    lead: `${greet(name)}, use this link to download what ${event.hostName} keeps about you, or to delete it.`,
    facts: [['Hosted by', event.hostName]],
    action: { label: 'Download or delete your data', href },
    note: `The link works for ${DATA_LINK_HOURS} hours. If you didn’t ask for it, ignore this email: nothing changes.`,
  }
}

/** Notifies the owner. Only the log names the customer, so that no email contains a name that may be erased. */
const dataRequest: EmailWriter = async (ctx, { userId }) => {
  const [owner] = await ctx.db
    .select({ name: users.name, email: users.email })
    .from(users)
    .where(eq(users.id, userId ?? 0))
  if (!owner?.email) return null
  return {
    to: { name: owner.name, address: owner.email },
    subject: 'A customer asked for their data',
    preview: 'Shopify forwarded a customer’s request',
    lead: 'Shopify forwarded a customer’s request. The activity log says whose. Open the customer’s history, choose Download data, and send them the file.',
    action: { label: 'See who in the activity log', href: ctx.config.publicUrl + paths.activity() },
    note: 'You have 30 days to answer a request.',
  }
}

export const privacyEmails = {
  guest_data: guestData,
  data_request_notice: dataRequest,
} satisfies Partial<Record<EmailType, EmailWriter>>
