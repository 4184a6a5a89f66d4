import type { SecurityOutcome } from '@trunkshow/contract/activity/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { defaultStages } from '@trunkshow/contract/making/rules.ts'
import { asciiEmail } from '@trunkshow/contract/person.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { LoginInput, RegisterInput, SessionUser } from '@trunkshow/contract/session/schema.ts'
import { sql } from 'drizzle-orm'
import { recordSecurity } from '../activity/record-activity.ts'
import type { Context, StaffContext } from '../context.ts'
import { companies, users } from '../platform/db/schema/company.ts'
import { stages } from '../platform/db/schema/making.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import {
  consumePoint,
  type Limit,
  networkOf,
  rateLimits,
  refundPoint,
} from '../platform/http/guards/rate-limits.ts'
import { hashOf } from '../platform/http/session-store.ts'
import { assertEmailFree, refuseTaken, requestUserConfirmation } from './confirm-email.ts'
import { hashNewPassword, verifyPassword } from './hash-password.ts'
import { findCredentials } from './queries.ts'

/**
 * Checks username or email and password, within the limits of decision 027. The answer and its timing are the same for
 * an unknown user and a wrong password. @throws AppError signed_out for wrong credentials; too_many beyond the limits
 */
export async function logIn(ctx: Context, input: LoginInput): Promise<SessionUser> {
  const typed = asciiEmail(input.username).toLowerCase()
  // Hashed, since unknown names are counted too and may be longer than a key.
  const account = hashOf(typed)
  const network = networkOf(ctx.config, ctx.address)
  const found = await findCredentials(ctx, typed)
  const tries: [Limit, key: string][] = [
    [rateLimits.failedLogInsOfNetwork, network],
    [rateLimits.failedLogInsOfAccountAndNetwork, `${account}:${network}`],
  ]
  // On networks where the owner has logged in before, failed attempts by strangers don't lock the account.
  if (!found?.knownNetworks.includes(network)) tries.push([rateLimits.failedLogInsOfAccount, account])
  // For an unknown user it is the same statement, in no company.
  const { companyId = null, user = null } = found ?? {}
  const record = (outcome: SecurityOutcome) =>
    recordSecurity(ctx, {
      companyId,
      action: 'loggedIn',
      outcome,
      user: user && { ...user, userId: user.id },
    })
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

/** Whether anyone may register, and whether no one has. If accounts are by invitation, only the first user may. */
export async function readRegistration({ config, db }: Context) {
  const anyUser = await db.select({ id: users.id }).from(users).limit(1)
  const isFresh = anyUser.length === 0
  return { open: config.registration === 'open' || isFresh, isFresh }
}

async function assertRegistrationOpen(ctx: Context) {
  if (!(await readRegistration(ctx)).open) throw new AppError('forbidden', sessionMessages.registrationClosed)
}

/**
 * Registers a user as admin and owner of a new company (docs/product.md, Registering). Username and email are unique
 * ignoring case. If email is configured, the address must be confirmed by a link (decision 029).
 *
 * @param nameCompany names the company, in the same transaction
 * @throws AppError forbidden if accounts are by invitation; invalid for a guessable password; taken, naming the field;
 *   too_many beyond 20 accounts an hour per network
 */
export async function registerUser(
  ctx: Context,
  input: RegisterInput,
  nameCompany: (ctx: StaffContext, companyName: string) => Promise<unknown>,
): Promise<SessionUser> {
  await assertRegistrationOpen(ctx)
  const network = networkOf(ctx.config, ctx.address)
  await consumePoint(ctx, rateLimits.registrationsOfNetwork, network, sessionMessages.tooManyRegistrations)
  const { username, email, name, password, shopName } = input
  const passwordHash = await hashNewPassword('password', password, [username, name, email, shopName])
  const needsConfirmation = Boolean(ctx.config.smtpUrl)
  const registered = await inTransaction(ctx, async (ctx) => {
    if (ctx.config.registration === 'invite') {
      // Two users registering first wait for each other here, and the second is refused.
      await ctx.db.execute(sql`SELECT pg_advisory_xact_lock(hashtextextended('first account', 0))`)
      await assertRegistrationOpen(ctx)
    }
    await assertEmailFree(ctx, email)
    const [company] = await ctx.db.insert(companies).values({}).returning({ companyId: companies.id })
    const { companyId } = company!
    const first = defaultStages.map((name, position) => ({ companyId, name, position }))
    await ctx.db.insert(stages).values(first)
    const emailConfirmedAt = needsConfirmation ? null : sql`now()`
    const account = { username, email, emailConfirmedAt, name, passwordHash, acceptedAt: sql`now()` }
    const [user] = await ctx.db
      .insert(users)
      .values({ ...account, companyId, role: 'admin', isOwner: true })
      .returning({ id: users.id, role: users.role })
    const { id: userId } = user!
    await recordSecurity(ctx, { companyId, action: 'registered', user: { userId, name } })
    const actor = { ...user!, userId, companyId, name, username, email, coHostOf: [] }
    if (shopName) await nameCompany({ ...ctx, actor }, shopName)
    if (needsConfirmation) await requestUserConfirmation(ctx, { companyId, userId, email })
    return { ...user!, name, username, email }
  }).catch(refuseTaken)
  if (needsConfirmation) ctx.wakeEmailWorker()
  return registered
}
