import pg from 'pg'

/** Runs one statement on its own connection, to change a database from outside the app. */
export async function runSql<Row extends object = Record<string, unknown>>(
  url: string,
  sql: string,
  values?: unknown[],
): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {}) // the running statement reports the error
  await client.connect()
  try {
    return (await client.query(sql, values)).rows as Row[]
  } finally {
    await client.end()
  }
}
