import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import { type Database, inTransaction } from '../db/transaction.ts'
import { storing } from './files/store-attachments.ts'

/** How many names the database is asked about at once. */
const FILES_PER_BATCH = 1000

/** Those names that no row has; others than an order's files have are nobody's to judge. */
async function withoutRow(db: Database, keys: readonly string[]): Promise<string[]> {
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
 * Deletes the files that no row names: of attachments and orders that are gone, and of changes that were refused or
 * broken off after their files were stored. One that a transaction under way has stored is not among them.
 */
export async function removeUnusedFiles(ctx: Pick<Context, 'db' | 'files'>): Promise<void> {
  const unused: string[] = []
  let paginationToken: string | undefined
  do {
    const list = await ctx.files.listAll('orders', {
      recursive: true,
      ...(paginationToken && { paginationToken }),
    })
    const keys = Array.from(list.objects as Iterable<{ key: string }>, ({ key }) => key)
    for (let at = 0; at < keys.length; at += FILES_PER_BATCH)
      unused.push(...(await withoutRow(ctx.db, keys.slice(at, at + FILES_PER_BATCH))))
    paginationToken = list.paginationToken
  } while (paginationToken)
  if (unused.length === 0) return
  // Whoever was storing when these were found has ended by then, and nobody stores under their names again.
  const still = await inTransaction(ctx, async ({ db }) => {
    await db.execute(sql`SELECT pg_advisory_xact_lock(${storing})`)
    return withoutRow(db, unused)
  })
  for (const key of still) await ctx.files.delete(key)
}
