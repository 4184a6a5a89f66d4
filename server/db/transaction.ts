import { setTimeout } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import type pg from 'pg'
import { isUnavailable, mayRunAgain } from './errors.ts'

/** Drizzle over the pool, or over the one connection of a transaction; `$client` is what lies below. */
export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool | pg.PoolClient }

export function databaseOf(client: pg.Pool | pg.PoolClient): Database {
  return drizzle(client) as unknown as Database
}

/** How often a transaction that PostgreSQL ends for another one is run, and the pause in between, in milliseconds. */
const TRIES = 3
const RETRY_PAUSE_MS = 20

/**
 * Runs `work` in one transaction: everything it did is kept, or, when it throws, nothing. The context it gets
 * shadows the outer one, so a statement cannot slip past the transaction (docs/architecture.md, Rules of the house). It
 * may run again when the transaction was ended by a deadlock or a serialization failure, so it does nothing but
 * statements.
 *
 * @throws whatever `work` throws, after the rollback
 */
export async function inTransaction<C extends { db: Database }, T>(
  ctx: C,
  work: (ctx: C) => Promise<T>,
): Promise<T> {
  const { $client } = ctx.db
  if (!('totalCount' in $client)) return work(ctx)
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce($client, ctx, work)
    } catch (error) {
      if (tries === TRIES || !mayRunAgain(error)) throw error
      await setTimeout(RETRY_PAUSE_MS * tries)
    }
  }
}

async function runOnce<C extends { db: Database }, T>(pool: pg.Pool, ctx: C, work: (ctx: C) => Promise<T>) {
  const client = await pool.connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await work({ ...ctx, db: databaseOf(client) })
    await client.query('COMMIT')
    return result
  } catch (error) {
    // Where nothing answers any more, nor would it to a ROLLBACK: the end of the connection is one too.
    if (isUnavailable(error)) broken = error as Error
    else {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
    }
    throw error
  } finally {
    client.release(broken)
  }
}
