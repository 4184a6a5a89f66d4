import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { RegisterInput, SessionUser } from '@trunkshow/contract/session/schema.ts'
import { sql } from 'drizzle-orm'
import { recordSecurity } from '../activity/record-activity.ts'
import type { Context } from '../context.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { consumePoint, networkOf, rateLimits } from '../platform/http/guards/rate-limits.ts'
import { assertEmailFree, requestUserConfirmation, toTakenError } from './confirm-email.ts'
import { hashNewPassword } from './hash-password.ts'

/** Whether anyone may register. If accounts are by invitation, only the first user may. */
export async function isRegistrationOpen({ config, db }: Context): Promise<boolean> {
  if (config.registration === 'open') return true
  const anyUser = await db.select({ id: users.id }).from(users).limit(1)
  return anyUser.length === 0
}

async function assertRegistrationOpen(ctx: Context) {
  if (!(await isRegistrationOpen(ctx))) throw new AppError('forbidden', sessionMessages.registrationClosed)
}

/**
 * Registers a user as admin and owner of a new, unnamed company (docs/product.md, Registering). Username and email are
 * unique ignoring case. If email is configured, the address must be confirmed by a link (decision 029).
 *
 * @throws AppError forbidden if accounts are by invitation; invalid for a guessable password; taken, naming the field; too_many beyond 20 accounts an
 *   hour per network
 */
export async function registerUser(ctx: Context, input: RegisterInput): Promise<SessionUser> {
  await assertRegistrationOpen(ctx)
  await consumePoint(
    ctx,
    rateLimits.registrationsOfNetwork,
    networkOf(ctx.config, ctx.address),
    sessionMessages.tooManyRegistrations,
  )
  const { username, email, name, password } = input
  const passwordHash = await hashNewPassword('password', password, [username, name, email])
  const needsConfirmation = Boolean(ctx.config.smtpUrl)
  const registered = await inTransaction(ctx, async (ctx) => {
    if (ctx.config.registration === 'invite') {
      // Two users registering first wait for each other here, and the second is refused.
      await ctx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('first account', 0))`)
      await assertRegistrationOpen(ctx)
    }
    await assertEmailFree(ctx, email)
    const [company] = await ctx.db.insert(companies).values({}).returning({ id: companies.id })
    const [user] = await ctx.db
      .insert(users)
      .values({
        companyId: company!.id,
        username,
        email,
        emailConfirmedAt: needsConfirmation ? null : sql`now()`,
        name,
        passwordHash,
        role: 'admin',
        isOwner: true,
        acceptedAt: sql`now()`,
      })
      .returning({ id: users.id, role: users.role })
    await recordSecurity(ctx, {
      companyId: company!.id,
      action: 'registered',
      user: { userId: user!.id, name },
    })
    if (needsConfirmation)
      await requestUserConfirmation(ctx, { companyId: company!.id, userId: user!.id, email })
    return { ...user!, name, username, email }
  }).catch((error) => {
    throw toTakenError(error)
  })
  if (needsConfirmation) ctx.wakeEmailWorker()
  return registered
}
