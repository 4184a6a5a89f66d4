import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { formatDate, formatDay, formatTime } from '@trunkshow/contract/dates.ts'
import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { formatSlotTime } from '@trunkshow/contract/zones.ts'
import { sql } from 'drizzle-orm'
import { eventView } from '../events/queries.ts'
import { databaseNow } from '../platform/db/transaction.ts'
import { linkTo } from '../platform/http/tokens.ts'
import type { EmailWriter } from '../platform/mail/drain-outbox.ts'
import { type Fact, placeFacts } from '../platform/mail/email-layout.tsx'
import { greet } from '../platform/mail/guest-names.ts'
import { addressGuest } from '../platform/mail/notices.ts'
import type { EmailContext, Notification } from '../platform/mail/outbox.ts'
import { zoneOf } from '../zones.ts'
import { deadlineOf, getEntry, targetOf } from './queries.ts'

const note = 'You’re receiving this because this email was used to join a waitlist.'

/** Finds the entry that an outbox row is about; null once its guest was erased. */
async function findEntry(ctx: EmailContext, { waitlistEntryId, companyId }: Notification) {
  if (waitlistEntryId === null) return null
  const found = await getEntry(
    ctx,
    sql`waitlist_entries.id = ${waitlistEntryId} AND waitlist_entries.company_id = ${companyId}`,
  )
  return found.entry.attendeeEmail ? found : null
}

type Found = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** What both emails have. */
async function frameOf(ctx: EmailContext, { entry, event }: Found) {
  const view = eventView(event, null)
  return {
    addressed: await addressGuest(ctx, event, { name: entry.attendeeName, address: entry.attendeeEmail }),
    hello: greet(entry.attendeeName),
    href: linkTo(ctx.config, 'waitlist', entry.publicId),
    facts: [
      ...(entry.partySize > 1 || event.maxPartySize > 1
        ? ([['Party', peopleOf(entry.partySize)]] as Fact[])
        : []),
      ...placeFacts(view.location),
      ['Hosted by', event.hostName],
    ] as Fact[],
  }
}

/** Says what the guest waits for, with the link to leave. Dropped once they no longer wait. */
const joined: EmailWriter = async (ctx, notification) => {
  const found = await findEntry(ctx, notification)
  if (found?.entry.status !== 'waiting') return null
  const { event } = found
  const { addressed, hello, href, facts } = await frameOf(ctx, found)
  return {
    ...addressed,
    subject: `You’re on the waitlist: ${event.name}`,
    preview: `${event.name}: ${targetOf(found)}`,
    heading: 'You’re on the Waitlist',
    lead: `${hello}, we’ll email you if a spot opens up. It isn’t booked until you accept it.`,
    facts: [['Event', event.name], ['Waiting for', targetOf(found)], ...facts],
    action: { label: 'See or leave the waitlist', href },
    note,
  }
}

/** The offer, with its deadline. Dropped once it is no longer open. */
const offered: EmailWriter = async (ctx, notification) => {
  const found = await findEntry(ctx, notification)
  const offer = found?.offer
  if (!found || offer?.id !== notification.sequence || !offer.isOpen) return null
  const { event } = found
  const zone = zoneOf(event.timeZone)
  const until = deadlineOf(offer.until, zone, await databaseNow(ctx))
  const { addressed, hello, href, facts } = await frameOf(ctx, found)
  const when = `${formatDate(offer.slotDate)} at ${formatTime(offer.startTime)}`
  return {
    ...addressed,
    subject: `A spot opened up: ${event.name}, ${when}`,
    preview: `Yours until ${until}`,
    heading: 'A Spot Opened Up',
    lead: `${hello}, ${offer.spots === 1 ? 'a spot is' : `${offer.spots} spots are`} yours until ${until}. After that, we’ll offer ${offer.spots === 1 ? 'it' : 'them'} to the next guest.`,
    facts: [
      ['Event', event.name],
      ['Date', formatDay(offer.slotDate)],
      ['Time', formatSlotTime(offer, zone)],
      ...facts,
      ['Accept by', until],
    ],
    action: { label: 'See your offer', href },
    note,
  }
}

export const waitlistEmails = {
  waitlist_joined: joined,
  waitlist_offer: offered,
} satisfies Partial<Record<EmailType, EmailWriter>>
