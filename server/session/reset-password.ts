import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { ResetInput } from '@trunkshow/contract/session/schema.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { users } from '../db/schema/company.ts'
import { sessions } from '../db/schema/session.ts'
import { inTransaction } from '../db/transaction.ts'
import { networkOf } from '../http/network.ts'
import { takePoint } from '../http/rate-limits.ts'
import { isLink, readLinkId } from '../http/tokens.ts'
import { queueMail } from '../mail/outbox.ts'
import { hashPassword } from './hash-password.ts'

const perNetwork = { name: 'forgot-network', points: 20, seconds: 3600 }
const perAccount = { name: 'forgot-account', points: 5, seconds: 3600 }

/**
 * Mails a link to set a new password, good for an hour and once, where an active user has this address. The caller
 * hears the same in every case, also when this account asked often (design §6).
 *
 * @throws AppError too_many beyond 20 an hour from one network
 */
export async function forgetPassword(ctx: Context, email: string): Promise<void> {
  await takePoint(ctx, perNetwork, networkOf(ctx.config, ctx.address), sessionMessages.tooManyTries)
  const [user] = await ctx.db
    .select({ id: users.id })
    .from(users)
    .where(and(sql`lower(${users.email}) = lower(${email})`, users.isActive))
  if (!user) return
  try {
    await takePoint(ctx, perAccount, String(user.id), sessionMessages.tooManyTries)
  } catch (error) {
    if (error instanceof AppError) return
    throw error
  }
  await inTransaction(ctx, async (ctx) => {
    const [link] = await ctx.db
      .update(users)
      .set({ resetSequence: sql`reset_sequence + 1`, resetUntil: sql`now() + interval '1 hour'` })
      .where(eq(users.id, user.id))
      .returning({ companyId: users.companyId, sequence: users.resetSequence })
    await queueMail(ctx, { ...link!, userId: user.id, emailType: 'password_reset' })
  })
  ctx.wakeMail()
}

/**
 * Sets a new password by the link of a mail, once; all sessions of the user end.
 *
 * @throws AppError not_found when the link is used, replaced, older than an hour or not ours
 */
export async function resetPassword(ctx: Context, { token, password }: ResetInput): Promise<void> {
  const id = readLinkId(token) ?? 0
  const open = and(eq(users.id, id), users.isActive, sql`${users.resetUntil} > now()`)
  const gone = () => new AppError('not_found', sessionMessages.resetGone)
  const [user] = await ctx.db.select({ sequence: users.resetSequence }).from(users).where(open)
  if (!user || !isLink(ctx.config, 'password', id, user.sequence, token)) throw gone()
  const passwordHash = await hashPassword(password)
  await inTransaction(ctx, async (ctx) => {
    const used = await ctx.db
      .update(users)
      .set({ passwordHash, resetUntil: null, resetSequence: sql`reset_sequence + 1`, updatedAt: sql`now()` })
      .where(and(open, eq(users.resetSequence, user.sequence)))
      .returning({ id: users.id })
    if (used.length === 0) throw gone()
    await ctx.db.delete(sessions).where(eq(sessions.userId, id))
  })
}
