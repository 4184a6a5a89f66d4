import { userCan } from '@trunkshow/contract/company/rules.ts'
import type { UserChangeInput } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { mayDo, type Role } from '@trunkshow/contract/permissions.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { record } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { recordCoHost } from '../events/invite-co-host.ts'
import { own } from '../platform/db/rows.ts'
import { users } from '../platform/db/schema/company.ts'
import { eventCoHosts } from '../platform/db/schema/events.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { endAccess } from '../session/change-password.ts'
import { getUser, lockUser } from './queries.ts'

/** Column values of a removed user: they can't log in, and their username and email are free. */
const removedUserColumns = {
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
async function revokeGrants(ctx: StaffContext, userId: number, role: Role | null): Promise<void> {
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
  for (const user of revoked) await record(ctx, 'user.removed', user)
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

function assertAllowed(reason: string | null) {
  if (reason) throw new AppError('conflict', reason)
}

/**
 * Changes a user's role, or deactivates or reactivates them, from their next request on. Deactivating ends their
 * sessions and calendar links. Invitations and co-host access they may no longer give are revoked.
 *
 * @throws AppError not_found; conflict for the owner, the last active admin, or a user who never accepted
 */
export async function changeUser(ctx: StaffContext, id: number, change: UserChangeInput) {
  await inTransaction(ctx, async (ctx) => {
    const { user, activeAdmins } = await lockUser(ctx, id)
    const { role = user.role, isActive = user.isActive } = change
    const isUser = own(ctx, users, { id })
    if (role !== user.role) {
      assertAllowed(userCan.changeRole(user, activeAdmins))
      await ctx.db.update(users).set({ role, updatedAt: sql`now()` }).where(isUser)
      await record(ctx, 'user.role', user, [{ field: 'role', from: user.role, to: role }])
    }
    if (isActive !== user.isActive) {
      assertAllowed(isActive ? userCan.reactivate(user) : userCan.deactivate(user, activeAdmins))
      await ctx.db.update(users).set({ isActive, updatedAt: sql`now()` }).where(isUser)
      if (!isActive) await endAccess(ctx, id)
      await record(ctx, isActive ? 'user.reactivated' : 'user.deactivated', user)
    }
    await revokeGrants(ctx, id, isActive ? role : null)
  })
  return getUser(ctx, id)
}

/**
 * Removes a user with their sessions and links, revokes invitations and co-host access they gave, and frees username
 * and email. Records they created stay, as does their name in the log.
 *
 * @throws AppError not_found; conflict for the owner or the last active admin
 */
export async function removeUser(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { user, activeAdmins } = await lockUser(ctx, id)
    assertAllowed(userCan.remove(user, activeAdmins))
    await ctx.db
      .update(users)
      .set(removedUserColumns)
      .where(own(ctx, users, { id }))
    await endAccess(ctx, id)
    await record(ctx, 'user.removed', user)
    await revokeGrants(ctx, id, null)
  })
}
