import { formatDateRange } from '@trunkshow/contract/dates.ts'
import { paths } from '@trunkshow/contract/paths.ts'
import { and, eq, sql } from 'drizzle-orm'
import { eventCoHosts, events } from '../db/schema/events.ts'
import { signLink } from '../http/tokens.ts'
import type { MailWriter } from '../mail/drain-outbox.ts'
import { Letter } from '../mail/letter.tsx'
import { invitationCap } from '../mail/recipient-caps.ts'

/** The link to one event, as long as nobody has used it and the invitation stands. */
const coHostInvitation: MailWriter = async (ctx, { coHostId }) => {
  const [invited] = await ctx.db
    .select({
      id: eventCoHosts.id,
      email: eventCoHosts.invitedEmail,
      event: events.name,
      hostName: events.hostName,
      eventDate: events.eventDate,
      endDate: events.endDate,
    })
    .from(eventCoHosts)
    .innerJoin(events, eq(events.id, eventCoHosts.eventId))
    .where(and(eq(eventCoHosts.id, coHostId ?? 0), sql`NOT ${eventCoHosts.isActive}`))
  if (!invited) return null
  const { id, email, event, hostName, eventDate, endDate } = invited
  return {
    to: { name: '', address: email },
    cap: invitationCap,
    subject: `${hostName} invites you to host ${event}`,
    body: (
      <Letter
        preview={`Manage the bookings of ${event}`}
        heading="Host a show together"
        facts={[
          ['Show', event],
          ['Date', formatDateRange(eventDate, endDate)],
          ['Hosted by', hostName],
        ]}
        action={{
          label: 'Accept the invitation',
          href: ctx.config.publicUrl + paths.coHostInvitation(signLink(ctx.config, 'co-host', id, 0)),
        }}
        note="The link is good for 7 days and can be used once, by the account of this address. If you do not know the host, ignore this mail."
      >
        {hostName} invites you to manage the time slots and bookings of this show.
      </Letter>
    ),
  }
}

export const eventEmails = { co_host_invitation: coHostInvitation }
