import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isTimeZone } from '@trunkshow/contract/zones.ts'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { APP_ROLE, appPassword } from '../db/embedded.ts'
import { COMMIT_TO_UPGRADE_FROM, OLDEST_POSTGRES, readVersion } from '../db/migrate.ts'
import journal from '../db/migrations/meta/_journal.json' with { type: 'json' }
import { findExistingHome, findPostmaster } from '../db/postgres-place.ts'
import { nodeZones, zoneRow } from '../db/time-zones.ts'
import { withClient } from '../db/transaction.ts'
import { compareClocks, connectionTo, type Finding, type Findings, findingsOn, reasonOf } from './finding.ts'

const { ok, problem, warning } = findingsOn('Database')

/** Checks PostgreSQL: reachable, version, role, migrations, its clock, and its time zones. */
export async function checkDatabase(config: Config): Promise<Findings> {
  if (config.databaseUrl) return examine(config.databaseUrl)
  if (!existsSync(config.dataDir)) return ok('is created in DATA_DIR at the first start.')
  const home = await findExistingHome(config.dataDir)
  if (!home) return ok(`is created in ${config.dataDir} at the first start.`)
  const running = await findPostmaster(join(home, 'cluster'))
  if (!running) return ok(`its data is in ${home}; it does not run now, as the app starts and stops it.`)
  const password = await readFile(join(home, 'password'), 'utf8').catch(() => null)
  if (!password)
    return warning(
      `runs, but ${home} cannot be read.`,
      'Run this as the user that the app runs as, or as root.',
    )
  return examine(`postgres://${APP_ROLE}:${appPassword(password)}@127.0.0.1:${running.port}/postgres`)
}

async function examine(url: string): Promise<Findings> {
  const { hostname, port } = new URL(url)
  const place = `${hostname}:${port || 5432}`
  return withClient(connectionTo(url), (client) => ask(client, place)).catch((error) =>
    problem(
      `nothing usable answers at ${place}: ${reasonOf(error)}.`,
      'Start PostgreSQL, and check DATABASE_URL, its password, and pg_hba.conf.',
    ),
  )
}

async function ask(client: pg.Client, place: string): Promise<Findings> {
  const before = Date.now()
  const { rows } = await client.query(
    `SELECT current_setting('server_version_num')::int / 10000 AS version, current_setting('server_version') AS named,
       rolsuper AS super, pg_is_in_recovery() AS replica, clock_timestamp() AS now,
       pg_database_size(current_database())::float8 AS bytes
     FROM pg_roles WHERE rolname = current_user`,
  )
  const [{ version, named, super: isSuper, replica, now, bytes }] = rows
  const asked = (before + Date.now()) / 2
  const migrations = await checkMigrations(client)
  return [
    ok(`PostgreSQL ${named} at ${place}, ${(bytes / 1_000_000).toFixed(0)} MB of data.`),
    compareClocks('the database', new Date(now), asked),
    version < OLDEST_POSTGRES &&
      problem(`PostgreSQL ${version} is too old.`, `Upgrade it to ${OLDEST_POSTGRES} or later.`),
    replica === true &&
      problem(
        'DATABASE_URL leads to a replica, which cannot be written.',
        'Set DATABASE_URL to the primary.',
      ),
    isSuper === true &&
      warning('DATABASE_URL connects as a superuser.', 'Give it a role that owns its database and no more.'),
    migrations,
    migrations.state === 'ok' && (await compareZones(client)), // another version may have other columns
  ]
}

async function checkMigrations(client: pg.Client): Promise<Finding> {
  const applied = await readVersion(client)
  if (applied === undefined) return ok('is empty; the first start creates its tables.')
  const times = journal.entries.map(({ when }) => when)
  const pending = times.filter((when) => when > applied).length
  if (applied > Math.max(...times))
    return problem(
      'a newer version of Trunkshow has used it.',
      'Start that version, or restore a backup made before the upgrade.',
    )
  if (applied < Math.min(...times))
    return problem(
      'a version of Trunkshow too old to upgrade from has used it.',
      `Start commit ${COMMIT_TO_UPGRADE_FROM} on it once, then this version.`,
    )
  if (pending > 0)
    return warning(
      `${pending} migration${pending > 1 ? 's are' : ' is'} not applied yet.`,
      'Back up, then start this version of the app, which applies them.',
    )
  return ok('has every migration of this version.')
}

/** Compares the database's rules of time zones, by which slots start, with Node's, by which pages show times. */
async function compareZones(client: pg.Client, source = nodeZones): Promise<Finding> {
  const { ok, problem, warning } = findingsOn('Time zones')
  const { rows } = await client.query<ReturnType<typeof zoneRow> & { isApplied: boolean }>(
    `SELECT name, release, changes, offsets, is_applied AS "isApplied" FROM time_zones ORDER BY name`,
  )
  const later = rows.filter(({ release }) => release > source.release).map(({ release }) => release)
  const isSame = ({ name, changes, offsets }: (typeof rows)[number]) => {
    if (!isTimeZone(name)) return false
    const ours = zoneRow(source, name)
    const instants = (dates: Date[]) => dates.map((date) => date.getTime()).join()
    return instants(ours.changes) === instants(changes) && ours.offsets.join() === offsets.join()
  }
  const different = rows.filter((row) => !isSame(row)).map(({ name }) => name)
  if (different.length > 0 && later.length > 0)
    return problem(
      `The database has the rules of ${later.sort().at(-1)} for ${different.join(', ')}, and this Node those of ${source.release}.`,
      'Appointments there start at other times than pages say. Start the newest version of the app everywhere, which brings its own Node.',
    )
  if (different.length > 0 || rows.some(({ isApplied }) => !isApplied))
    return warning(
      `The rules of ${different.join(', ') || 'some zones'} are older than this Node's (${source.release}).`,
      'The next start of the app brings them and the time slots up to date.',
    )
  return ok(`Pages and time slots have the rules of ${source.release}.`)
}
