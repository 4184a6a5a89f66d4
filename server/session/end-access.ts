import { eq } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { calendarFeeds } from '../platform/db/schema/calendars.ts'
import { sessions } from '../platform/db/schema/session.ts'

/**
 * Ends all that a user opened without their password being asked again: browsers and calendar links
 * (docs/product.md, Passwords). Call it in the transaction that changes the password or takes the account away.
 */
export async function endAccess({ db }: Pick<Context, 'db'>, userId: number): Promise<void> {
  await db.delete(sessions).where(eq(sessions.userId, userId))
  await db.delete(calendarFeeds).where(eq(calendarFeeds.userId, userId))
}
