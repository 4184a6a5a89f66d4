import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { type Database, inTransaction } from '../db/transaction.ts'
import { listFiles } from '../files/list-files.ts'
import { attachmentsLock } from './files/store-attachments.ts'

const FILES_PER_BATCH = 1000

/** Returns the order files that have no row; other keys are ignored. */
async function findUnreferencedKeys(db: Database, keys: readonly string[]): Promise<string[]> {
  const files = keys.flatMap((key) => {
    const [, orderId, filename] = /^orders\/(\d{1,10})\/([^/]+)$/.exec(key) ?? []
    return orderId ? [{ key, orderId: Number(orderId), filename }] : []
  })
  const { rows } = await db.execute<{ key: string }>(sql`
    SELECT f.key FROM jsonb_to_recordset(${JSON.stringify(files)}::jsonb)
      AS f (key text, "orderId" bigint, filename text)
    WHERE NOT EXISTS (
      SELECT FROM attachments AS a WHERE a.order_id = f."orderId" AND a.filename = f.filename)`)
  return rows.map(({ key }) => key)
}

/**
 * Deletes files without a row: those of deleted attachments and orders, and of requests that failed after storing them.
 * Files of open transactions are kept.
 */
export async function removeUnusedFiles(ctx: Pick<Context, 'db' | 'files'>): Promise<void> {
  const keys: string[] = []
  for await (const key of listFiles(ctx.files, 'orders')) keys.push(key)
  const unused: string[] = []
  for (let at = 0; at < keys.length; at += FILES_PER_BATCH)
    unused.push(...(await findUnreferencedKeys(ctx.db, keys.slice(at, at + FILES_PER_BATCH))))
  if (unused.length === 0) return
  // All transactions that were open at the first look have ended once this lock is granted, and file names are never
  // reused.
  const still = await inTransaction(ctx, async ({ db }) => {
    await db.execute(sql`SELECT pg_advisory_xact_lock(${attachmentsLock})`)
    return findUnreferencedKeys(db, unused)
  })
  for (const key of still) await ctx.files.delete(key)
}
