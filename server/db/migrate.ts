import { join } from 'node:path'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { packageFolder } from '../package-folder.ts'
import { StartError } from '../start-error.ts'

const oldest = 14

/**
 * Applies all new migrations of the folder in one transaction. Concurrent processes wait for each other, and the later
 * ones find nothing to do.
 *
 * @returns whether the URL connects as a superuser, which the app does not need
 * @throws StartError when there is no usable PostgreSQL at the URL
 */
export async function migrate(
  url: string,
  migrationsFolder = join(packageFolder, 'db/migrations'),
): Promise<{ asSuperuser: boolean }> {
  const client = new pg.Client({ connectionString: url, application_name: 'trunkshow migrate' })
  client.on('error', () => {}) // the running statement reports it
  try {
    await client.connect()
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException
    throw new StartError(`DATABASE_URL leads to no PostgreSQL that lets the app in: ${message || code}.`)
  }
  try {
    const { rows } = await client.query(
      `SELECT current_setting('server_version_num')::int / 10000 AS version, rolsuper AS super
       FROM pg_roles WHERE rolname = current_user`,
    )
    if (rows[0].version < oldest) {
      throw new StartError(
        `DATABASE_URL leads to PostgreSQL ${rows[0].version}, and ${oldest} or later is needed.`,
      )
    }
    await client.query(`SELECT pg_advisory_lock(hashtextextended('trunkshow migrate', 0))`)
    await runMigrations(drizzle(client), { migrationsFolder })
    return { asSuperuser: rows[0].super }
  } finally {
    await client.end()
  }
}
