import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { APP_ROLE, appPassword, handOver, makeAppRole } from './embedded/app-role.ts'
import { createCluster, SUPERUSER } from './embedded/create-cluster.ts'
import { findFreePort } from './embedded/find-free-port.ts'
import { findPostgresFiles } from './embedded/postgres-files.ts'
import { findPostgresPlace } from './embedded/postgres-place.ts'
import { findPostmaster } from './embedded/postmaster.ts'
import { runAs } from './embedded/run-as.ts'

/** Given at every start, so that a data folder of an older version follows. fsync stays on. */
const serverSettings = {
  listen_addresses: '127.0.0.1',
  unix_socket_directories: '', // a socket's path has a length limit, which that of the data folder may exceed
  log_checkpoints: 'off',
  log_min_messages: 'log', // a refused statement is the app's to report, and it holds people's data
}

export interface EmbeddedPostgres {
  /** As the app's own role, which owns the database and is no superuser. */
  url: string
  /** As the superuser: for the hand-over, and for tests. */
  adminUrl: string
  /** The process of a server that already ran: an app before was killed, or still uses it. */
  joined: number | undefined
  /**
   * Starts the server again at the same address if it is gone, as after a crash, and waits until it answers.
   *
   * @throws StartError when it does not start, or another app started it elsewhere meanwhile
   */
  revive(): Promise<void>
  /** Gives the app's role what an older version left to the superuser. See `handOver`. */
  handOver(): Promise<void>
  /** Only for the app that holds the lock of `takeAppLock`: another one may be on this server. */
  stop(): Promise<void>
}

/** How often a start may fail: at first, and where processes of a server that was killed may still hold its memory. */
const TRIES = 6
const TRIES_AFTER_CRASH = 100

/**
 * Starts the product's own PostgreSQL 18 on a data folder, or joins the one that still runs there: an app that
 * was killed leaves its server behind.
 *
 * @param options.settings more settings of the server, for tests
 * @throws StartError
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string
  say: (sentence: string) => void
  settings?: Record<string, string>
}): Promise<EmbeddedPostgres> {
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

  /** Waits for a server that answers, and starts one where none runs. */
  async function ensure(tries: number, givenPort?: number) {
    let started = false
    for (let failures = 0, patience = Date.now() + 120_000; ; await setTimeout(100)) {
      const running = await findPostmaster(cluster)
      if (running) {
        if (await answers(adminUrlOf(running.port), home)) return { ...running, started }
      } else {
        // Fails where another app's start came first; the next round then finds that one.
        const port = givenPort ?? (await findFreePort())
        const settings = { ...serverSettings, ...options.settings, port }
        const flags = Object.entries(settings).map(([name, value]) => `-c ${name}=${value}`)
        started = (await control('start', '-l', log, '-o', flags.join(' '))).ok
        if (!started) failures++
      }
      if (failures >= tries || Date.now() > patience) {
        throw new StartError(`PostgreSQL does not start on ${cluster}: ${await readLastComplaint(log)}`)
      }
    }
  }

  const { pid, port, started } = await ensure(TRIES)
  const adminUrl = adminUrlOf(port)
  await makeAppRole(adminUrl, appPassword(password))
  return {
    url: urlOf(APP_ROLE, appPassword(password), port),
    adminUrl,
    joined: started ? undefined : pid,
    async revive() {
      const running = await ensure(TRIES_AFTER_CRASH, port)
      if (running.port === port) return
      throw new StartError(`PostgreSQL stopped, and another Trunkshow has started it on ${home} since.`)
    },
    handOver: () => handOver(adminUrl),
    stop: async () => void (await control('stop', '-m', 'fast')),
  }
}

/** False while the server is about to start or to end. */
async function answers(url: string, home: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if ((error as pg.DatabaseError).code !== '28P01') return false
    throw new StartError(`The PostgreSQL that runs on ${home} refuses the password kept there.`)
  } finally {
    await client.end().catch(() => {})
  }
}

async function readLastComplaint(log: string) {
  const lines = (await readFile(log, 'utf8').catch(() => 'it left no log')).trim().split('\n')
  return lines.findLast((line) => /FATAL|PANIC/.test(line)) ?? lines.at(-1)
}
