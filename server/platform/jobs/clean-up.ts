import { SECURITY_LOG_DAYS } from '@trunkshow/contract/activity/rules.ts'
import { sql } from 'drizzle-orm'
import type { Database } from '../db/transaction.ts'

/** Deletes expired sessions, rate limit counters, and old entries of the security log. */
export async function cleanUp({ db }: { db: Database }) {
  await db.execute(
    sql`DELETE FROM security_log WHERE created_at < now() - ${SECURITY_LOG_DAYS} * interval '1 day'`,
  )
  await db.execute(sql`DELETE FROM sessions WHERE expires_at < now()`)
  await db.execute(sql`DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000`)
}
