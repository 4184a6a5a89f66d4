import { PgBoss } from 'pg-boss'

/** A kind of work done apart from requests. At most one waits its turn; it finds for itself what is due. */
export interface Job {
  name: string
  /** When it runs by itself, in cron form, venue time. */
  cron: string
  run: () => Promise<unknown>
}

/**
 * Runs jobs on pg-boss, in the app's own database: each on its schedule, and whenever it is woken (design §10).
 *
 * @returns `wake(name)`, which gathers many calls into few jobs, and `stop`, which lets running work end
 */
export async function startJobs(options: {
  databaseUrl: string
  jobs: Job[]
  /** False where another process runs the jobs, and this one only wakes it. */
  works: boolean
  onError: (error: unknown) => void
}) {
  const { databaseUrl, jobs, works, onError } = options
  const boss = new PgBoss({
    connectionString: databaseUrl,
    application_name: 'trunkshow jobs',
    max: 2,
    useListenNotify: works,
    schedule: works,
    supervise: works,
  })
  boss.on('error', onError)
  await boss.start()
  for (const { name, cron, run } of jobs) {
    // 'short': one waiting at most, so a thousand wakes are one job.
    await boss.createQueue(name, { policy: 'short', retryLimit: 0, expireInSeconds: 300, notify: true })
    if (!works) continue
    await boss.schedule(name, cron, null, { tz: 'America/New_York' })
    await boss.work(name, { pollingIntervalSeconds: 2 }, () => run())
  }

  const waking = new Set<string>()
  return {
    wake(name: string) {
      if (waking.has(name)) return
      waking.add(name)
      setTimeout(() => {
        waking.delete(name)
        boss.send(name).catch(onError)
      }, 50).unref()
    },
    stop: () => boss.stop({ graceful: true, timeout: 10_000 }),
  }
}
