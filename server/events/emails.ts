import { formatDateRange } from '@trunkshow/contract/dates.ts'
import type { EmailType } from '@trunkshow/contract/emails/rules.ts'
import { and, eq, sql } from 'drizzle-orm'
import { eventCoHosts, events } from '../platform/db/schema/events.ts'
import { linkTo } from '../platform/http/tokens.ts'
import type { EmailWriter } from '../platform/mail/drain-outbox.ts'
import { invitationCap } from '../platform/mail/limits.ts'

/** Invites a co-host to one event, unless the invitation was accepted or withdrawn. */
const coHostInvitation: EmailWriter = async (ctx, { coHostId }) => {
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
    preview: `Manage bookings for ${event}`,
    heading: 'Co-host an event',
    lead: `${hostName} invites you to manage the time slots and bookings of this event.`,
    facts: [
      ['Event', event],
      ['Date', formatDateRange(eventDate, endDate)],
      ['Hosted by', hostName],
    ],
    action: {
      label: 'Accept invitation',
      href: linkTo(ctx.config, 'co-host', id, 0),
    },
    note: 'This link expires in 7 days and works once, for an account with this email address. If you don’t know the host, you can ignore this email.',
  }
}

export const eventEmails = { co_host_invitation: coHostInvitation } satisfies Partial<
  Record<EmailType, EmailWriter>
>
