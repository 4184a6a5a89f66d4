import pg from 'pg'

/** One statement on a connection of its own, for what a test does to a database from outside the app. */
export async function runSql<Row extends object = Record<string, unknown>>(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the statement under way reports it
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as Row[]
  } finally {
    await client.end()
  }
}
