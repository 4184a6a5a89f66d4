import type { SecurityAction } from '@trunkshow/contract/activity/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { PasswordChangeInput, SessionEndInput } from '@trunkshow/contract/session/schema.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { recordSecurity } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { companies, sessions, users } from '../platform/db/schema/company.ts'
import { calendarFeeds } from '../platform/db/schema/events.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { consumePoint, rateLimits, refundPoint } from '../platform/http/guards/rate-limits.ts'
import { hashOf } from '../platform/http/session-store.ts'
import { queueEmail } from '../platform/mail/outbox.ts'
import { hashNewPassword, verifyPassword } from './hash-password.ts'

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
  await consumePoint(ctx, rateLimits.passwordChecksOfUser, userId, sessionMessages.tooManyTries).catch(
    async (error) => {
      if (error instanceof AppError) await record('limited')
      throw error
    },
  )
  const [user] = await ctx.db.select({ hash: users.passwordHash }).from(users).where(eq(users.id, userId))
  if (!(await verifyPassword(user?.hash ?? null, password))) {
    await record('wrong')
    const message = sessionMessages.oldPasswordWrong
    throw new AppError('invalid', message, { fields: { [field]: message } })
  }
  await refundPoint(ctx, rateLimits.passwordChecksOfUser, userId)
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

/**
 * Ends all that a user opened without their password being asked again: browsers and calendar links
 * (docs/product.md, Passwords). Call it in the transaction that changes the password or takes the account away.
 */
export async function endAccess({ db }: Pick<Context, 'db'>, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
}

/**
 * Logs the caller out in one other browser, or in all others, after checking their password: who found a browser open
 * cannot lock its user out elsewhere (docs/product.md, Sessions).
 *
 * @param currentId the id of the session that goes on
 * @throws AppError invalid for a wrong password; too_many after ten in 15 minutes; not_found for a session that is not the
 *   caller's, or ended before
 */
export async function endSessions(
  ctx: StaffContext,
  currentId: string,
  { id, password }: SessionEndInput,
): Promise<void> {
  const { userId, companyId } = ctx.actor
  const action = id ? 'sessionEnded' : 'sessionsEnded'
  await assertPassword(ctx, 'password', password, action)
  const others = and(eq(sessions.userId, userId), ne(sessions.idHash, hashOf(currentId)))
  await inTransaction(ctx, async (ctx) => {
    const ended = await ctx.db
      .delete(sessions)
      .where(and(others, id ? sql`left(${sessions.idHash}, 16) = ${id}` : undefined))
      .returning({ id: sessions.idHash })
    if (id && ended.length === 0) throw new AppError('not_found', sessionMessages.sessionGone)
    await recordSecurity(ctx, { companyId, action, user: ctx.actor })
  })
}
