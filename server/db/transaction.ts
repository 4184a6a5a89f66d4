import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'

/** Drizzle over the pool, or over the one connection of a transaction; `$client` is what lies below. */
export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool | pg.PoolClient }

export function databaseOf(client: pg.Pool | pg.PoolClient): Database {
  return drizzle(client) as unknown as Database
}

/**
 * Runs `work` in one transaction: everything it did is kept, or, when it throws, nothing. The context it gets
 * shadows the outer one, so a statement cannot slip past the transaction (style rule 6).
 *
 * @throws whatever `work` throws, after the rollback
 */
export async function inTransaction<C extends { db: Database }, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  if (!('totalCount' in ctx.db.$client)) return work(ctx)
  const client = await ctx.db.$client.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work({ ...ctx, db: databaseOf(client) })
    await client.query('COMMIT')
    return result
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure
    })
    throw error
  } finally {
    client.release(broken)
  }
}
