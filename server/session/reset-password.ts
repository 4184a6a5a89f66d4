import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { ResetInput } from '@trunkshow/contract/session/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import { recordSecurity } from '../activity/record-activity.ts'
import type { Context } from '../context.ts'
import { companies, passwordRequests, users } from '../platform/db/schema/company.ts'
import { type Database, inTransaction } from '../platform/db/transaction.ts'
import { consumePoint, networkOf, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { isLink, readLinkId } from '../platform/http/tokens.ts'
import { queueEmail, typeAndAudience } from '../platform/mail/outbox.ts'
import { endAccess } from './change-password.ts'
import { assignEmail, toTakenError } from './confirm-email.ts'
import { hashNewPassword } from './hash-password.ts'
import { accountKey } from './log-in.ts'

/**
 * Records a request for a password reset link. It does the same work for unknown addresses, and the mail worker looks
 * them up later, so neither answer nor timing reveals who has an account. More than five an hour per address are
 * silently ignored.
 *
 * @throws AppError too_many beyond 20 an hour per network
 */
export async function requestPasswordReset(ctx: Context, email: string): Promise<void> {
  const typed = email.toLowerCase()
  await consumePoint(
    ctx,
    rateLimits.passwordResetsOfNetwork,
    networkOf(ctx.config, ctx.address),
    sessionMessages.tooManyTries,
  )
  try {
    await consumePoint(ctx, rateLimits.passwordResetsOfEmail, accountKey(typed), sessionMessages.tooManyTries)
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
      UPDATE users SET reset_sequence = reset_sequence + 1, reset_until = now() + interval '1 hour'
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
  const id = readLinkId(token) ?? 0
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
  if (!user || !isLink(ctx.config, 'password', id, user.sequence, token)) throw linkGoneError()
  const passwordHash = await hashNewPassword('password', password, user.own)
  await inTransaction(ctx, async (ctx) => {
    const used = await ctx.db
      .update(users)
      .set({ passwordHash, resetUntil: null, resetSequence: sql`reset_sequence + 1`, updatedAt: sql`now()` })
      .where(and(open, eq(users.resetSequence, user.sequence)))
      .returning({ email: users.email, companyId: users.companyId, name: users.name })
    if (!used[0]?.email) throw linkGoneError()
    const { email, companyId, name } = used[0]
    await assignEmail(ctx, id, email) // the link proves that the user reads this address
    await endAccess(ctx, id)
    await recordSecurity(ctx, { companyId, action: 'passwordReset', user: { userId: id, name } })
    await queueEmail(ctx, { companyId, userId: id, emailType: 'password_changed', sequence: 0 })
  }).catch((error) => {
    throw toTakenError(error)
  })
  ctx.wakeEmailWorker()
}
