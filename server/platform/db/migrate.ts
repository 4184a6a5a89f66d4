import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { type MigrationMeta, readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { packageFolder } from '../../package-folder.ts'
import { StartError } from '../../start-error.ts'
import { isLockTimeout, isRetryable } from './errors.ts'
import { updateZones } from './time-zones.ts'

export const OLDEST_POSTGRES = 14
export const ownMigrations = join(packageFolder, 'platform/db/migrations')

/** The commit that upgrades any database to the one that the first migration creates (decision 072). */
export const COMMIT_TO_UPGRADE_FROM = 'c9b97838'

/** The pause of a migration that made way for other transactions. */
const RETRY_PAUSE_MS = 1000

/**
 * Waits for other processes, until the end of the transaction, since a pooler keeps locks of a session. It waits half a
 * second for a table, as requests wait behind it, and less than PostgreSQL's second to end a deadlock.
 */
const BEGIN_ALONE = `BEGIN;
  SET LOCAL statement_timeout = 0;
  SELECT pg_advisory_xact_lock(hashtextextended('trunkshow migrate', 0));
  SET LOCAL lock_timeout = 500`

/**
 * Applies all new migrations of the folder in one transaction, then the newest rules of time zones. Concurrent processes
 * wait for each other. It makes way for an older version that serves requests or a backup, and tries again.
 *
 * @returns whether the URL connects as a superuser, which the app does not need, and whether a session starts with the
 *   settings that a pooler has to give it
 * @throws StartError when there is no usable PostgreSQL at the URL, or a newer version of the app has migrated it, or
 *   only one from before the first migration (decision 072)
 */
export async function migrate(
  url: string,
  migrationsFolder = ownMigrations,
): Promise<{ asSuperuser: boolean; hasSettings: boolean }> {
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
      `SELECT current_setting('server_version_num')::int / 10000 AS version, rolsuper AS super,
         current_setting('statement_timeout') <> '0' AND current_setting('enable_seqscan') = 'off' AS has_settings
       FROM pg_roles WHERE rolname = current_user`,
    )
    if (rows[0].version < OLDEST_POSTGRES) {
      throw new StartError(
        `DATABASE_URL leads to PostgreSQL ${rows[0].version}, and ${OLDEST_POSTGRES} or later is needed.`,
      )
    }
    for (let tries = 1; !(await applyNew(client, migrationsFolder)); tries++) {
      if (tries === 1)
        console.log('The database is in use: its migration waits until no long transaction runs.')
      await setTimeout(RETRY_PAUSE_MS)
    }
    if (migrationsFolder === ownMigrations) {
      const moved = await updateZones(client)
      if (moved > 0) console.log(`Clocks have new rules: ${moved} time slots start at other instants.`)
    }
    return { asSuperuser: rows[0].super, hasSettings: rows[0].has_settings }
  } finally {
    await client.end()
  }
}

/** @returns false if other transactions were in the way, and nothing has changed */
async function applyNew(client: pg.Client, migrationsFolder: string): Promise<boolean> {
  try {
    await client.query(BEGIN_ALONE)
    const all = readMigrationFiles({ migrationsFolder })
    const version = await readVersion(client)
    if (version! > all.at(-1)!.folderMillis)
      throw new StartError(
        'A newer version of Trunkshow has used this database: start that version, or restore a backup made before the upgrade.',
      )
    if (version! < all[0]!.folderMillis)
      throw new StartError(
        `A version of Trunkshow too old to upgrade from has used this database: start commit ${COMMIT_TO_UPGRADE_FROM} on it once, then this version.`,
      )
    await applyLater(client, version ?? 0, migrationsFolder)
    await client.query('COMMIT')
    return true
  } catch (error) {
    if (!isRetryable(error) && !isLockTimeout(error)) throw error
    await client.query('ROLLBACK')
    return false
  }
}

/** Returns the version of a database: the time of its newest migration. Undefined when the app never used it. */
export async function readVersion(client: pg.Client): Promise<number | undefined> {
  const { rows } = await client.query(`SELECT to_regclass('drizzle.__drizzle_migrations') AS found`)
  if (!rows[0].found) return undefined
  const newest = await client.query('SELECT max(created_at) AS version FROM drizzle.__drizzle_migrations')
  return newest.rows[0].version === null ? undefined : Number(newest.rows[0].version)
}

/**
 * Creates the tables of one version in an empty database, in the caller's transaction. `applyLater` updates them.
 *
 * @returns `older`, `unknown` or `newer` when this version of the app has no such version, and then there are no tables
 */
export async function createVersion(client: pg.Client, version: number, migrationsFolder: string) {
  const all = readMigrationFiles({ migrationsFolder })
  if (version > all.at(-1)!.folderMillis) return 'newer'
  if (version < all[0]!.folderMillis) return 'older'
  const last = all.findIndex(({ folderMillis }) => folderMillis === version)
  if (last < 0) return 'unknown'
  await apply(client, all.slice(0, last + 1))
  return 'created'
}

/** Applies the migrations after a version, as part of the caller's transaction: `migrate` finds nothing to do then. */
export async function applyLater(client: pg.Client, version: number, migrationsFolder: string) {
  const all = readMigrationFiles({ migrationsFolder })
  await client.query('SET LOCAL enable_seqscan = on')
  await apply(
    client,
    all.filter(({ folderMillis }) => folderMillis > version),
  )
}

async function apply(client: pg.Client, migrations: MigrationMeta[]) {
  await client.query(`CREATE SCHEMA IF NOT EXISTS drizzle;
    CREATE TABLE IF NOT EXISTS drizzle.__drizzle_migrations (
      id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`)
  for (const { sql, hash, folderMillis } of migrations) {
    await client.query(sql.join(''))
    await client.query('INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      folderMillis,
    ])
  }
}
