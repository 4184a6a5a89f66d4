import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { LoginInput, SessionUser } from '@trunkshow/contract/session/schema.ts'
import type { Context } from '../context.ts'
import { givePointBack, takePoint } from '../http/rate-limits.ts'
import { verifyPassword } from './hash-password.ts'
import { findCredentials } from './queries.ts'

const perAccount = { name: 'login-account', points: 10, seconds: 15 * 60 }
const perAddress = { name: 'login-address', points: 50, seconds: 15 * 60 }

/**
 * Checks username or e-mail and password. Ten failed tries per account and fifty per network address in 15
 * minutes, then no more (design §6). The same message and the same time for an unknown user and a wrong
 * password.
 *
 * @throws AppError signed_out for wrong credentials, too_many beyond the limits
 */
export async function logIn(ctx: Context, input: LoginInput, address: string): Promise<SessionUser> {
  const account = input.username.toLowerCase()
  await takePoint(ctx, perAddress, address, sessionMessages.tooManyTries)
  await takePoint(ctx, perAccount, account, sessionMessages.tooManyTries)
  const found = await findCredentials(ctx, account)
  const right = await verifyPassword(found?.passwordHash ?? null, input.password)
  if (!found || !right) throw new AppError('signed_out', sessionMessages.wrongCredentials)
  await Promise.all([givePointBack(ctx, perAddress, address), givePointBack(ctx, perAccount, account)])
  return found.user
}
