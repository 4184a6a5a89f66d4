import cluster from 'node:cluster'
import { setTimeout } from 'node:timers/promises'
import client, { type MetricObjectWithValues, type MetricValue } from '@prometheus-io/client'
import { registry } from './registry.ts'

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
  return client.AggregatorRegistry.aggregate(apart).metrics()
}
