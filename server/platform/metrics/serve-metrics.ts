import { once } from 'node:events'
import { statfs } from 'node:fs/promises'
import { createServer } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import client from '@prometheus-io/client'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { listBackups } from '../backup/make-backup.ts'
import { gatherMetrics, type Metrics, registry, writeMetrics } from './registry.ts'

export const METRICS_TYPE = registry.contentType

/** @returns a function that reads the metrics of all processes and of the installation, as text */
export function openMetrics(...installed: Parameters<typeof measureInstallation>): () => Promise<string> {
  const installation = measureInstallation(...installed)
  return async () => {
    const [processes, shared] = await Promise.all([gatherMetrics(), installation.read()])
    return writeMetrics([...processes, shared as Metrics])
  }
}

/**
 * Serves /metrics and /healthz alone on METRICS_ADDRESS, to everyone who reaches that port (decision 045).
 *
 * @returns a function that closes it
 * @throws StartError when the address cannot be listened on
 */
export async function serveMetrics(
  { host, port }: NonNullable<Config['metricsAddress']>,
  readMetrics: () => Promise<string>,
) {
  const server = createServer(async ({ method, url = '' }, response) => {
    const path = url.split('?')[0]
    const reply = (status: number, type: string, body: string) =>
      response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(body)
    if (method !== 'GET' && method !== 'HEAD') return reply(405, 'text/plain', 'Only GET is answered here.\n')
    if (path === '/healthz') return reply(200, 'application/json', '{"status":"ok"}')
    if (path !== '/metrics') return reply(404, 'text/plain', 'Only /metrics and /healthz are here.\n')
    await readMetrics().then(
      (text) => reply(200, METRICS_TYPE, text),
      () => reply(500, 'text/plain', 'The metrics could not be read.\n'),
    )
  })
  const listening = once(server.listen(port, host), 'listening')
  await listening.catch(({ code, message }: NodeJS.ErrnoException) => {
    const reason = code === 'EADDRINUSE' ? 'another program has it' : message
    throw new StartError(`METRICS_ADDRESS ${host}:${port} cannot be listened on: ${reason}.`)
  })
  return async () => {
    server.closeAllConnections()
    await new Promise((closed) => server.close(closed))
  }
}

const { Gauge, Registry } = client

/** How long a measurement is reused: this long, or twenty times as long as it took (decision 045). */
const MIN_CACHE_MS = 5000
const CACHE_PER_DURATION = 20
/** Then the database counts as unreachable; Prometheus waits for 10 seconds. */
const TIMEOUT_MS = 5000

/** The states of queued work that a measurement reports, as 0 when nothing is in them. */
const queues = {
  emails: ['pending', 'sending', 'waiting'],
  imports: ['running'],
  store_operations: ['queued', 'sending', 'unknown'],
}

/** Counts queued work, and the seconds since the oldest was due, or less than 0, by partial indexes (decision 045). */
const queueQuery = `
  SELECT 'emails' AS queue, status AS state, count(*)::int AS entries,
    extract(epoch FROM now() - min(coalesce(failing_since, next_attempt_at)))::float8 AS age
  FROM email_notifications WHERE status = 'pending' GROUP BY status
  UNION ALL
  SELECT 'emails', status, count(*)::int, 0
  FROM email_notifications WHERE status IN ('waiting', 'sending') GROUP BY status
  UNION ALL
  SELECT 'imports', state, count(*)::int, extract(epoch FROM now() - min(updated_at))::float8
  FROM imports WHERE state = 'running' GROUP BY state
  UNION ALL
  SELECT 'store_operations', state, count(*)::int, extract(epoch FROM now() - min(next_try_at))::float8
  FROM shopify_operations WHERE state IN ('queued', 'sending', 'unknown') GROUP BY state`

/** The numbers that are the same for every process: queues in the database, the disk of DATA_DIR, and backups. */
export function measureInstallation(
  pool: pg.Pool,
  { dataDir, backupDir }: Pick<Config, 'dataDir' | 'backupDir'>,
) {
  const registry = new Registry()
  const gauge = <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
    new Gauge({ name: `trunkshow_${name}`, help, labelNames, registers: [registry] })
  const entries = gauge('queue_entries', 'Queued work, by queue and state.', ['queue', 'state'])
  const oldest = gauge('queue_oldest_age_seconds', 'How long the oldest work of a queue has been due.', [
    'queue',
  ])
  const reachable = gauge('database_reachable', 'Whether the database answered in time: 1 or 0.')
  const diskFree = gauge('disk_free_bytes', 'Free space on the disk of DATA_DIR.')
  const diskSize = gauge('disk_size_bytes', 'Size of the disk of DATA_DIR.')

  const backedUp = gauge(
    'backup_newest_timestamp_seconds',
    'When the newest scheduled backup in BACKUP_DIR was taken; 0 before the first.',
  )

  async function measureQueues() {
    const asked = pool.query<{ queue: string; state: string; entries: number; age: number }>(queueQuery)
    asked.catch(() => {}) // it may fail after we stopped waiting
    const answer = await Promise.race([asked, setTimeout(TIMEOUT_MS, null, { ref: false })]).catch(() => null)
    reachable.set(answer ? 1 : 0)
    entries.reset()
    oldest.reset()
    if (!answer) return
    for (const [queue, states] of Object.entries(queues)) {
      for (const state of states) entries.set({ queue, state }, 0)
      const rows = answer.rows.filter((row) => row.queue === queue)
      for (const row of rows) entries.set({ queue, state: row.state }, row.entries)
      oldest.set({ queue }, Math.max(0, ...rows.map(({ age }) => age)))
    }
  }

  async function measureDisk() {
    const { bavail, blocks, bsize } = await statfs(dataDir)
    diskFree.set(bavail * bsize)
    diskSize.set(blocks * bsize)
  }

  async function measureBackups() {
    backedUp.reset()
    if (!backupDir) return backedUp.remove()
    const newest = (await listBackups(backupDir)).at(-1)
    backedUp.set((newest?.takenAt ?? 0) / 1000)
  }

  async function measure() {
    await Promise.all([measureQueues(), measureDisk().catch(() => {}), measureBackups().catch(() => {})])
    return registry.getMetricsAsJSON()
  }

  let current: ReturnType<typeof measure> | undefined
  let freshUntil = 0
  return {
    registry,
    /** Measures, or returns the last measurement while it is fresh, so that scrapes cannot load the database. */
    read() {
      if (current && Date.now() < freshUntil) return current
      const begin = Date.now()
      freshUntil = Number.POSITIVE_INFINITY // requests until then share it
      current = measure().finally(() => {
        const took = Date.now() - begin
        freshUntil = Date.now() + Math.max(MIN_CACHE_MS, took * CACHE_PER_DURATION)
      })
      return current
    },
  }
}
