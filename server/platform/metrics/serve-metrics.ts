import { once } from 'node:events'
import { createServer } from 'node:http'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { gatherMetrics, type Metrics, writeMetrics } from './gather.ts'
import { type MeasuredConfig, measureInstallation } from './measure-installation.ts'
import { registry } from './registry.ts'

export const METRICS_TYPE = registry.contentType

/** @returns a function that reads the metrics of all processes and of the installation, as text */
export function openMetrics(pool: pg.Pool, config: MeasuredConfig): () => Promise<string> {
  const installation = measureInstallation(pool, config)
  return async () => {
    const [processes, shared] = await Promise.all([gatherMetrics(), installation.read()])
    return writeMetrics([...processes, shared as Metrics])
  }
}

/**
 * Serves /metrics and /healthz alone on METRICS_ADDRESS, to everyone who reaches that port: for a Prometheus on another
 * machine, and for workers, which serve no pages (decision 045).
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
