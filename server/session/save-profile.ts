import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { EmailChangeInput, Profile, ProfileInput } from '@trunkshow/contract/session/schema.ts'
import { and, eq, isNull, sql } from 'drizzle-orm'
import { recordSecurity } from '../activity/record-activity.ts'
import type { StaffContext } from '../context.ts'
import { emailConfirmations, users } from '../platform/db/schema/company.ts'
import { changeRows, rowsOf } from '../platform/db/statement.ts'
import { consumePoint, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { inMailTransaction } from '../platform/mail/outbox.ts'
import { assertPassword } from './change-password.ts'
import {
  assertEmailFree,
  assignChangedEmail,
  noResetLink,
  refuseTaken,
  requestUserConfirmation,
} from './confirm-email.ts'
import { getProfile } from './queries.ts'

/** Changes the caller's own name and phone. */
export async function saveProfile(ctx: StaffContext, input: ProfileInput): Promise<Profile> {
  await changeRows(ctx, users, eq(users.id, ctx.actor.userId), input)
  return getProfile(ctx)
}

/**
 * Changes the caller's email after checking their password. It takes effect when they open the emailed link; an
 * unconfirmed address is replaced at once, so that nothing more goes to a mistyped one (decision 029).
 *
 * @throws AppError invalid for a wrong password; taken if another account has confirmed the address; too_many after ten
 *   wrong passwords in 15 minutes or five links a day
 */
export async function changeEmail(ctx: StaffContext, { email, password }: EmailChangeInput) {
  const { userId, companyId } = ctx.actor
  await assertPassword(ctx, 'password', password, 'emailRequested')
  await assertEmailFree(ctx, email, userId)
  await consumePoint(ctx, rateLimits.emailConfirmationsOfUser, userId, sessionMessages.tooManyConfirmations)
  await inMailTransaction(ctx, async (ctx) => {
    if (!ctx.config.smtpUrl) return assignChangedEmail(ctx, userId, email)
    await recordSecurity(ctx, { companyId, action: 'emailRequested', user: ctx.actor })
    const [mine] = await rowsOf(ctx, users, eq(users.id, userId), {
      same: sql<boolean>`lower(${users.email}) = lower(${email}) AND ${users.emailConfirmedAt} IS NOT NULL`,
    })
    // Keeping the confirmed address cancels any open change.
    if (mine?.same) {
      await ctx.db
        .delete(emailConfirmations)
        .where(and(eq(emailConfirmations.userId, userId), isNull(emailConfirmations.confirmedAt)))
      return
    }
    const unconfirmed = and(eq(users.id, userId), isNull(users.emailConfirmedAt))
    await changeRows(ctx, users, unconfirmed, { email, ...noResetLink })
    return requestUserConfirmation(ctx, { companyId, userId, email })
  }).catch(refuseTaken)
  return getProfile(ctx)
}

/** Sends the caller's link again. @throws AppError conflict if nothing is to confirm; too_many after five a day */
export async function resendConfirmation(ctx: StaffContext): Promise<void> {
  const { userId, companyId } = ctx.actor
  const [open] = await ctx.db
    .select({ email: emailConfirmations.email })
    .from(emailConfirmations)
    .where(and(eq(emailConfirmations.userId, userId), isNull(emailConfirmations.confirmedAt)))
  if (!open) throw new AppError('conflict', sessionMessages.nothingToConfirm)
  await consumePoint(ctx, rateLimits.emailConfirmationsOfUser, userId, sessionMessages.tooManyConfirmations)
  await inMailTransaction(ctx, (ctx) =>
    requestUserConfirmation(ctx, { companyId, userId, email: open.email }),
  )
}
