import { mayDo, type Role } from '@trunkshow/contract/permissions.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { recordCoHost } from '../events/accept-co-host.ts'
import { users } from '../platform/db/schema/company.ts'
import { eventCoHosts } from '../platform/db/schema/events.ts'

/** Column values of a removed user: they can't log in, and their username and email are free. */
export const removedUserColumns = {
  removedAt: sql`now()`,
  isActive: false,
  username: null,
  email: null,
  emailConfirmedAt: null,
  passwordHash: null,
  inviteSequence: sql`invite_sequence + 1`,
  resetUntil: null,
  updatedAt: sql`now()`,
}

/**
 * Revokes the open invitations and co-host access that a user gave but may no longer give, so that they can't come back
 * through an invitation to a second address. Call it in the transaction that takes the right away.
 *
 * @param role the user's new role; null if deactivated or removed
 */
export async function revokeGrants(ctx: StaffContext, userId: number, role: Role | null): Promise<void> {
  if (!role || !mayDo(role, 'company.manage')) await revokeInvitations(ctx, userId)
  if (!role || !mayDo(role, 'events.edit')) await revokeCoHosts(ctx, userId)
}

async function revokeInvitations(ctx: StaffContext, userId: number) {
  const { companyId } = ctx.actor
  const revoked = await ctx.db
    .update(users)
    .set(removedUserColumns)
    .where(
      and(
        eq(users.invitedBy, userId),
        eq(users.companyId, companyId),
        isNull(users.acceptedAt),
        isNull(users.removedAt),
      ),
    )
    .returning({ id: users.id, name: users.name })
  for (const { id, name } of revoked) {
    await recordActivity(ctx, {
      companyId,
      activity: 'user.removed',
      subject: 'user',
      subjectId: id,
      subjectName: name,
    })
  }
}

async function revokeCoHosts(ctx: StaffContext, userId: number) {
  const { companyId } = ctx.actor
  const revoked = await ctx.db
    .delete(eventCoHosts)
    .where(and(eq(eventCoHosts.invitedBy, userId), eq(eventCoHosts.companyId, companyId)))
    .returning({
      eventId: eventCoHosts.eventId,
      email: eventCoHosts.invitedEmail,
      name: sql<string>`(SELECT event.name FROM events AS event WHERE event.id = event_co_hosts.event_id)`,
    })
  for (const coHost of revoked) await recordCoHost(ctx, 'coHost.removed', { ...coHost, companyId })
}
