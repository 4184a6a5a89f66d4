import { createHash } from 'node:crypto'
import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { LoginInput, SessionUser } from '@trunkshow/contract/session/schema.ts'
import type { Context } from '../context.ts'
import { networkOf } from '../http/network.ts'
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
export async function logIn(ctx: Context, input: LoginInput): Promise<SessionUser> {
  const account = input.username.toLowerCase()
  await takePoint(ctx, perAddress, networkOf(ctx.config, ctx.address), sessionMessages.tooManyTries)
  const found = await findCredentials(ctx, account)
  // One counter for an account, by whichever of its two names it is tried. A name of nobody has one as well, so
  // that the limit tells nothing either; hashed, since it may be longer than a counter's key.
  const counter = found ? `user ${found.user.id}` : createHash('sha256').update(account).digest('hex')
  await takePoint(ctx, perAccount, counter, sessionMessages.tooManyTries)
  const right = await verifyPassword(found?.passwordHash ?? null, input.password)
  if (!found || !right) throw new AppError('signed_out', sessionMessages.wrongCredentials)
  await Promise.all([
    givePointBack(ctx, perAddress, networkOf(ctx.config, ctx.address)),
    givePointBack(ctx, perAccount, counter),
  ])
  return found.user
}
