import pg from 'pg'
import type { Config } from '../../config.ts'
import { log } from '../log/log.ts'

// Wall-clock columns stay text, never a Date in this machine's time zone: `yyyy-MM-dd` and `HH:mm`.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5))
// Twice as fast as pg's own parser, which also supports years BC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text))

/**
 * How long a request waits for a connection and a statement for its result, in milliseconds. Together under 15 seconds,
 * even when the database hangs: the server cancels what it can, and the app gives up on the rest.
 */
const timeouts = { connectionTimeoutMillis: 4000, query_timeout: 9000, keepAlive: true }
const STATEMENT_TIMEOUT_MS = 8000

/** Connection options. */
export const NO_SEQUENTIAL_SCANS = '-c enable_seqscan=off'

/** What a session starts with. Behind a pooler, the pooler sets it (decision 046). */
const sessionSettings = { options: NO_SEQUENTIAL_SCANS, statement_timeout: STATEMENT_TIMEOUT_MS }

/** Sends every statement without its name, since a pooler may run the next one on another connection. */
class UnpreparedClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: pg has an overload for each kind of argument, and all are passed on
  override query(statement: any, ...others: any[]): any {
    const unnamed = statement?.name ? { ...statement, name: undefined } : statement
    return super.query(unnamed, ...(others as []))
  }
}

/**
 * Creates the app's connection pool. At most ten: more make a hot row slower (measured). Sequential scans are off, since a
 * connection keeps the plans of its prepared statements, and one planned while a table was small would scan it forever
 * (measured: half the bookings of a new store).
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
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process. While the
  // pool is ending, the database may stop before every connection has said goodbye, which is fine.
  pool.on('error', ({ message }) => {
    if (!pool.ending) log.error(`A database connection broke: ${message}`)
  })
  // Inside a transaction, the running statement fails and reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
