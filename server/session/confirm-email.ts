import { CONFIRMATION_DAYS } from '@trunkshow/contract/emails/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import { and, eq, sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { events } from '../platform/db/schema/events.ts'
import { emailConfirmations } from '../platform/db/schema/session.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { isLink, readLinkId } from '../platform/http/tokens.ts'
import { releaseConfirmed } from '../platform/mail/limits.ts'
import { toTakenError } from './register-user.ts'
import { assignChangedEmail } from './request-confirmation.ts'

const linkGoneError = () => new AppError('not_found', sessionMessages.confirmationGone)

/** Returns what a link asks to confirm, without confirming it. @throws AppError not_found */
export async function readConfirmation(ctx: Pick<Context, 'config' | 'db'>, token: string) {
  const id = readLinkId(token) ?? 0
  if (!isLink(ctx.config, 'email', id, 0, token)) throw linkGoneError()
  const [found] = await ctx.db
    .select({
      id: emailConfirmations.id,
      companyId: emailConfirmations.companyId,
      userId: emailConfirmations.userId,
      email: emailConfirmations.email,
      confirmed: sql<boolean>`${emailConfirmations.confirmedAt} IS NOT NULL`,
      username: users.username,
      /** The company whose alerts go to the address; before it has a name, its newest event's host. */
      host: sql<string>`coalesce(${companies.companyName}, (
        SELECT ${events.hostName} FROM ${events}
        WHERE ${events.companyId} = ${emailConfirmations.companyId} ORDER BY ${events.id} DESC LIMIT 1), '')`,
    })
    .from(emailConfirmations)
    .innerJoin(companies, eq(companies.id, emailConfirmations.companyId))
    .leftJoin(users, eq(users.id, emailConfirmations.userId))
    .where(
      and(
        eq(emailConfirmations.id, id),
        sql`(${users.id} IS NULL OR ${users.isActive})`,
        sql`(${emailConfirmations.confirmedAt} IS NOT NULL
          OR ${emailConfirmations.askedAt} > now() - ${CONFIRMATION_DAYS} * interval '1 day')`,
      ),
    )
  if (!found) throw linkGoneError()
  return found
}

/**
 * Confirms the address of a link: it becomes the user's, or may receive the company's booking alerts, and email waiting
 * for it is released (decision 029). Repeating it is harmless.
 *
 * @throws AppError not_found if the link is older than a week, replaced or invalid; taken if another account has
 *   confirmed the address
 */
export async function confirmEmail(ctx: Context, token: string) {
  const confirmation = await inTransaction(ctx, async (ctx) => {
    const found = await readConfirmation(ctx, token)
    const { id, userId, email } = found
    const [open] = await ctx.db
      .update(emailConfirmations)
      .set({ confirmedAt: sql`now()`, updatedAt: sql`now()` })
      .where(and(eq(emailConfirmations.id, id), sql`${emailConfirmations.confirmedAt} IS NULL`))
      .returning({ id: emailConfirmations.id })
    if (open && userId) await assignChangedEmail(ctx, userId, email)
    return found
  }).catch((error) => {
    throw toTakenError(error)
  })
  await releaseConfirmed(ctx)
  ctx.wakeEmailWorker()
  return confirmation
}
