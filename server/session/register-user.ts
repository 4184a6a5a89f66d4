import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { RegisterInput, SessionUser } from '@trunkshow/contract/session/schema.ts'
import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { violates } from '../db/errors.ts'
import { companies, users } from '../db/schema/company.ts'
import { inTransaction } from '../db/transaction.ts'
import { networkOf } from '../http/network.ts'
import { takePoint } from '../http/rate-limits.ts'
import { hashPassword } from './hash-password.ts'

const perAddress = { name: 'register-address', points: 20, seconds: 3600 }

/** Says which of the two names is taken, where that is why the database refused. */
export function asTaken(error: unknown): unknown {
  for (const [constraint, field, message] of [
    ['users_username_key', 'username', sessionMessages.usernameTaken],
    ['users_email_key', 'email', sessionMessages.emailTaken],
  ] as const) {
    if (violates(error, constraint)) return new AppError('taken', message, { fields: { [field]: message } })
  }
  return error
}

/**
 * Makes a user, an admin and owner, and its company, which has no name yet (design §5). Username and e-mail
 * are unique without regard to case (design §7.7).
 *
 * @throws AppError taken, naming the field; too_many beyond 20 accounts an hour from one network address
 */
export async function registerUser(ctx: Context, input: RegisterInput): Promise<SessionUser> {
  await takePoint(ctx, perAddress, networkOf(ctx.config, ctx.address), sessionMessages.tooManyRegistrations)
  const { username, email, name, password } = input
  const passwordHash = await hashPassword(password)
  return inTransaction(ctx, async (ctx) => {
    const [company] = await ctx.db.insert(companies).values({}).returning({ id: companies.id })
    const [user] = await ctx.db
      .insert(users)
      .values({
        companyId: company!.id,
        username,
        email,
        emailConfirmedAt: sql`now()`,
        name,
        passwordHash,
        role: 'admin',
        isOwner: true,
        acceptedAt: sql`now()`,
      })
      .returning({ id: users.id, role: users.role })
    return { ...user!, name, username, email }
  }).catch((error) => {
    throw asTaken(error)
  })
}
