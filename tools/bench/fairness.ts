import { type ChildProcess, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism, constants as osConstants, setPriority } from 'node:os'
import { setTimeout } from 'node:timers/promises'
import { noise } from '../../server/test/pictures.ts'
import type { Begin, BusyMessage } from './busy-company.ts'
import { callOk } from './harness.ts'
import { lasting, percentile, sample } from './measure.ts'
import { book } from './rates.ts'
import { type Row, sizeRow } from './report.ts'
import type { Scene, Stage } from './stage.ts'

/** How long the neighbor is measured: alone, while every core is busy with other programs, and at most beside the busy company. */
const WARM_UP_SECONDS = 5
const ALONE_SECONDS = 40
const BUSY_CORES_SECONDS = 20
const MAX_WATCH_SECONDS = 75
/** Products that are sent to the busy company's store. */
const OPERATIONS = 100

/** What the neighbor does again and again, with the intervals in milliseconds. */
const paces = { mail: 1000, logo: 1000, page: 100 }
type Act = keyof typeof paces
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
  const acts = await prepareNeighbor(scene, busy)
  const { url, cookie, ok } = scene.host
  await ok('/api/shopify/store', { method: 'PUT', body: store.connection })
  await scene.storeCatalog({ customers: 0, products: OPERATIONS })
  const products = (await scene.query<{ id: number }>('SELECT id FROM products')).map(({ id }) => id)
  const show = await scene.makeShow(25, 40)
  await sampleAll(acts, lasting(WARM_UP_SECONDS))
  const alone = await sampleAll(acts, lasting(ALONE_SECONDS))
  const busyCores = await sampleOnBusyCores(stage, acts)
  const beside = await sampleBeside(scene, acts, busy, { url, cookie, show, products })
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
async function sampleOnBusyCores(stage: Stage, acts: Acts) {
  const compute = () => runElsewhere(stage, spawn(process.execPath, ['--eval', 'for (;;);']))
  const programs = Array.from({ length: availableParallelism() }, compute)
  const times = await sampleAll(acts, lasting(BUSY_CORES_SECONDS))
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
async function sampleAll(acts: Acts, isOn: (act: Act) => boolean): Promise<Record<Act, number[]>> {
  const take = (act: Act) => sample(paces[act], () => isOn(act), acts[act])
  const [mail, logo, page] = await Promise.all([take('mail'), take('logo'), take('page')])
  return { mail, logo, page }
}

/** Samples each action while the work it competes with is running. */
async function sampleBeside(scene: Scene, acts: Acts, busy: ChildProcess, work: Begin) {
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
  const rivals = {
    mail: () => underWay.has('mails'),
    logo: () => underWay.has('pictures'),
    page: () => underWay.size > 0,
  }
  const sampling = sampleAll(acts, (act) => rivals[act]() && inTime())
  const times = await Promise.race([sampling, failure])
  failure.catch(() => {})
  if (underWay.size > 0)
    console.log(`after ${MAX_WATCH_SECONDS} s still under way: ${[...underWay].join(', ')}`)
  return times
}
