import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { userCan } from '@trunkshow/contract/company/rules.ts'
import type { CompanyUser, UserChangeInput } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, eq, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { users } from '../platform/db/schema/company.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { endAccess } from '../session/end-access.ts'
import { getUser, lockUser } from './queries.ts'
import { removedUserColumns, revokeGrants } from './revoke-grants.ts'

function assertAllowed(reason: string | null) {
  if (reason) throw new AppError('conflict', reason)
}

function record(
  ctx: StaffContext,
  activity: Activity,
  user: CompanyUser,
  changes: { from: string; to: string }[] = [],
) {
  return recordActivity(ctx, {
    companyId: ctx.actor.companyId,
    activity,
    subject: 'user',
    subjectId: user.id,
    subjectName: user.name,
    changes: changes.map((change) => ({ field: 'role', ...change })),
  })
}

/**
 * Changes a user's role, or deactivates or reactivates them, from their next request on. Deactivating ends their
 * sessions and calendar links. Invitations and co-host access they may no longer give are revoked.
 *
 * @throws AppError not_found; conflict for the owner, the last active admin, or a user who never accepted
 */
export async function changeUser(
  ctx: StaffContext,
  id: number,
  change: UserChangeInput,
): Promise<CompanyUser> {
  await inTransaction(ctx, async (ctx) => {
    const { user, activeAdmins } = await lockUser(ctx, id)
    const { role = user.role, isActive = user.isActive } = change
    const isUser = and(eq(users.id, id), eq(users.companyId, ctx.actor.companyId))
    if (role !== user.role) {
      assertAllowed(userCan.changeRole(user, activeAdmins))
      await ctx.db.update(users).set({ role, updatedAt: sql`now()` }).where(isUser)
      await record(ctx, 'user.role', user, [{ from: user.role, to: role }])
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
      .where(and(eq(users.id, id), eq(users.companyId, ctx.actor.companyId)))
    await endAccess(ctx, id)
    await record(ctx, 'user.removed', user)
    await revokeGrants(ctx, id, null)
  })
}
