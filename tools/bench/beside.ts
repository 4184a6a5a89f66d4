import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { setTimeout } from 'node:timers/promises'
import { addDays } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { callOk, childrenOf, type Host } from './harness.ts'
import { beside, lasting, loadHttp, percentile, sample } from './measure.ts'
import { book } from './rates.ts'
import { type Row, sizeRow } from './report.ts'
import type { Scene } from './stage.ts'

/** Twenty times a second. */
const INTERVAL_MS = 50
const FILE_ROWS = 50_000

const p95 = (times: number[]) => percentile(times, 0.95)

/** Checks and imports a file of 50,000 customers. @returns its number of rows */
export async function importFile({ ok }: Host): Promise<number> {
  const rows = Array.from({ length: FILE_ROWS }, (_, n) => `Guest ${n},Imported,imported-${n}@mail.test,,`)
  const csv = ['First name,Last name,Email,Phone,Notes', ...rows].join('\n')
  const { id } = await ok('/api/imports', { method: 'POST', body: { kind: 'customers', csv } })
  let { state } = await ok(`/api/imports/${id}/start`, { method: 'POST', body: {} })
  for (; state === 'running'; state = (await ok(`/api/imports/${id}`)).state) await setTimeout(1000)
  if (state !== 'done') throw new Error(`The import ended as ${state}`)
  return FILE_ROWS
}

/** Measures a booking before and while a file of 50,000 customers is checked and imported. */
export async function compareDuringImport(scene: Scene): Promise<Row[]> {
  const show = await scene.makeShow(25, 40)
  const bookWhile = (isOn: () => boolean) => sample(INTERVAL_MS, isOn, () => book(scene.url, show))
  await bookWhile(lasting(2))
  const before = await bookWhile(lasting(8))
  const [rows, during] = await beside(importFile(scene.host), bookWhile)
  const name = `a booking while ${rows.toLocaleString('en-US')} rows are checked and imported, p95`
  return [sizeRow(name, [p95(during), p95(before)], 'ms', { maxRatio: 2 })]
}

const READERS = 8
const DAYS = 250

/** Measures another company's page while 8 readers request pages without pause, and without them. */
export async function compareWithReaders(scene: Scene, seconds: number): Promise<Row[]> {
  const { url } = scene
  const usual = await scene.makeShow(4, 10)
  const large = await scene.makeShow(DAYS, 40)
  const other = await scene.makeShow(4, 10, { owner: await scene.addHost() })
  const openWhile = (isOn: () => boolean) =>
    sample(INTERVAL_MS, isOn, () => callOk(`${url}/event/${other.id}`, { headers: { accept: '*/*' } }))

  await openWhile(lasting(seconds))
  let turn = 0
  const first = addDays(newYorkNow().date, 30)
  const kinds: Record<string, () => string> = {
    'a usual page': () => `/event/${usual.id}`,
    'a page of 10,000 time slots': () => `/event/${large.id}`,
    'its dates in turn': () => `/event/${large.id}?date=${addDays(first, turn++ % DAYS)}`,
  }
  // As a browser asks.
  const headers = { accept: 'text/html', 'accept-encoding': 'gzip' }
  const rows: Row[] = []
  for (const [name, path] of Object.entries(kinds)) {
    const idle = p95(await openWhile(lasting(seconds)))
    const reading = loadHttp(url, { clients: READERS, seconds }, () => ({ path: path(), headers }))
    const [{ rate }, times] = await beside(reading, openWhile)
    rows.push(
      sizeRow(`${READERS} readers of ${name} (${Math.round(rate)} a second)`, [p95(times), idle], 'ms'),
    )
  }
  return rows
}

const COMPANIES = 8
const FILE_BYTES = 15_000_000
const IDLE_CONNECTIONS = 100
const ALONE_SECONDS = 20

/** Files of 15 MB: what people have, and what takes long. */
const files: Record<string, () => string> = {
  'usual rows'() {
    const row = (n: number) =>
      `Guest ${n},Imported,imported-${n}@mail.test,2125550100,${'likes silk '.repeat(10)}`
    const rows = Array.from({ length: Math.floor(FILE_BYTES / row(99_999).length) }, (_, n) => row(n))
    return ['First name,Last name,Email,Phone,Notes', ...rows].join('\n')
  },
  'one line': () => `First name,Last name,Email\n${'a'.repeat(FILE_BYTES)}`,
  'empty rows of another length': () => `First name,Last name,Email\n${',,,,\n'.repeat(FILE_BYTES / 5)}`,
}

/** Compares `/healthz` and the app's memory beside eight checks of files, each of another company, with both before. */
export async function compareDuringChecks({ url, pid, addHost }: Scene): Promise<Row[]> {
  const hosts: Host[] = []
  while (hosts.length < COMPANIES) hosts.push(await addHost())
  const sockets = Array.from({ length: IDLE_CONNECTIONS }, () =>
    connect(Number(new URL(url).port), '127.0.0.1'),
  )
  await Promise.all(sockets.map((socket) => once(socket, 'connect')))

  /** Asks as a load balancer would, also while earlier answers are missing. */
  async function watch(isOn: () => boolean) {
    let most = 0
    const ask = async () => {
      const answer = callOk(`${url}/healthz`)
      most = Math.max(most, await megabytesOf(pid))
      await answer
    }
    return { p95: p95(await sample(INTERVAL_MS, isOn, ask, { overlapping: true })), most }
  }

  await watch(lasting(3))
  const idle = await watch(lasting(3))
  const rows: Row[] = []
  for (const [name, make] of Object.entries(files)) {
    // Bytes, since encoding it eight times would delay the samples.
    const body = Buffer.from(JSON.stringify({ kind: 'customers', csv: make() }))
    const alone = await watch(lasting(ALONE_SECONDS))
    const begin = performance.now()
    const check = { method: 'POST', body, timeoutMs: 300_000 }
    const checks = Promise.all(hosts.map((host) => host.call('/api/imports', check)))
    const [answers, during] = await beside(checks, watch)
    const statuses = answers.map(({ status }) => status).join(', ')
    console.log(`${name}: answered ${statuses} within ${Math.round((performance.now() - begin) / 1000)} s`)
    const added: [number, number] = [during.most - idle.most, idle.most]
    rows.push(
      sizeRow(`/healthz, p95: ${name}`, [during.p95, alone.p95], 'ms', { maxRatio: 3 }),
      sizeRow(`memory, above before: ${name}`, added, 'MB', { maxLarge: 300 }),
    )
  }
  for (const socket of sockets) socket.destroy()
  return rows
}

/** The memory of a process and of those it started, in megabytes; what they share counts once. Linux alone tells. */
async function megabytesOf(pid: number): Promise<number> {
  const read = (path: string) => readFile(`/proc/${path}`, 'utf8').catch(() => '')
  const children = await childrenOf(pid)
  const rollups = await Promise.all([pid, ...children].map((id) => read(`${id}/smaps_rollup`)))
  return rollups.reduce((sum, text) => sum + Number(/^Pss:\s+(\d+)/m.exec(text)?.[1] ?? 0), 0) / 1024
}
