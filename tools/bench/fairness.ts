import { type ChildProcess, fork, spawn } from 'node:child_process'
import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { availableParallelism, constants as osConstants, setPriority } from 'node:os'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { noise } from '../../server/test/pictures.ts'
import type { Begin, BusyMessage } from './busy-company.ts'
import type { SizeRow } from './report.ts'
import { makeBookingCall } from './requests.ts'
import { percentile } from './rounds.ts'
import { makeStaffCalls, openSession } from './staff-calls.ts'
import type { Scene, Stage } from './stage.ts'

const NEIGHBOR = 'bruno'
/** How long the neighbor is measured alone, in seconds, after a warm-up. */
const ALONE_SECONDS = 40
const WARM_UP_SECONDS = 5
/** How long it is measured while every core is busy with other programs, in seconds. */
const BUSY_CORES_SECONDS = 20
/** The longest time to watch the other company's work, in seconds. */
const MAX_WATCH_SECONDS = 75
/** Products that are sent to the other company's store. */
const OPERATIONS = 100

/** The neighbor's repeated actions and their times in milliseconds. */
type Times = Record<'mail' | 'logo' | 'page', number[]>

/** The interval of each, in milliseconds. */
const paces: Record<keyof Times, number> = { mail: 1000, logo: 1000, page: 100 }

/**
 * Compares how long a company waits alone and while another sends 1,500 bookings, 20 heavy pictures, a file of 50,000
 * customers and 100 operations to its store. Both are on one server, with a real mail server and a store in another process.
 */
export async function compareFairness(stage: Stage): Promise<SizeRow[]> {
  const mails = await openMailServer(stage)
  const busy = forkElsewhere(stage, new URL('./busy-company.ts', import.meta.url))
  const [{ origin, connection }] = (await once(busy, 'message')) as [Extract<BusyMessage, { origin: string }>]
  const variables = { SMTP_URL: mails.url, MAIL_FROM: 'shows@vale.test', SHOPIFY_ADMIN_ORIGIN: origin }
  const scene = await stage.open('fairness', 'all', variables)
  await scene.addCompany(NEIGHBOR)
  const acts = await prepareNeighbor(scene, mails.arrivalOf)
  const session = await openSession(scene)
  await makeStaffCalls(session).call('PUT', '/api/shopify/store', connection)
  await scene.storeCatalog({ customers: 0, products: OPERATIONS })
  const products = await scene.query<{ id: number }>('SELECT id FROM products')
  const show = await scene.makeShow(25, 40)
  const begin: Begin = { ...session, show, products: products.map(({ id }) => id) }
  await scene.analyze()
  await sample(acts, lasting(WARM_UP_SECONDS))
  const alone = await sample(acts, lasting(ALONE_SECONDS))
  const busyCores = await sampleOnBusyCores(stage, acts)
  const beside = await sampleBeside(scene, acts, busy, begin)
  for (const [name, times] of Object.entries({ alone, busyCores, beside }))
    console.log(
      `${name}: ${times.mail.length} confirmations, ${times.logo.length} logos, ${times.page.length} pages`,
    )
  const row = (
    name: string,
    act: keyof Times,
    share: number,
    maxRatio?: number,
    times = beside,
  ): SizeRow => ({
    name,
    large: percentile(times[act], share),
    small: percentile(alone[act], share),
    unit: 'ms',
    ...(maxRatio && { maxRatio }),
  })
  return [
    row('a confirmation is at the mail server, middle', 'mail', 0.5, 2),
    row('a small logo is stored, middle', 'logo', 0.5, 3),
    row('a public page, p95', 'page', 0.95, 1.5),
    row('the same, when other programs keep all cores busy', 'page', 0.95, undefined, busyCores),
  ]
}

/**
 * Samples while a program at the lowest priority computes on each core, and the app has nothing else to do: what this
 * machine alone adds to a time when it is busy.
 */
