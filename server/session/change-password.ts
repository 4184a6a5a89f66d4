import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { PasswordChangeInput } from '@trunkshow/contract/session/schema.ts'
import { eq, sql } from 'drizzle-orm'
import type { StaffContext } from '../context.ts'
import { companies, users } from '../db/schema/company.ts'
import { inTransaction } from '../db/transaction.ts'
import { rateLimits } from '../http/guards/limits.ts'
import { consumePoint, refundPoint } from '../http/guards/rate-limits.ts'
import { endAccess } from './end-access.ts'
import { verifyPassword } from './hash-password.ts'
import { hashNewPassword } from './new-password.ts'

/**
 * Checks the caller's own password, so that an unlocked phone is not enough.
 *
 * @param field the form field to blame
 * @throws AppError invalid for a wrong password; too_many after ten in 15 minutes
 */
export async function assertPassword(ctx: StaffContext, field: string, password: string) {
  const { userId } = ctx.actor
  await consumePoint(ctx, rateLimits.passwordChecksOfUser, String(userId), sessionMessages.tooManyTries)
  const [user] = await ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
  if (!(await verifyPassword(user?.hash ?? null, password))) {
    const message = sessionMessages.oldPasswordWrong
    throw new AppError('invalid', message, { fields: { [field]: message } })
  }
  await refundPoint(ctx, rateLimits.passwordChecksOfUser, String(userId))
}

/**
 * Changes the caller's password and ends all their sessions, calendar links and reset links; the route starts a new session
 * (docs/product.md, Passwords).
 *
 * @throws AppError invalid for a wrong old password or a guessable new one; too_many after ten in 15 minutes
 */
export async function changePassword(ctx: StaffContext, input: PasswordChangeInput): Promise<void> {
  const { userId, companyId, username, name, email } = ctx.actor
  await assertPassword(ctx, 'oldPassword', input.oldPassword)
  const [company] = await ctx.db
    .select({ name: companies.companyName })
    .from(companies)
    .where(eq(companies.id, companyId))
  const own = [username, name, email, company?.name]
  const passwordHash = await hashNewPassword('newPassword', input.newPassword, own)
  await inTransaction(ctx, async (ctx) => {
    await ctx.db
      .update(users)
      .set({ passwordHash, resetUntil: null, resetSequence: sql`reset_sequence + 1`, updatedAt: sql`now()` })
      .where(eq(users.id, userId))
    await endAccess(ctx, userId)
  })
}
