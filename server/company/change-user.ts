import type { Activity } from '@trunkshow/contract/activity/rules.ts'
import { userCan } from '@trunkshow/contract/company/rules.ts'
import type { CompanyUser, UserChangeInput } from '@trunkshow/contract/company/schema.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, eq, sql } from 'drizzle-orm'
import { recordActivity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { users } from '../db/schema/company.ts'
import { sessions } from '../db/schema/session.ts'
import { inTransaction } from '../db/transaction.ts'
import { endHandedOut, removed } from './end-handed-out.ts'
import { getUser, lockUser } from './queries.ts'

function allow(reason: string | null) {
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
 * Changes a user's role, deactivates or reactivates them. It acts on their next request, since the role is read at
 * each. A deactivated user's sessions end, and so do the invitations and co-hosts they could no longer hand out.
 *
 * @throws AppError not_found; conflict for the owner, the last active admin, or who never came
 */
export async function changeUser(
  ctx: StaffContext,
  id: number,
  change: UserChangeInput,
): Promise<CompanyUser> {
  await inTransaction(ctx, async (ctx) => {
    const { user, activeAdmins } = await lockUser(ctx, id)
    const { role = user.role, isActive = user.isActive } = change
    const mine = and(eq(users.id, id), eq(users.companyId, ctx.actor.companyId))
    if (role !== user.role) {
      allow(userCan.changeRole(user, activeAdmins))
      await ctx.db.update(users).set({ role, updatedAt: sql`now()` }).where(mine)
      await record(ctx, 'user.role', user, [{ from: user.role, to: role }])
    }
    if (isActive !== user.isActive) {
      allow(isActive ? userCan.reactivate(user) : userCan.deactivate(user, activeAdmins))
      await ctx.db.update(users).set({ isActive, updatedAt: sql`now()` }).where(mine)
      if (!isActive) await ctx.db.delete(sessions).where(eq(sessions.userId, id))
      await record(ctx, isActive ? 'user.reactivated' : 'user.deactivated', user)
    }
    await endHandedOut(ctx, id, isActive ? role : null)
  })
  return getUser(ctx, id)
}

/**
 * Removes a user: sessions, links, and the invitations and co-hosts they handed out end; username and email are free
 * again. What they made stays with the company, and their name in its log.
 *
 * @throws AppError not_found; conflict for the owner or the last active admin
 */
export async function removeUser(ctx: StaffContext, id: number): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    const { user, activeAdmins } = await lockUser(ctx, id)
    allow(userCan.remove(user, activeAdmins))
    await ctx.db
      .update(users)
      .set(removed)
      .where(and(eq(users.id, id), eq(users.companyId, ctx.actor.companyId)))
    await ctx.db.delete(sessions).where(eq(sessions.userId, id))
    await record(ctx, 'user.removed', user)
    await endHandedOut(ctx, id, null)
  })
}
