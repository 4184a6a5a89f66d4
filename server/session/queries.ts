import type { SessionUser } from '@trunkshow/contract/session/schema.ts'
import { and, or, sql } from 'drizzle-orm'
import type { Actor, Context } from '../context.ts'
import { users } from '../db/schema/company.ts'

/** The signed-in user as the client sees it. */
export function sessionUserOf({ userId, name, username, email, role }: Actor): SessionUser {
  return { id: userId, name, username, email, role }
}

/** The active user with this username or e-mail address (lower case), with the hash to check, or null. */
export async function findCredentials(ctx: Context, account: string) {
  const [found] = await ctx.db
    .select({
      passwordHash: users.passwordHash,
      user: {
        id: users.id,
        name: users.name,
        username: users.username,
        email: users.email,
        role: users.role,
      },
    })
    .from(users)
    .where(
      and(
        users.isActive,
        or(sql`lower(${users.username}) = ${account}`, sql`lower(${users.email}) = ${account}`),
      ),
    )
  return found ?? null
}
