import { createHash } from 'node:crypto'
import type { SecurityOutcome } from '@trunkshow/contract/activity/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { asciiEmail } from '@trunkshow/contract/person.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { LoginInput, RegisterInput, SessionUser } from '@trunkshow/contract/session/schema.ts'
import { sql } from 'drizzle-orm'
import { recordSecurity } from '../activity/record-activity.ts'
import type { Context } from '../context.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import {
  consumePoint,
  type Limit,
  networkOf,
  rateLimits,
  refundPoint,
} from '../platform/http/guards/rate-limits.ts'
import { assertEmailFree, requestUserConfirmation, toTakenError } from './confirm-email.ts'
import { hashNewPassword, verifyPassword } from './hash-password.ts'
import { findCredentials } from './queries.ts'

/** Counter key for a typed name; hashed, since unknown names are counted too and may be longer than a key. */
export const accountKey = (typed: string) => createHash('sha256').update(typed).digest('hex')

type Credentials = Awaited<ReturnType<typeof findCredentials>>

/** Logs an attempt: for an unknown user the same statement, in no company. */
const recordLogIn = (ctx: Context, found: Credentials, outcome: SecurityOutcome) =>
  recordSecurity(ctx, {
    companyId: found?.companyId ?? null,
    action: 'loggedIn',
    outcome,
    user: found && { userId: found.user.id, name: found.user.name },
  })

/**
 * Checks username or email and password, within the limits of decision 027. The answer and its timing are the same for
 * an unknown user and a wrong password.
 *
 * @throws AppError signed_out for wrong credentials; too_many beyond the limits
 */
export async function logIn(ctx: Context, input: LoginInput): Promise<SessionUser> {
  const typed = asciiEmail(input.username).toLowerCase()
  const account = accountKey(typed)
  const network = networkOf(ctx.config, ctx.address)
  const found = await findCredentials(ctx, typed)
  const tries: [Limit, key: string][] = [
    [rateLimits.failedLogInsOfNetwork, network],
    [rateLimits.failedLogInsOfAccountAndNetwork, `${account}:${network}`],
  ]
  // On networks where the owner has logged in before, failed attempts by strangers don't lock the account.
  if (!found?.knownNetworks.includes(network)) tries.push([rateLimits.failedLogInsOfAccount, account])
  const record = (outcome: SecurityOutcome) => recordLogIn(ctx, found, outcome)
  const consume = (limit: Limit, key: string, message: string) =>
    consumePoint(ctx, limit, key, message).catch(async (error) => {
      if (error instanceof AppError) await record('limited')
      throw error
    })
  for (const [limit, key] of tries) await consume(limit, key, sessionMessages.tooManyTries)
  const right = await verifyPassword(found?.passwordHash ?? null, input.password)
  if (!found || !right) {
    await record('wrong')
    throw new AppError('signed_out', sessionMessages.wrongCredentials)
  }
  await consume(rateLimits.logInsOfAccount, String(found.user.id), sessionMessages.tooManyLogins)
  await consume(rateLimits.logInsOfNetwork, network, sessionMessages.tooManyLogins)
  await Promise.all(tries.map(([limit, key]) => refundPoint(ctx, limit, key)))
  await record('done')
  return found.user
}

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
