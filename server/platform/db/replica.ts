import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { createPool } from './pool.ts'
import { type Database, databaseOf } from './transaction.ts'

/** How often a replica is checked, and how far behind it may be, in milliseconds: see `rememberChange`. */
const CHECK_INTERVAL_MS = 300
const MAX_AGE_MS = 1000

export interface Replica {
  /** The replica, if it has everything that was committed until a second ago (decision 046). */
  findFresh(): Database | undefined
  stop(): Promise<void>
}

/**
 * Watches how far a replica is behind: it counts as fresh as of the last time when it had replayed what the primary had
 * written at that time. A replica that lags, is away, or has become a primary itself is not read from.
 *
 * @param options.maxAge in milliseconds, for tests
 */
export function watchReplica(options: {
  primary: pg.Pool
  url: string
  pooler: Config['databasePooler']
  maxAge?: number
}): Replica {
  const { primary, url, pooler, maxAge = MAX_AGE_MS } = options
  const pool = createPool(url, pooler)
  const db = databaseOf(pool)
  let freshAt = Number.NEGATIVE_INFINITY
  const stopping = new AbortController()

  async function check() {
    const askedAt = performance.now()
    const { rows: written } = await primary.query('SELECT pg_current_wal_lsn()::text AS lsn')
    const { rows: replayed } = await pool.query(
      'SELECT pg_is_in_recovery() AND pg_last_wal_replay_lsn() >= $1::pg_lsn AS fresh',
      [written[0].lsn],
    )
    if (replayed[0].fresh) freshAt = askedAt
  }
  async function keepChecking() {
    while (!stopping.signal.aborted) {
      await check().catch(() => {}) // the primary serves instead, and reports its own errors
      await setTimeout(CHECK_INTERVAL_MS, undefined, { signal: stopping.signal }).catch(() => {})
    }
  }

  const watching = keepChecking()
  return {
    findFresh: () => (performance.now() - freshAt < maxAge ? db : undefined),
    async stop() {
      stopping.abort()
      await watching
      await pool.end()
    },
  }
}
