import { sql } from 'drizzle-orm'
import type { Database } from '../db/transaction.ts'

/** Deletes expired sessions and rate limit counters. */
export async function cleanUp({ db }: { db: Database }) {
  await db.execute(sql`DELETE FROM sessions WHERE expires_at < now()`)
  await db.execute(sql`DELETE FROM rate_limits WHERE expire < extract(epoch FROM now()) * 1000`)
}
