import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import { findPostgresPlace, findPostmaster } from '../../server/platform/db/embedded/postgres-place.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded.ts'
import { startPooler, throughPooler } from '../../server/test/processes/pooler.ts'
import { runSql } from '../../server/test/run-sql.ts'

export type Stage = Awaited<ReturnType<typeof openStage>>

/** Creates a folder and finds a port for the app in one scene. `close` cleans up in reverse order. */
export async function openStage() {
  const folder = await mkdtemp(join(tmpdir(), 'trunkshow-chaos-'))
  await chmod(folder, 0o711) // for PostgreSQL's own user, where this runs as root
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  return {
    folder,
    dataDir: join(folder, 'data'),
    port: String(await findFreePort()),
    later: (step: () => Promise<unknown>) => closing.push(step),
    /** Returns the variables of an app on this server; with DATABASE_POOLER, through a pooler in front of it. */
    async databaseVariables({ url }: { url: string }) {
      const variables = { DATABASE_URL: url, APP_SECRET: 'a secret of chaos alone' }
      if (!throughPooler) return variables
      const pooler = await startPooler(url)
      closing.push(pooler.stop)
      return { ...variables, DATABASE_URL: pooler.through(url) }
    },
    async close() {
      for (const step of closing.reverse()) await step().catch((error) => console.error(error))
    },
  }
}

/** Opens the PostgreSQL of a data folder, which can then be killed and frozen. If no app runs there, it starts one. */
export async function openDatabase(dataDir: string) {
  const postgres = await startEmbeddedPostgres({ dataDir, say: () => {} })
  const { home } = await findPostgresPlace(dataDir)
  const query = <Row extends object>(sql: string, values?: unknown[]) =>
    runSql<Row>(postgres.url, sql, values)

  async function postmaster(): Promise<number> {
    const running = await findPostmaster(join(home, 'cluster'))
    if (!running) throw new Error('No PostgreSQL runs')
    return running.pid
  }

  /** The server's processes, first the parent of the others. */
  async function processes(): Promise<number[]> {
    const pid = await postmaster()
    const children = await readFile(`/proc/${pid}/task/${pid}/children`, 'utf8')
    return [pid, ...children.trim().split(' ').map(Number)]
  }

  return {
    ...postgres,
    kill: async () => void process.kill(await postmaster(), 'SIGKILL'),
    /** Kills all its processes at once, so that none can finish anything. */
    async killAll() {
      for (const pid of await processes()) process.kill(pid, 'SIGKILL')
    },
    /** Kills one connection's process, so PostgreSQL closes all connections and recovers. */
    async killConnection() {
      const [row] = await query<{ pid: number }>(
        `SELECT pid FROM pg_stat_activity WHERE application_name = 'trunkshow' LIMIT 1`,
      )
      if (row) process.kill(row.pid, 'SIGKILL')
    },
    async freeze() {
      for (const pid of await processes()) process.kill(pid, 'SIGSTOP')
    },
    async unfreeze() {
      for (const pid of await processes()) process.kill(pid, 'SIGCONT')
    },
    query,
  }
}

export type ChaosDatabase = Awaited<ReturnType<typeof openDatabase>>

/** Emails due, being sent, or waiting: notices to one host wait up to five minutes to be sent together. */
const unsent = `status IN ('pending', 'sending', 'waiting')`

/** Confirms the hosts' emails, so no email waits. */
export const confirmHostEmails = (database: Pick<ChaosDatabase, 'query'>) =>
  database.query('UPDATE users SET email_confirmed_at = now()')

/**
 * Waits until the outbox is empty.
 *
 * @param hurry wakes the worker; if given, leases of killed workers end once nothing moves for a while instead of
 *   after 90 seconds
 * @throws if none of them goes for ten minutes
 */
export async function waitForEmptyOutbox(
  database: Pick<ChaosDatabase, 'query'>,
  hurry?: () => Promise<unknown>,
): Promise<void> {
  let fewest = { pending: Number.POSITIVE_INFINITY, since: performance.now() }
  let last = { pending: -1, since: 0 }
  for (;;) {
    const [row] = await database.query<{ pending: number }>(
      `SELECT count(*)::int AS pending FROM email_notifications WHERE ${unsent}`,
    )
    const { pending } = row!
    if (pending === 0) return
    const now = performance.now()
    if (pending < fewest.pending) fewest = { pending, since: now }
    if (now > fewest.since + 600_000) throw new Error(`${pending} emails were not sent within 10 minutes`)
    if (pending !== last.pending) last = { pending, since: now }
    else if (hurry && now - last.since > 3000) {
      await database.query(`UPDATE email_notifications SET next_attempt_at = now() WHERE ${unsent}`)
      await hurry()
      last = { pending, since: now }
    }
    await setTimeout(200)
  }
}