async function sampleOnBusyCores(stage: Stage, acts: Acts): Promise<Times> {
  const programs = Array.from({ length: availableParallelism() }, () => {
    const program = spawn(process.execPath, ['--eval', 'for (;;);'])
    stage.atEnd(async () => void program.kill())
    setPriority(program.pid!, osConstants.priority.PRIORITY_LOW)
    return program
  })
  const times = await sample(acts, lasting(BUSY_CORES_SECONDS))
  for (const program of programs) program.kill()
  return times
}

/** Starts a process at low priority, since it would run on another machine. */
function forkElsewhere(stage: Stage, script: URL): ChildProcess {
  const child = fork(script, { execArgv: ['--import', 'tsx'] })
  stage.atEnd(async () => void child.kill())
  setPriority(child.pid!, osConstants.priority.PRIORITY_LOW)
  return child
}

async function openMailServer(stage: Stage) {
  const server = forkElsewhere(stage, new URL('./mail-server.ts', import.meta.url))
  const [{ port }] = (await once(server, 'message')) as [AddressInfo]
  const arrivals = new EventEmitter()
  server.on('message', (address: string) => arrivals.emit(address))
  return {
    url: `smtp://127.0.0.1:${port}`,
    /** Waits for the first email to an address, three minutes at most. */
    async arrivalOf(address: string) {
      const arrived = once(arrivals, address, { signal: AbortSignal.timeout(180_000) })
      server.send(address)
      await arrived
    },
  }
}

/** Runs each action once. */
type Acts = Record<keyof Times, () => Promise<unknown>>

async function prepareNeighbor(scene: Scene, arrivalOf: (address: string) => Promise<void>): Promise<Acts> {
  const { url } = scene.server
  const staff = makeStaffCalls(await openSession(scene, NEIGHBOR))
  const show = await scene.makeShow(4, 10, { owner: NEIGHBOR })
  const book = makeBookingCall(url, show.slots)
  const form = await staff.pictureForm(show.id, 'logo', await noise(300, 300).png().toBuffer())
  return {
    mail: async () => arrivalOf(await book()),
    logo: () => staff.call('PUT', `/api/events/${show.id}`, form),
    async page() {
      const answer = await fetch(`${url}/event/${show.id}`)
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`The page was answered ${answer.status}`)
    },
  }
}

const lasting = (seconds: number) => {
  const end = performance.now() + seconds * 1000
  const isOn = () => performance.now() < end
  return { mail: isOn, logo: isOn, page: isOn }
}

/** Repeats each action at its interval, one at a time, while it is on. */
async function sample(acts: Acts, isOn: Record<keyof Times, () => boolean>): Promise<Times> {
  const times: Times = { mail: [], logo: [], page: [] }
  async function repeat(act: keyof Times) {
    while (isOn[act]()) {
      const begin = performance.now()
      await acts[act]()
      times[act].push(performance.now() - begin)
      await setTimeout(Math.max(0, begin + paces[act] - performance.now()))
    }
  }
  await Promise.all((Object.keys(times) as (keyof Times)[]).map(repeat))
  return times
}

/** Samples each action while the work it competes with is running: the other company's emails, its pictures, or any work. */
async function sampleBeside(scene: Scene, acts: Acts, busy: ChildProcess, work: Begin): Promise<Times> {
  const begin = performance.now()
  const underWay = new Set(['bookings', 'pictures', 'import', 'store operations', 'mails'])
  const done = (name: string) => {
    underWay.delete(name)
    console.log(`${name}: all done after ${Math.round((performance.now() - begin) / 1000)} s`)
  }
  const failure = new Promise<never>((_, fail) => {
    busy.on('message', (message: BusyMessage) => {
      if ('done' in message) done(message.done)
      if ('failed' in message) fail(new Error(message.failed))
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
  const { page: isOn } = lasting(MAX_WATCH_SECONDS)
  const sampling = sample(acts, {
    mail: () => underWay.has('mails') && isOn(),
    logo: () => underWay.has('pictures') && isOn(),
    page: () => underWay.size > 0 && isOn(),
  })
  const times = await Promise.race([sampling, failure])
  failure.catch(() => {})
  if (underWay.size > 0)
    console.log(`after ${MAX_WATCH_SECONDS} s still under way: ${[...underWay].join(', ')}`)
  return times
}
