import { AppError } from '@trunkshow/contract/errors.ts'
import { sessionMessages } from '@trunkshow/contract/session/messages.ts'
import type { SessionEndInput } from '@trunkshow/contract/session/schema.ts'
import { and, eq, ne, sql } from 'drizzle-orm'
import { recordSecurity } from '../activity/record-security.ts'
import type { StaffContext } from '../context.ts'
import { sessions } from '../platform/db/schema/session.ts'
import { inTransaction } from '../platform/db/transaction.ts'
import { hashOf } from '../platform/http/session-store.ts'
import { assertPassword } from './change-password.ts'

/**
 * Logs the caller out in one other browser, or in all others, after checking their password: who found a browser open
 * cannot lock its user out elsewhere (docs/product.md, Sessions).
 *
 * @param currentId the id of the session that goes on
 * @throws AppError invalid for a wrong password; too_many after ten in 15 minutes; not_found for a session that is not the
 *   caller's, or ended before
 */
export async function endSessions(
  ctx: StaffContext,
  currentId: string,
  { id, password }: SessionEndInput,
): Promise<void> {
  const { userId, companyId } = ctx.actor
  const action = id ? 'sessionEnded' : 'sessionsEnded'
  await assertPassword(ctx, 'password', password, action)
  const others = and(eq(sessions.userId, userId), ne(sessions.idHash, hashOf(currentId)))
  await inTransaction(ctx, async (ctx) => {
    const ended = await ctx.db
      .delete(sessions)
      .where(and(others, id ? sql`left(${sessions.idHash}, 16) = ${id}` : undefined))
      .returning({ id: sessions.idHash })
    if (id && ended.length === 0) throw new AppError('not_found', sessionMessages.sessionGone)
    await recordSecurity(ctx, { companyId, action, user: ctx.actor })
  })
}
