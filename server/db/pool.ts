import pg from 'pg'

// Wall-clock columns stay text, never a Date of this machine's zone: `yyyy-MM-dd` and, to the minute, `HH:mm`.
pg.types.setTypeParser(pg.types.builtins.DATE, (text) => text)
pg.types.setTypeParser(pg.types.builtins.TIME, (text) => text.slice(0, 5))

/**
 * The app's connections. Ten at most: more make one hot row slower, not faster (measured, design §14).
 */
export function createPool(url: string): pg.Pool {
  const pool = new pg.Pool({
    connectionString: url,
    application_name: 'trunkshow',
    max: 10,
    connectionTimeoutMillis: 10_000,
  })
  // An idle connection that breaks is replaced at the next query; without a listener it would end the process.
  pool.on('error', (error) => console.error(`A database connection broke: ${error.message}`))
  return pool
}
