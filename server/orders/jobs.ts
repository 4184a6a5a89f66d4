import { sql } from 'drizzle-orm'
import type { Context } from '../context.ts'
import type { Database } from '../platform/db/transaction.ts'
import { removeUnreferenced } from '../platform/files/remove-unreferenced.ts'
import { attachmentsLock } from './files/store-attachments.ts'

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

/** Deletes files without a row: those of deleted attachments and orders, and of failed requests. */
export function removeUnusedFiles(ctx: Pick<Context, 'db' | 'files'>): Promise<void> {
  return removeUnreferenced(ctx, 'orders', findUnreferencedKeys, attachmentsLock)
}
