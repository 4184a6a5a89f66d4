import { peopleOf } from '@trunkshow/contract/bookings/rules.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { sql } from 'drizzle-orm'
import { eventView } from '../../events/queries.ts'
import { signId } from '../../platform/http/tokens.ts'
import type { EmailContext } from '../../platform/mail/claim-next.ts'
import { greet } from '../../platform/mail/guest-names.ts'
import { type Fact, placeFacts } from '../../platform/mail/letter/letter.tsx'
import type { Notification } from '../../platform/mail/message.ts'
import { addressGuest } from '../../platform/mail/notices.ts'
import { getEntry } from '../queries.ts'

export const note = 'You’re receiving this because this email was used to join a waitlist.'

/** Finds the entry that an outbox row is about; null once its guest was erased. */
export async function findEntry(ctx: EmailContext, { waitlistEntryId, companyId }: Notification) {
  if (waitlistEntryId === null) return null
  const found = await getEntry(
    ctx,
    sql`waitlist_entries.id = ${waitlistEntryId} AND waitlist_entries.company_id = ${companyId}`,
  )
  return found.entry.attendeeEmail ? found : null
}

type Found = NonNullable<Awaited<ReturnType<typeof findEntry>>>

/** What both emails have. */
export async function frameOf(ctx: EmailContext, { entry, event }: Found) {
  const view = eventView(event, null)
  return {
    addressed: await addressGuest(ctx, event, { name: entry.attendeeName, address: entry.attendeeEmail }),
    hello: greet(entry.attendeeName),
    href: ctx.config.publicUrl + paths.waitlist(signId(ctx.config, 'waitlist', entry.publicId)),
    facts: [
      ...(entry.partySize > 1 || event.maxPartySize > 1
        ? ([['Party', peopleOf(entry.partySize)]] as Fact[])
        : []),
      ...placeFacts(view.location),
      ['Hosted by', event.hostName],
    ] as Fact[],
  }
}
