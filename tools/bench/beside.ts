import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect } from 'node:net'
import { availableParallelism, constants as osConstants, setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { addDays } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { noise } from '../../server/test/pictures.ts'
import { callOk, childrenOf, type Host, type Show } from './harness.ts'
import { beside, lasting, loadHttp, percentile, sample } from './measure.ts'
import { book } from './rates.ts'
import { type Row, sizeRow } from './report.ts'
import type { Scene, Stage } from './stage.ts'

/** Twenty times a second. */
const INTERVAL_MS = 50

const p95 = (times: number[]) => percentile(times, 0.95)

/** Checks and imports a file of 50,000 customers. */
export async function importFile({ ok }: Host) {
  const rows = Array.from({ length: 50_000 }, (_, n) => `Guest ${n},Imported,imported-${n}@mail.test,,`)
  const csv = ['First name,Last name,Email,Phone,Notes', ...rows].join('\n')
  const { id } = await ok('/api/imports', { method: 'POST', body: { kind: 'customers', csv } })
  let { state } = await ok(`/api/imports/${id}/start`, { method: 'POST', body: {} })
  for (; state === 'running'; state = (await ok(`/api/imports/${id}`)).state) await setTimeout(1000)
  if (state !== 'done') throw new Error(`The import ended as ${state}`)
}

/** Measures a booking before and while a file of 50,000 customers is checked and imported. */
export async function compareDuringImport(scene: Scene): Promise<Row[]> {
  const show = await scene.makeShow(25, 40)
  const bookWhile = (isOn: () => boolean) => sample(INTERVAL_MS, isOn, () => book(scene.url, show))
  await bookWhile(lasting(2))
  const before = await bookWhile(lasting(8))
  const [, during] = await beside(importFile(scene.host), bookWhile)
  const name = 'a booking while 50,000 rows are checked and imported, p95'
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

/** The message that starts the busy company's process: its company and what to work on. */
export interface Begin {
  url: string
  cookie: string
  show: Show
  products: number[]
}

/** The messages it sends: where its servers are, then each address that an email came to, and what is done or failed. */
export interface BusyMessage {
  ready?: { store: { origin: string; connection: object }; smtpUrl: string }
  arrived?: string
  done?: string
  failed?: string
}

/** How long the neighbor is measured: alone, while every core is busy with other programs, and at most beside the busy company. */
const WARM_UP_SECONDS = 5
const NEIGHBOR_ALONE_SECONDS = 40
const BUSY_CORES_SECONDS = 20
const MAX_WATCH_SECONDS = 75
/** Products that are sent to the busy company's store. */
const OPERATIONS = 100

/** What the neighbor does again and again, with the interval in milliseconds, and the work of the busy company that it waits beside. */
const acts = {
  mail: { pace: 1000, rival: 'mails' },
  logo: { pace: 1000, rival: 'pictures' },
  page: { pace: 100, rival: 'all' },
}
type Act = keyof typeof acts
type Acts = Record<Act, () => Promise<unknown>>

/** Compares how long a company waits alone and beside a busy one, on one server. */
export async function compareFairness(stage: Stage): Promise<Row[]> {
  const script = new URL('./busy-company.ts', import.meta.url)
  const busy = runElsewhere(stage, fork(script, { execArgv: ['--import', 'tsx'] }))
  const [{ ready }] = (await once(busy, 'message')) as [Required<BusyMessage>]
  const { store, smtpUrl } = ready
  const scene = await stage.open('fairness', 0, {
    ROLE: 'all',
    SMTP_URL: smtpUrl,
    MAIL_FROM: 'shows@vale.test',
    SHOPIFY_ADMIN_ORIGIN: store.origin,
  })
  const neighbor = await prepareNeighbor(scene, busy)
  const { url, cookie, ok } = scene.host
  await ok('/api/shopify/store', { method: 'PUT', body: store.connection })
  await scene.storeCatalog({ customers: 0, products: OPERATIONS })
  const products = (await scene.query<{ id: number }>('SELECT id FROM products')).map(({ id }) => id)
  const show = await scene.makeShow(25, 40)
  await sampleAll(neighbor, lasting(WARM_UP_SECONDS))
  const alone = await sampleAll(neighbor, lasting(NEIGHBOR_ALONE_SECONDS))
  const busyCores = await sampleOnBusyCores(stage, neighbor)
  const beside = await sampleBeside(scene, neighbor, busy, { url, cookie, show, products })
  for (const [name, { mail, logo, page }] of Object.entries({ alone, busyCores, beside }))
    console.log(`${name}: ${mail.length} confirmations, ${logo.length} logos, ${page.length} pages`)
  const pair = (act: Act, share: number, times = beside): [number, number] => [
    percentile(times[act], share),
    percentile(alone[act], share),
  ]
  const busyPage = pair('page', 0.95, busyCores)
  return [
    sizeRow('a confirmation is at the mail server, middle', pair('mail', 0.5), 'ms', { maxRatio: 2 }),
    sizeRow('a small logo is stored, middle', pair('logo', 0.5), 'ms', { maxRatio: 3 }),
    sizeRow('a public page, p95', pair('page', 0.95), 'ms', { maxRatio: 1.5 }),
    sizeRow('the same, when other programs keep all cores busy', busyPage, 'ms'),
  ]
}

/** Gives a process low priority, since it would run on another machine, and ends it at the end. */
function runElsewhere<Child extends ChildProcess>(stage: Stage, child: Child): Child {
  stage.later(async () => child.kill())
  setPriority(child.pid!, osConstants.priority.PRIORITY_LOW)
  return child
}

/** Samples while a program of low priority computes on each core: what a busy machine alone adds to a time. */
async function sampleOnBusyCores(stage: Stage, neighbor: Acts) {
  const compute = () => runElsewhere(stage, spawn(process.execPath, ['--eval', 'for (;;);']))
  const programs = Array.from({ length: availableParallelism() }, compute)
  const times = await sampleAll(neighbor, lasting(BUSY_CORES_SECONDS))
  for (const program of programs) program.kill()
  return times
}

async function prepareNeighbor(scene: Scene, busy: ChildProcess): Promise<Acts> {
  const arrived = new Set<string>()
  busy.on('message', (message: BusyMessage) => message.arrived && arrived.add(message.arrived))
  const neighbor = await scene.addHost()
  const show = await scene.makeShow(4, 10, { owner: neighbor })
  const logo = await noise(300, 300).png().toBuffer()
  const body = await neighbor.pictureForm(show, 'logo', logo)
  return {
    async mail() {
      const address = await book(scene.url, show)
      for (const isPatient = lasting(180); !arrived.has(address); await setTimeout(2))
        if (!isPatient()) throw new Error(`No email came to ${address} within three minutes`)
    },
    logo: () => neighbor.ok(`/api/events/${show.id}`, { method: 'PUT', body }),
    page: () => callOk(`${scene.url}/event/${show.id}`, { headers: { accept: '*/*' } }),
  }
}

/** Repeats each action at its interval, one at a time, while it is on. @returns the milliseconds of each */
async function sampleAll(neighbor: Acts, isOn: (act: Act) => boolean): Promise<Record<Act, number[]>> {
  const take = (act: Act) => sample(acts[act].pace, () => isOn(act), neighbor[act])
  const [mail, logo, page] = await Promise.all([take('mail'), take('logo'), take('page')])
  return { mail, logo, page }
}

/** Samples each action while the work it competes with is running. */
async function sampleBeside(scene: Scene, neighbor: Acts, busy: ChildProcess, work: Begin) {
  const begin = performance.now()
  const underWay = new Set(['bookings', 'pictures', 'import', 'store operations', 'mails'])
  const done = (name: string) => {
    underWay.delete(name)
    console.log(`${name}: all done after ${Math.round((performance.now() - begin) / 1000)} s`)
  }
  const failure = new Promise<never>((_, fail) => {
    busy.on('message', (message: BusyMessage) => {
      if (message.done) done(message.done)
      if (message.failed) fail(new Error(message.failed))
    })
    busy.once('exit', () => fail(new Error('The busy company ended.')))
  })
  async function watchMails() {
    const pending = `SELECT FROM email_notifications WHERE company_id = 1 AND status = 'pending' LIMIT 1`
    while (underWay.has('bookings') || (await scene.query(pending)).length > 0) await setTimeout(500)
    done('mails')
  }
  busy.send(work)
  watchMails().catch(() => {}) // the database ends before them
  const inTime = lasting(MAX_WATCH_SECONDS)
  const isOn = (act: Act) => underWay.has(acts[act].rival) || (act === 'page' && underWay.size > 0)
  const sampling = sampleAll(neighbor, (act) => isOn(act) && inTime())
  const times = await Promise.race([sampling, failure])
  failure.catch(() => {})
  if (underWay.size > 0)
    console.log(`after ${MAX_WATCH_SECONDS} s still under way: ${[...underWay].join(', ')}`)
  return times
}
