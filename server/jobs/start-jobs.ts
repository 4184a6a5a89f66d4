import { PgBoss } from 'pg-boss'
import { isUnavailable } from '../db/errors.ts'

/** A kind of work done apart from requests. At most one waits its turn; it finds for itself what is due. */
export interface Job {
  name: string
  /** When it runs by itself, in cron form, venue time. */
  cron: string
  /** @param stopping says that the process ends: what can go on later does */
  run: (stopping: AbortSignal) => Promise<unknown>
  /** Seconds after which it runs again when it answered false; until then it is not woken. */
  pause?: number
  /** How often it may run at the same time in one process; once unless given. */
  atOnce?: number
}

/** Milliseconds in which further wakes of a job count as the same one. */
const GATHER_WAKES_MS = 50

/** For a database that stands still: no statement of pg-boss takes long. */
const connectionTimeouts = { keepAlive: true, connectionTimeoutMillis: 10_000, query_timeout: 30_000 }

/**
 * Runs jobs on pg-boss, in the app's own database: each on its schedule, and whenever it is woken.
 *
 * @returns `wake(name)`, which gathers many calls into few jobs, and `stop`, which lets running work end
 */
export async function startJobs(options: {
  databaseUrl: string
  jobs: Job[]
  /** False where another process runs the jobs, and this one only wakes it. */
  works: boolean
  /** Told what failed, and of which job unless it was the queue itself. */
  onError: (error: unknown, name?: string) => void
}) {
  const { databaseUrl, jobs, works, onError } = options
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'trunkshow jobs',
    max: 2,
    useListenNotify: works,
    schedule: works,
    supervise: works,
    ...connectionTimeouts,
  })
  // While the database is away each of its queues says so every few seconds.
  const report = (error: Error, name?: string) => onError(isUnavailable(error) ? error.message : error, name)
  boss.on('error', (error) => report(error))
  await boss.start()
  const stopping = new AbortController()
  for (const { name, cron, run, pause = 0, atOnce = 1 } of jobs) {
    // 'short': one waiting at most, so a thousand wakes are one job.
    await boss.createQueue(name, { policy: 'short', retryLimit: 0, expireInSeconds: 300, notify: true })
    if (!works) continue
    await boss.schedule(name, cron, null, { tz: 'America/New_York' })
    await boss.work(name, { pollingIntervalSeconds: 2, localConcurrency: atOnce }, async () => {
      try {
        if ((await run(stopping.signal)) === false && !stopping.signal.aborted) wake(name, pause * 1000)
      } catch (error) {
        report(error as Error, name) // pg-boss keeps it to itself
        throw error
      }
    })
  }

  const waking = new Map<string, NodeJS.Timeout>()
  function wake(name: string, delay = GATHER_WAKES_MS) {
    if (delay === GATHER_WAKES_MS && waking.has(name)) return
    clearTimeout(waking.get(name))
    const send = () => {
      waking.delete(name)
      boss.send(name).catch((error) => report(error))
    }
    waking.set(name, setTimeout(send, delay).unref())
  }

  return {
    wake: (name: string) => wake(name),
    async stop() {
      stopping.abort()
      await boss.stop({ graceful: true, timeout: 10_000 })
    },
  }
}
