import { setTimeout } from 'node:timers/promises'
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres'
import pg from 'pg'
import { isRetryable, isUnavailable } from './errors.ts'

/** Drizzle over the pool or a transaction's connection, which is `$client`. */
export type Database = NodePgDatabase<Record<string, never>> & { $client: pg.Pool | pg.PoolClient }

export function databaseOf(client: pg.Pool | pg.PoolClient): Database {
  return drizzle(client) as unknown as Database
}

/** How often a transaction is tried when PostgreSQL aborts it, and the pause between tries. */
const MAX_TRIES = 3
const RETRY_PAUSE_MS = 20

/**
 * Runs `work` in one transaction, with a context that shadows the outer one (docs/architecture.md, Conventions). It is
 * retried after a deadlock or a serialization failure, so it must do nothing but statements.
 *
 * @throws what `work` throws, after the rollback
 */
export async function inTransaction<C extends { db: Database }, T>(ctx: C, work: (ctx: C) => Promise<T>) {
  const { $client } = ctx.db
  if (!('totalCount' in $client)) return work(ctx)
  for (let tries = 1; ; tries++) {
    try {
      return await runOnce($client, ctx, work)
    } catch (error) {
      if (tries === MAX_TRIES || !isRetryable(error)) throw error
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
    // A ROLLBACK would not be answered either; closing the connection rolls back too.
    if (isUnavailable(error)) broken = error as Error
    else await client.query('ROLLBACK').catch((failure: Error) => (broken = failure))
    throw error
  } finally {
    client.release(broken)
  }
}

/** Runs `work` on a connection of its own, outside the pool. */
export async function withClient<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>) {
  const client = new pg.Client(config)
  client.on('error', () => {}) // the running statement reports it
  try {
    await client.connect()
    return await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** The time of the database, which all processes share: a machine's own clock may be wrong. */
export async function databaseNow({ db }: { db: Database }): Promise<Date> {
  const { rows } = await db.$client.query<{ now: Date }>('SELECT now()')
  return rows[0]!.now
}
