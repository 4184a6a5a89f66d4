import { fileURLToPath } from 'node:url'
import { drizzle } from 'drizzle-orm/node-postgres'
import { migrate as runMigrations } from 'drizzle-orm/node-postgres/migrator'
import pg from 'pg'
import { StartError } from '../start-error.ts'

const oldest = 14

/**
 * Brings a database up to date: every new migration of the folder, in one transaction. Processes that start
 * together do so one after the other, and the later ones find nothing left to do.
 *
 * @returns whether the address connects as a superuser, which the app needs for nothing
 * @throws StartError when there is no usable PostgreSQL at the address
 */
export async function migrate(
  url: string,
  migrationsFolder = fileURLToPath(new URL('migrations', import.meta.url)),
): Promise<{ asSuperuser: boolean }> {
  const client = new pg.Client({ connectionString: url, application_name: 'trunkshow migrate' })
  client.on('error', () => {}) // the statement that was under way reports it
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
