import pg from 'pg'

// Wall-clock columns stay text, never a Date of this machine's zone: `yyyy-MM-dd` and, to the minute, `HH:mm`.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5))
// Less than half the time of pg's own, which knows years before Christ.
pg.types.setTypeParser(pg.types.builtins.TIMESTAMPTZ, (text) => new Date(text))

/**
 * How long a request waits for a connection, and a statement for its end, in milliseconds. Together they stay
 * under 15 seconds, also where the database stands still and says nothing: the server ends what it can by
 * itself, and the app no longer waits for one that does not.
 */
const timeouts = {
  connectionTimeoutMillis: 4000,
  statement_timeout: 8000,
  query_timeout: 9000,
  keepAlive: true,
}

/** What a connection is told as it begins. */
export const THROUGH_INDEXES = '-c enable_seqscan=off'

/**
 * The app's connections. Ten at most: more make one hot row slower, not faster (measured). A connection
 * keeps the plans of its prepared statements, and one made while a table was small would read it whole for ever after
 * (measured: half the bookings of a young shop); so tables are read through their indexes whatever their size.
 */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'trunkshow',
    max: 10,
    options: THROUGH_INDEXES,
    ...timeouts,
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  // A pool that is ending says goodbye on each connection; the database may stop before it has heard them all.
  pool.on('error', ({ message }) => {
    if (!pool.ending) console.error(`A database connection broke: ${message}`)
  })
  // One that breaks while a transaction has it fails the statement under way, which says so; see above.
  pool.on('connect', (client) => client.on('error', () => {}))
  return pool
}
