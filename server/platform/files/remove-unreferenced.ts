import { type SQL, sql } from 'drizzle-orm'
import type { Context } from '../../context.ts'
import { type Database, inTransaction } from '../db/transaction.ts'
import { listFiles } from './storage.ts'

const FILES_PER_BATCH = 1000

/**
 * Deletes files below a folder that no row names: those of deleted rows, and of requests that failed after storing them.
 * Files of open transactions are kept.
 *
 * @param find returns those of some keys that no row names
 * @param lock what transactions that store such files share until they end
 */
export async function removeUnreferenced(
  ctx: Pick<Context, 'db' | 'files'>,
  folder: string,
  find: (db: Database, keys: readonly string[]) => Promise<string[]>,
  lock: SQL,
): Promise<void> {
  const keys: string[] = []
  for await (const key of listFiles(ctx.files, folder)) keys.push(key)
  const unused: string[] = []
  for (let at = 0; at < keys.length; at += FILES_PER_BATCH)
    unused.push(...(await find(ctx.db, keys.slice(at, at + FILES_PER_BATCH))))
  if (unused.length === 0) return
  // All transactions that were open at the first look have ended once this lock is granted, and file names are never
  // reused.
  const still = await inTransaction(ctx, async ({ db }) => {
    await db.execute(sql`SELECT pg_advisory_xact_lock(${lock})`)
    return find(db, unused)
  })
  for (const key of still) await ctx.files.delete(key)
}
