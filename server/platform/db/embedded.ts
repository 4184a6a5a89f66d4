import { createHmac, randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chown, mkdir, readdir, readFile, rename, rm, statfs, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import { basename, dirname, join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../../start-error.ts'
import {
  type Account,
  findPostgresFiles,
  findPostgresPlace,
  findPostmaster,
  isAlive,
  runAs,
} from './postgres-place.ts'
import { withClient } from './transaction.ts'

/** The superuser of the cluster. */
const SUPERUSER = 'trunkshow'

/**
 * Creates `home`, an empty cluster and its password, from a draft: so none is partial, and concurrent starts share it.
 *
 * @throws StartError
 */
async function createCluster(home: string, files: string, account: Account | undefined) {
  await removeDrafts(home)
  const draft = `${home}.draft-${process.pid}`
  const password = join(draft, 'password')
  await mkdir(draft, { mode: 0o700 })
  await writeFile(password, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (account) await Promise.all([draft, password].map((path) => chown(path, account.uid, account.gid)))
  const { ok, output } = await runAs(account, join(files, 'bin', 'initdb'), [
    `--pgdata=${join(draft, 'cluster')}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${password}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
    '--locale-provider=builtin',
    '--builtin-locale=C.UTF-8',
    '--data-checksums',
  ])
  if (ok) await rename(draft, home).catch((error) => existsSync(home) || Promise.reject(error))
  await rm(draft, { recursive: true, force: true })
  if (!ok)
    throw new StartError(`PostgreSQL could not make a database in ${home}: ${output.split('\n').at(-1)}`)
}

/** Removes the draft folders of first starts that were killed. */
async function removeDrafts(home: string) {
  const prefix = `${basename(home)}.draft-`
  for (const name of await readdir(dirname(home))) {
    if (name.startsWith(prefix) && !isAlive(Number(name.slice(prefix.length)))) {
      await rm(join(dirname(home), name), { recursive: true, force: true })
    }
  }
}

/** Passed at every start, so that data folders of older versions get them too. fsync stays on. */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // socket paths have a length limit, which the data folder may exceed
  max_connections: '250', // twelve for each of 16 web processes, and those of jobs
  log_checkpoints: 'off',
  log_min_messages: 'log', // the app reports rejected statements, which contain personal data
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>

/** How often to try to start: normally, and after a crash, whose processes may still hold shared memory. */
const MAX_TRIES = 6
const MAX_TRIES_AFTER_CRASH = 100

/** PostgreSQL ends itself when it cannot make the next file of its log, and needs this much room to start: two files. */
const ROOM_TO_START_BYTES = 32 * 1024 * 1024
const ROOM_CHECK_INTERVAL_MS = 1000

/**
 * Starts the bundled PostgreSQL 18 on a data folder, or joins the server that a killed app left there.
 *
 * @param options.settings more server settings, for tests
 * @throws StartError
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  say: (sentence: string) => void
  settings?: Record<string, string>
}) {
  const { home, cache, account, note } = await findPostgresPlace(options.dataDir)
  if (note) options.say(note)
  const files = await findPostgresFiles(account, cache)
  if (!existsSync(home)) await createCluster(home, files, account)

  const [cluster, log] = [join(home, 'cluster'), join(home, 'postgres.log')]
  const password = await readFile(join(home, 'password'), 'utf8')
  const urlOf = (role: string, secret: string, port: number) =>
    `postgres://${role}:${secret}@127.0.0.1:${port}/postgres`
  const adminUrlOf = (port: number) => urlOf(SUPERUSER, password, port)
  const control = (...args: string[]) =>
    runAs(account, join(files, 'bin', 'pg_ctl'), [...args, '-w', '-D', cluster], { silent: true })

  /** Waits for a server that answers, and starts one if none is running. */
  async function ensure(tries: number, crashed?: { port: number; signal?: AbortSignal }) {
    let started = false
    let isFull = false
    for (let failures = 0, patience = performance.now() + 120_000; ; await setTimeout(100)) {
      const running = await findPostmaster(cluster)
      if (running) {
        if (await isAnswering(adminUrlOf(running.port), home)) return { ...running, started }
      } else if (crashed && !(await hasRoom(home))) {
        if (!isFull) options.say(`The disk of ${home} is full: PostgreSQL starts again once there is room.`)
        isFull = true
        patience = performance.now() + 120_000
        await setTimeout(ROOM_CHECK_INTERVAL_MS, undefined, crashed)
      } else {
        // Fails if another app started it first; the next try finds that server.
        const port = crashed?.port ?? (await findFreePort())
        const settings = { ...serverSettings, ...options.settings, port }
        const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
        started = (await control('start', '-l', log, '-o', flags.join(' '))).ok
        if (!started) failures++
      }
      if (failures >= tries || performance.now() > patience) {
        throw new StartError(`PostgreSQL does not start on ${cluster}: ${await readLastError(log)}`)
      }
    }
  }

  const { pid, port, started } = await ensure(MAX_TRIES)
  const adminUrl = adminUrlOf(port)
  await makeAppRole(adminUrl, appPassword(password))
  return {
    /** Connects as the app's own role, which owns the database and is not a superuser. */
    url: urlOf(APP_ROLE, appPassword(password), port),
    /** Connects as the superuser, for tests. */
    adminUrl,
    /** The process id of a server that was already running, left by an app that was killed or used by another one. */
    joined: started ? undefined : pid,
    /**
     * Restarts the server on the same port if it is gone, and waits until it answers, and on a full disk for room first.
     *
     * @param signal ends the wait for room
     * @throws StartError when it does not start, or another app started it on another port
     */
    async revive(signal?: AbortSignal) {
      const running = await ensure(MAX_TRIES_AFTER_CRASH, { port, ...(signal && { signal }) })
      if (running.port === port) return
      throw new StartError(`PostgreSQL stopped, and another Trunkshow has started it on ${home} since.`)
    },
    /** Only for the app that holds the lock of `acquireAppLock`, since others may use this server. */
    stop: async () => void (await control('stop', '-m', 'fast')),
  }
}

async function hasRoom(home: string): Promise<boolean> {
  const { bavail, bsize } = await statfs(home)
  return bavail * bsize >= ROOM_TO_START_BYTES
}

/** Whether the server answers; false while it is starting or stopping. */
function isAnswering(url: string, home: string): Promise<boolean> {
  const config = { connectionString: url, connectionTimeoutMillis: 2000 }
  return withClient(config, async () => true).catch((error: pg.DatabaseError) => {
    if (error.code !== '28P01') return false
    throw new StartError(`The PostgreSQL that runs on ${home} refuses the password kept there.`)
  })
}

async function readLastError(log: string) {
  const lines = (await readFile(log, 'utf8').catch(() => 'it left no log')).trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)
}

/** The role the app connects as: it owns the app's database and nothing else (decision 035). */
export const APP_ROLE = 'trunkshow_app'

/** Derives the role's password from the superuser's, so that there is no second secret to store. */
export function appPassword(superuserPassword: string): string {
  return createHmac('sha256', superuserPassword).update(APP_ROLE).digest('base64url')
}

/** Creates the app's role if the cluster has none, in one transaction. */
async function makeAppRole(adminUrl: string, password: string): Promise<void> {
  await withClient({ connectionString: adminUrl, application_name: 'trunkshow admin' }, async (client) => {
    const { rows } = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [APP_ROLE])
    if (rows.length > 0) return
    // One simple query is one transaction. Of concurrent starts, the later one waits and finds the role.
    await client.query(`
      SELECT pg_advisory_xact_lock(hashtextextended('trunkshow role', 0));
      DO $$ BEGIN
        IF NOT EXISTS (SELECT 1 FROM pg_roles WHERE rolname = '${APP_ROLE}') THEN
          CREATE ROLE ${APP_ROLE} LOGIN PASSWORD '${password}';
          EXECUTE format('ALTER DATABASE %I OWNER TO ${APP_ROLE}', current_database());
        END IF;
      END $$`)
  })
}

/** Linux gives its outgoing connections ports from 32768 on, macOS and Windows from 49152 on. */
const FIRST_OUTGOING_PORT = 32768

/** Finds a free port of 127.0.0.1, below those of outgoing connections, which could take it before the caller. */
export async function findFreePort(): Promise<number> {
  for (;;) {
    const port = randomInt(10_000, FIRST_OUTGOING_PORT)
    const server = createServer()
    try {
      await once(server.listen(port, '127.0.0.1'), 'listening')
      await new Promise((closed) => server.close(closed))
      return port
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
    }
  }
}

const lockKey = `hashtextextended('trunkshow app', 0)`
const connectionName = 'trunkshow app '

/**
 * Locks an embedded database for this process as long as its connection lasts, so an app that was killed leaves no stale
 * lock. Only the holder may stop the server, with the lock until it is down, and it restarts one that crashed.
 *
 * @param onLost called when the connection broke and the lock cannot be taken again
 * @throws StartError naming the process that holds the lock
 */
export async function acquireAppLock(postgres: EmbeddedPostgres, onLost: (reason: unknown) => void) {
  let held = true
  const stopping = new AbortController()
  let retaking: Promise<void> | undefined
  async function keep() {
    const client = await lock(postgres.url)
    client.once('end', () => {
      if (held) retaking = retake()
    })
  }
  async function retake(tries = 60): Promise<void> {
    try {
      await postgres.revive(stopping.signal)
      await keep()
    } catch (error) {
      if (tries === 0 || error instanceof StartError) {
        held = false
        return onLost(error)
      }
      await setTimeout(500)
      if (held) return retake(tries - 1)
    }
  }
  await keep()
  return {
    /** Stops the server, unless the lock was lost. */
    async stop() {
      if (!held) return
      held = false
      stopping.abort()
      await retaking
      await postgres.stop()
    },
  }
}

async function lock(url: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    application_name: connectionName + process.pid,
    connectionTimeoutMillis: 5000,
    keepAlive: true,
  })
  client.on('error', () => {}) // 'end' follows
  try {
    await client.connect()
    // The connection of an app that was just killed may still be open.
    await client.query(`SET lock_timeout = '2s'`)
    await client.query(`SELECT pg_advisory_lock(${lockKey})`)
    return client
  } catch (error) {
    const refusal = (error as pg.DatabaseError).code === '55P03' && (await describeHolder(client))
    await client.end().catch(() => {})
    throw refusal || error
  }
}

async function describeHolder(client: pg.Client) {
  const { rows } = await client.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND starts_with(application_name, $1)`,
    [connectionName],
  )
  const holder = rows[0] ? `process ${rows[0].name.slice(connectionName.length)}` : 'another process'
  return new StartError(
    `Trunkshow already runs on this data folder as ${holder}: stop that first, or choose another DATA_DIR and PORT.`,
  )
}
