import { AppError } from '@trunkshow/contract/errors.ts'
import { eventMessages } from '@trunkshow/contract/events/messages.ts'
import type { CoHostInvitation } from '@trunkshow/contract/events/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { eventCoHosts, events } from '../platform/db/schema/events.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isLink, readLinkId } from '../platform/http/tokens.ts'
import { assignEmail } from '../session/confirm-email.ts'

/** Whether a co-host's link has not expired. */
const isFresh = sql`${eventCoHosts.createdAt} > now() - interval '7 days'`

/** Logs that a co-host was invited to an event, joined it, or was removed. */
export function recordCoHost(
  ctx: Pick<Context, 'db' | 'actor'>,
  activity: 'coHost.invited' | 'coHost.joined' | 'coHost.removed',
  { companyId, eventId, name, email }: { companyId: number; eventId: number; name: string; email: string },
) {
  const gone = activity === 'coHost.removed'
  return recordActivity(ctx, {
    companyId,
    activity,
    subject: 'event',
    subjectId: eventId,
    subjectName: name,
    changes: [{ field: 'coHost', from: gone ? email : null, to: gone ? null : email }],
  })
}

/** Returns the open invitation of a link. @throws AppError not_found */
async function openInvitation(ctx: Context, token: string) {
  const id = readLinkId(token) ?? 0
  const [found] = await ctx.db
    .select({
      companyId: eventCoHosts.companyId,
      eventId: events.id,
      eventName: events.name,
      hostName: events.hostName,
      eventDate: events.eventDate,
      endDate: events.endDate,
      invitedEmail: eventCoHosts.invitedEmail,
    })
    .from(eventCoHosts)
    .innerJoin(events, eq(events.id, eventCoHosts.eventId))
    .where(and(eq(eventCoHosts.id, id), sql`NOT ${eventCoHosts.isActive}`, isFresh))
  if (!found || !isLink(ctx.config, 'co-host', id, 0, token)) {
    throw new AppError('not_found', eventMessages.coHostLinkGone)
  }
  return { id, ...found }
}

/** Returns what a link invites to, without accepting it. @throws AppError not_found */
export async function readCoHostInvitation(ctx: Context, token: string): Promise<CoHostInvitation> {
  const { id: _, companyId: _company, ...invitation } = await openInvitation(ctx, token)
  return invitation
}

/**
 * Accepts a co-host invitation for the user who is logged in with the invited email.
 *
 * @throws AppError not_found when the link has expired or was used, forbidden for another account
 */
export async function acceptCoHost(ctx: StaffContext, token: string): Promise<CoHostInvitation> {
  const { id, companyId, ...invitation } = await openInvitation(ctx, token)
  const { invitedEmail, eventId, eventName } = invitation
  if (invitedEmail.toLowerCase() !== ctx.actor.email.toLowerCase()) {
    throw new AppError('forbidden', eventMessages.coHostOtherAccount(invitedEmail))
  }
  await inTransaction(ctx, async (ctx) => {
    const accepted = await ctx.db
      .update(eventCoHosts)
      .set({ isActive: true, userId: ctx.actor.userId })
      .where(and(eq(eventCoHosts.id, id), sql`NOT ${eventCoHosts.isActive}`))
      .returning({ id: eventCoHosts.id })
    if (accepted.length === 0) throw new AppError('not_found', eventMessages.coHostLinkGone)
    await assignEmail(ctx, ctx.actor.userId, ctx.actor.email) // the link was sent to it
    await recordCoHost(ctx, 'coHost.joined', { companyId, eventId, name: eventName, email: invitedEmail })
  })
  return invitation
}
