import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { log } from '../log/log.ts'
import { databaseOf } from './transaction.ts'

// Wall-clock columns stay text, never a Date in this machine's time zone: `yyyy-MM-dd` and `HH:mm`.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5))
// Twice as fast as pg's own parser, which also supports years BC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text))

/** How long a request waits for a connection, and for a statement, in milliseconds: together under 15 seconds. */
const timeouts = { connectionTimeoutMillis: 4000, query_timeout: 9000, keepAlive: true }
const STATEMENT_TIMEOUT_MS = 8000

/** Connection options, see `createPool`. */
export const PLANNER_OPTIONS = '-c enable_seqscan=off -c jit=off'

/** What a session starts with. Behind a pooler, the pooler sets it (decision 046). */
const sessionSettings = { options: PLANNER_OPTIONS, statement_timeout: STATEMENT_TIMEOUT_MS }

/** Sends every statement without its name, since a pooler may run the next one on another connection. */
class UnpreparedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg has an overload for each kind of argument, and all are passed on
  override query(statement: any, ...others: any[]): any {
    const unnamed = statement?.name ? { ...statement, name: undefined } : statement
    return super.query(unnamed, ...(others as []))
  }
}

/**
 * Creates the app's pool of ten connections: more make a hot row slower (measured). Sequential scans are off: a
 * statement prepared while a table was small would scan it forever (measured: half the bookings of a new store). So is
 * compiling: a plan that has to scan counts as so costly that PostgreSQL compiles it (measured: 414 ms instead of 0.2).
 *
 * @param pooler the mode of the pooler that the URL leads to, if any (decision 046)
 */
export function createPool(url: string, pooler: Config['databasePooler']): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'trunkshow',
    max: 10,
    ...timeouts,
    ...(pooler ? { Client: UnpreparedClient } : sessionSettings),
  })
  // Without a listener, an idle connection that breaks would end the process.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log.error(`A database connection broke: ${message}`)
  })
  // Inside a transaction, the running statement fails and reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}

/** How often a replica is checked, and how far behind it may be, in milliseconds: see `rememberChange`. */
const CHECK_INTERVAL_MS = 300
const MAX_AGE_MS = 1000

export type Replica = ReturnType<typeof watchReplica>

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
}) {
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
    /** The replica, if it has everything that was committed until a second ago (decision 046). */
    findFresh: () => (performance.now() - freshAt < maxAge ? db : undefined),
    async stop() {
      stopping.abort()
      await watching
      await pool.end()
    },
  }
}
