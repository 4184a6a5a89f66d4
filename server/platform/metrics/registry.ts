import cluster from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import client, { type MetricObjectWithValues, type MetricValue } from '@prometheus-io/client'
import type { ErrorCode } from '@trunkshow/contract/errors.ts'
import type { OperationKind } from '@trunkshow/contract/shopify/rules.ts'
import type pg from 'pg'
import packageJson from '../../package.json' with { type: 'json' }

const { AggregatorRegistry, Counter, Gauge, Histogram, Registry } = client

/** What this process counts. Names and labels are an interface, with few values and no one's data (decision 045). */
export const registry = new Registry()
const registers = [registry]

export const httpRequests = new Counter({
  name: 'trunkshow_http_requests_total',
  help: 'Requests answered, by route pattern, method and status. The route "unknown" is any address without a route.',
  labelNames: ['route', 'method', 'status'],
  registers,
})

export const httpDuration = new Histogram({
  name: 'trunkshow_http_request_duration_seconds',
  help: 'From the arrival of a request to the end of its answer, by route pattern.',
  labelNames: ['route'],
  buckets: [0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
  registers,
})

export const bookingsMade = new Counter({
  name: 'trunkshow_bookings_total',
  help: 'Bookings made. A repeat of the same form does not count.',
  registers,
})

const refusals = new Counter({
  name: 'trunkshow_booking_refusals_total',
  help: 'Bookings refused, by error code, such as full, passed or too_many (a limit); bot is a form that a bot sent.',
  labelNames: ['code'],
  registers,
})
export const countRefusal = (code: ErrorCode | 'bot') => refusals.inc({ code })

const emails = new Counter({
  name: 'trunkshow_emails_total',
  help: 'Emails processed: sent, skipped (no longer true), delayed (a limit), retried, or failed for good.',
  labelNames: ['outcome'],
  registers,
})
export const countEmail = (outcome: 'sent' | 'skipped' | 'delayed' | 'retried' | 'failed') =>
  emails.inc({ outcome })

const storeOperations = new Counter({
  name: 'trunkshow_store_operations_total',
  help: 'Turns of Shopify operations, by kind and outcome: done, failed, unknown (not answered), or queued again.',
  labelNames: ['kind', 'outcome'],
  registers,
})
export const countStoreOperation = (kind: OperationKind, outcome: string) =>
  storeOperations.inc({ kind, outcome })

const jobFailures = new Counter({
  name: 'trunkshow_job_failures_total',
  help: 'Runs of background jobs that ended with an error, by job.',
  labelNames: ['job'],
  registers,
})
export const countJobFailure = (job = 'queue') => jobFailures.inc({ job })

new Gauge({
  name: 'trunkshow_build_info',
  help: 'Always 1; its labels are the versions of Trunkshow and Node.',
  labelNames: ['version', 'node'],
  registers,
}).set({ version: packageJson.version, node: process.versions.node }, 1)

let pool: pg.Pool | undefined

/** Reports the connections of this process's pool. */
export function watchPool(watched: pg.Pool) {
  pool = watched
}

const poolGauge = (name: string, help: string, read: (pool: pg.Pool) => number) =>
  new Gauge({
    name: `trunkshow_pool_${name}`,
    help,
    registers,
    collect() {
      if (pool) this.set(read(pool))
    },
  })
poolGauge('connections', 'Open database connections of the process.', (pool) => pool.totalCount)
poolGauge('idle_connections', 'Open database connections that no request uses.', (pool) => pool.idleCount)
poolGauge('waiting_requests', 'Requests that wait for a database connection.', (pool) => pool.waitingCount)

/** Adds the process's own numbers, such as memory, and its name to each number. Called once, at its start. */
export function describeProcess(name: string) {
  client.collectDefaultMetrics({
    register: registry,
    eventLoopMonitoringPrecision: 20, // milliseconds between samples
    eventLoopUtilizationTimeout: 1000,
  })
  registry.setDefaultLabels({ process: name })
}

export type Metrics = MetricObjectWithValues<MetricValue<string>>[]

/** A process that does not answer within this time, because it is starting or stuck, is left out. */
const TIMEOUT_MS = 2000

/** What processes send each other. The first process knows all others, which know only the first one. */
type Message = { ask: 'own' | 'all'; id: number } | { id: number; metrics: Metrics[] }
interface Peer {
  send?: (message: Message, done: () => void) => unknown
}

const waiting = new Map<number, (metrics: Metrics[]) => void>()
let lastId = 0

async function ask(peer: Peer, what: 'own' | 'all'): Promise<Metrics[]> {
  const id = ++lastId
  const answer = new Promise<Metrics[]>((resolve) => waiting.set(id, resolve))
  peer.send?.({ ask: what, id }, () => {})
  const timeout = setTimeout<Metrics[]>(TIMEOUT_MS, [], { ref: false })
  return Promise.race([answer, timeout]).finally(() => waiting.delete(id))
}

async function gatherHere(): Promise<Metrics[]> {
  const children = Object.values(cluster.workers ?? {}).filter((child) => child !== undefined)
  const others = await Promise.all(children.map((child) => ask(child, 'own')))
  return [(await registry.getMetricsAsJSON()) as Metrics, ...others.flat()]
}

async function receive(message: Partial<Message & { ask: string; metrics: Metrics[] }>, from: Peer) {
  const { id, ask, metrics } = message
  if (typeof id !== 'number') return
  if (metrics) waiting.get(id)?.(metrics)
  if (ask) {
    const metrics = ask === 'all' ? await gatherHere() : [(await registry.getMetricsAsJSON()) as Metrics]
    from.send?.({ id, metrics }, () => {})
  }
}

/** Answers the other processes of this app (decision 041) that ask for metrics. */
export function answerProcesses() {
  if (cluster.isPrimary) cluster.on('message', (child, message) => receive(message, child))
  else process.on('message', (message: Message) => receive(message, process as Peer))
}

/** @returns what every process of this app counts, wherever it is asked */
export async function gatherMetrics(): Promise<Metrics[]> {
  return cluster.isWorker ? ask(process as Peer, 'all') : gatherHere()
}

/** Writes metrics in Prometheus' text format. Numbers of different processes stay apart by their label `process`. */
export function writeMetrics(metrics: Metrics[]): Promise<string> {
  // Several numbers with the same labels would be added up; here, there is one of each.
  const apart = metrics.map((list) => list.map((metric) => ({ ...metric, aggregator: 'first' as const })))
  return AggregatorRegistry.aggregate(apart).metrics()
}
