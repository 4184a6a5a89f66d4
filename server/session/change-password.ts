import type { SecurityAction } from '@trunkshow/contract/activity/rules.ts'
import { AppError, fieldError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { PasswordChangeInput, ResetInput, SessionEndInput } from '@trunkshow/contract/session/schema.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { recordSecurity } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { companies, passwordRequests, sessions, users } from '../platform/db/schema/company.ts'
import { calendarFeeds } from '../platform/db/schema/events.ts'
import { changeRows } from '../platform/db/statement.ts'
import { type Database, inTransaction } from '../platform/db/transaction.ts'
import { consumePoint, networkOf, rateLimits, refundPoint } from '../platform/http/guards/rate-limits.ts'
import { hashOf } from '../platform/http/session-store.ts'
import { links, readNumber, readSignedId } from '../platform/http/tokens.ts'
import { inMailTransaction, queueEmail, typeAndAudience } from '../platform/mail/outbox.ts'
import { assignEmail, noResetLink, refuseTaken } from './confirm-email.ts'
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
    throw fieldError('invalid', field, sessionMessages.oldPasswordWrong)
  }
  await refundPoint(ctx, rateLimits.passwordChecksOfUser, userId)
}

/**
 * Changes the caller's password, ends all their sessions, calendar links and reset links, and tells them by email; the
 * route starts a new session (docs/product.md, Passwords).
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
  await inMailTransaction(ctx, async (ctx) => {
    await changeRows(ctx, users, eq(users.id, userId), { passwordHash, ...noResetLink })
    await endAccess(ctx, userId)
    await recordSecurity(ctx, { companyId, action: 'passwordChanged', user: ctx.actor })
    await queueEmail(ctx, { companyId, userId, emailType: 'password_changed', sequence: 0 })
  })
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
 * @throws AppError as `assertPassword`; not_found for a session that is not the caller's, or ended before
 */
export async function endSessions(ctx: StaffContext, currentId: string, { id, password }: SessionEndInput) {
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

/**
 * Records a request for a password reset link. It does the same work for unknown addresses, and the mail worker looks
 * them up later, so neither answer nor timing reveals who has an account. More than five an hour per address are ignored.
 *
 * @throws AppError too_many beyond 20 an hour per network
 */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  const typed = email.toLowerCase()
  const { tooManyTries } = sessionMessages
  await consumePoint(
    ctx,
    rateLimits.passwordResetsOfNetwork,
    networkOf(ctx.config, ctx.address),
    tooManyTries,
  )
  try {
    await consumePoint(ctx, rateLimits.passwordResetsOfEmail, hashOf(typed), tooManyTries)
  } catch (error) {
    if (error instanceof AppError) return
    throw error
  }
  await ctx.db.insert(passwordRequests).values({ email: typed })
  ctx.wakeEmailWorker()
}

/**
 * Queues a reset link for each requested address that belongs to an active user: the one who confirmed it, or else the
 * newest who typed it. Links work once, for one hour.
 */
export async function queueResetMails({ db }: { db: Database }): Promise<void> {
  await db.execute(sql`
    WITH asked AS (DELETE FROM password_requests RETURNING email), linked AS (
      UPDATE users SET reset_sequence = reset_sequence + 1, reset_until = now() + ${links.password.hours} * interval '1 hour'
      WHERE id IN (
        SELECT DISTINCT ON (lower(email)) id FROM users
        WHERE is_active AND lower(email) IN (SELECT asked.email FROM asked)
        ORDER BY lower(email), email_confirmed_at IS NULL, id DESC)
      RETURNING id, company_id, reset_sequence
    )
    INSERT INTO email_notifications (company_id, user_id, email_type, audience, sequence)
    SELECT company_id, id, ${typeAndAudience('password_reset')}, reset_sequence FROM linked`)
}

/**
 * Sets a new password through an emailed link, once, ends all of the user's sessions and calendar links, and tells them by
 * email. Opening the link also confirms their email.
 *
 * @throws AppError not_found if the link is used, replaced, older than an hour or invalid; invalid for a guessable
 *   password, after which the link still works
 */
export async function resetPassword(ctx: Context, { token, password }: ResetInput): Promise<void> {
  const id = readNumber(token)
  const open = and(eq(users.id, id), users.isActive, sql`${users.resetUntil} > now()`)
  const linkGoneError = () => new AppError('not_found', sessionMessages.resetGone)
  const [user] = await ctx.db
    .select({
      sequence: users.resetSequence,
      own: sql<
        (string | null)[]
      >`ARRAY[${users.username}, ${users.name}, ${users.email}, ${companies.companyName}]`,
    })
    .from(users)
    .innerJoin(companies, eq(companies.id, users.companyId))
    .where(open)
  if (!user || !readSignedId(ctx.config, 'password', token, user.sequence)) throw linkGoneError()
  const passwordHash = await hashNewPassword('password', password, user.own)
  await inMailTransaction(ctx, async (ctx) => {
    const isOpen = and(open, eq(users.resetSequence, user.sequence))
    const used = await changeRows(ctx, users, isOpen, { passwordHash, ...noResetLink }).returning({
      email: users.email,
      companyId: users.companyId,
      name: users.name,
    })
    if (!used[0]?.email) throw linkGoneError()
    const { email, companyId, name } = used[0]
    await assignEmail(ctx, id, email) // the link proves that the user reads this address
    await endAccess(ctx, id)
    await recordSecurity(ctx, { companyId, action: 'passwordReset', user: { userId: id, name } })
    await queueEmail(ctx, { companyId, userId: id, emailType: 'password_changed', sequence: 0 })
  }).catch(refuseTaken)
}
