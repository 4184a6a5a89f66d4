import pg from 'pg'

// Wall-clock columns stay text, never a Date in this machine's time zone: `yyyy-MM-dd` and `HH:mm`.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5))
// Twice as fast as pg's own parser, which also supports years BC.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text))

/**
 * How long a request waits for a connection and a statement for its result, in milliseconds. Together under 15 seconds,
 * even when the database hangs: the server cancels what it can, and the app gives up on the rest.
 */
const timeouts = {
  connectionTimeoutMillis: 4000,
  statement_timeout: 8000,
  query_timeout: 9000,
  keepAlive: true,
}

/** Connection options. */
export const NO_SEQUENTIAL_SCANS = '-c enable_seqscan=off'

/**
 * Creates the app's connection pool. At most ten: more make a hot row slower (measured). Sequential scans are off, since a
 * connection keeps the plans of its prepared statements, and one planned while a table was small would scan it forever
 * (measured: half the bookings of a new store).
 */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'trunkshow',
    max: 10,
    options: NO_SEQUENTIAL_SCANS,
    ...timeouts,
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process. While the
  // pool is ending, the database may stop before every connection has said goodbye, which is fine.
  pool.on('error', ({ message }) => {
    if (!pool.ending) console.error(`A database connection broke: ${message}`)
  })
  // Inside a transaction, the running statement fails and reports it.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
