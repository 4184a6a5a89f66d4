import type { SecurityAction } from '@trunkshow/contract/activity/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { PasswordChangeInput } from '@trunkshow/contract/session/schema.ts'
import { eq, sql } from 'drizzle-orm'
import { recordSecurity } from '../activity/record-security.ts'
import type { StaffContext } from '../context.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { rateLimits } from '../platform/http/guards/limits.ts'
import { consumePoint, refundPoint } from '../platform/http/guards/rate-limits.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import { endAccess } from './end-access.ts'
import { verifyPassword } from './hash-password.ts'
import { hashNewPassword } from './new-password.ts'

/**
 * Checks the caller's own password, so that an unlocked phone is not enough.
 *
 * @param field the form field to blame
 * @param action what it is asked for, which the security log names
 * @throws AppError invalid for a wrong password; too_many after ten in 15 minutes
 */
export async function assertPassword(
  ctx: StaffContext,
  field: string,
  password: string,
  action: SecurityAction,
) {
  const { userId, companyId } = ctx.actor
  const record = (outcome: 'wrong' | 'limited') =>
    recordSecurity(ctx, { companyId, action, outcome, user: ctx.actor })
  await consumePoint(
    ctx,
    rateLimits.passwordChecksOfUser,
    String(userId),
    sessionMessages.tooManyTries,
  ).catch(async (error) => {
    if (error instanceof AppError) await record('limited')
    throw error
  })
  const [user] = await ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
  if (!(await verifyPassword(user?.hash ?? null, password))) {
    await record('wrong')
    const message = sessionMessages.oldPasswordWrong
    throw new AppError('invalid', message, { fields: { [field]: message } })
  }
  await refundPoint(ctx, rateLimits.passwordChecksOfUser, String(userId))
}

/**
 * Changes the caller's password, ends all their sessions, calendar links and reset links, and tells them by email; the
 * route starts a new session
 * (docs/product.md, Passwords).
 *
 * @throws AppError invalid for a wrong old password or a guessable new one; too_many after ten in 15 minutes
 */
export async function changePassword(ctx: StaffContext, input: PasswordChangeInput): Promise<void> {
  const { userId, companyId, username, name, email } = ctx.actor
  await assertPassword(ctx, 'oldPassword', input.oldPassword, 'passwordChanged')
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
    await recordSecurity(ctx, { companyId, action: 'passwordChanged', user: ctx.actor })
    await queueEmail(ctx, { companyId, userId, emailType: 'password_changed', sequence: 0 })
  })
  ctx.wakeEmailWorker()
}
