import { createHash } from 'node:crypto'
import type { SecurityOutcome } from '@trunkshow/contract/activity/rules.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { asciiEmail } from '@trunkshow/contract/person.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { LoginInput, SessionUser } from '@trunkshow/contract/session/schema.ts'
import { recordSecurity } from '../activity/record-activity.ts'
import type { Context } from '../context.ts'
import {
  consumePoint,
  type Limit,
  networkOf,
  rateLimits,
  refundPoint,
} from '../platform/http/guards/rate-limits.ts'
import { verifyPassword } from './hash-password.ts'
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
