import { PgBoss } from 'pg-boss'
import type { Config } from '../../config.ts'
import { isUnavailable, violates } from '../db/errors.ts'

/** Background work. At most one run is queued; it finds what is due by itself. */
export interface Job {
  name: string
  /** Cron schedule in the venue's time zone. */
  cron: string
  /** @param stopping aborted when the process ends; work that can continue later should stop */
  run: (stopping: AbortSignal) => Promise<unknown>
  /** Seconds until the next run after one returned false; it is not woken until then. */
  pause?: number
  /** How many runs may be active in one process; one if omitted. */
  atOnce?: number
}

/** Wakes of a job within this time count as one. */
const GATHER_WAKES_MS = 50

/** For a database that hangs: no statement of pg-boss takes long. */
const connectionTimeouts = { keepAlive: true, connectionTimeoutMillis: 10_000, query_timeout: 30_000 }

/**
 * Runs jobs on pg-boss, in the app's own database: each on its schedule, and whenever it is woken.
 *
 * @returns `wake(name)`, which gathers many calls into few jobs, and `stop`, which lets running work end
 */
export async function startJobs(options: {
  databaseUrl: string
  jobs: Job[]
  /** False when another process runs the jobs and this one only wakes it. */
  works: boolean
  /** With a pooler, whose sessions are too short for LISTEN, a wake is found within two seconds (decision 046). */
  databasePooler?: Config['databasePooler']
  /** Called with an error and its job; without a name for an error of the queue itself. */
  onError: (error: unknown, name?: string) => void
}) {
  const { databaseUrl, databasePooler, jobs, works, onError } = options
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'trunkshow jobs',
    max: 2,
    useListenNotify: works && !databasePooler,
    schedule: works,
    supervise: works,
    ...connectionTimeouts,
  })
  // While the database is down, each queue reports it every few seconds, so only the message is logged.
  const report = (error: Error, name?: string) => onError(isUnavailable(error) ? error.message : error, name)
  boss.on('error', (error) => report(error))
  await boss.start().catch((error) => {
    // Another process created the schema of the queue at the same time, and has finished that now.
    if (!violates(error, 'pg_namespace_nspname_index')) throw error
    return boss.start()
  })
  const stopping = new AbortController()
  const existing = new Set((await boss.getQueues()).map(({ name }) => name))
  for (const { name, cron, run, pause = 0, atOnce = 1 } of jobs) {
    // 'short': at most one is queued, so a thousand wakes become one run.
    if (!existing.has(name))
      await boss.createQueue(name, { policy: 'short', retryLimit: 0, expireInSeconds: 300, notify: true })
    if (!works) continue
    await boss.schedule(name, cron, null, { tz: 'America/New_York' })
    await boss.work(name, { pollingIntervalSeconds: 2, localConcurrency: atOnce }, async () => {
      try {
        if ((await run(stopping.signal)) === false && !stopping.signal.aborted) wake(name, pause * 1000)
      } catch (error) {
        report(error as Error, name) // pg-boss does not report it
        throw error
      }
    })
  }

  const waking = new Map<string, NodeJS.Timeout>()
  function wake(name: string, delay = GATHER_WAKES_MS) {
    if (delay === GATHER_WAKES_MS && waking.has(name)) return
    clearTimeout(waking.get(name))
    waking.set(name, setTimeout(() => send(name), delay).unref())
  }
  async function send(name: string) {
    clearTimeout(waking.get(name))
    waking.delete(name)
    await boss.send(name).catch((error) => report(error))
  }

  return {
    wake: (name: string) => wake(name),
    async stop() {
      stopping.abort()
      await Promise.all([...waking.keys()].map(send))
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
