import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../server/db/embedded/find-free-port.ts'
import { exactly, noted, type Report, within } from './findings.ts'
import { openMailServer } from './mail-server.ts'
import { compareOutcome } from './outcome.ts'
import { startProduct } from './product.ts'
import { registerHost } from './show.ts'
import {
  type ChaosDatabase,
  confirmHosts,
  openDatabase,
  openStage,
  outboxEmpties,
  type Stage,
} from './stage.ts'
import { sendVisitors, type Visitors } from './visitors.ts'

/** One failure of the database. Returns the time from which the app could serve again. */
type Blow = (database: ChaosDatabase) => Promise<number>

/** The app's own database is killed; the app has to restart it. */
const killOwn: Blow = async (database) => {
  const killed = performance.now()
  await database.kill()
  return killed
}

/** An operator's database is killed, is away for a while, and is started again. */
const killAndRestart: Blow = async (database) => {
  await database.kill()
  await setTimeout(2000)
  await database.revive()
  return performance.now()
}

/** One PostgreSQL process crashes, so PostgreSQL closes every connection and recovers. */
const killConnection: Blow = async (database) => {
  const killed = performance.now()
  await database.killConnection()
  return killed
}

/** The database is frozen, as on a machine that swaps or a network that drops everything. */
const freeze: Blow = async (database) => {
  await database.freeze()
  await setTimeout(20_000)
  await database.thaw()
  return performance.now()
}

interface Size {
  rounds: number
  hurry: boolean
  /** Linux only: also freezes the database for 20 seconds. */
  frozen: boolean
}

/** kill -9 of the app's own database under load. */
export async function killOwnDatabase({ rounds, hurry }: Size): Promise<Report> {
  const stage = await openStage()
  try {
    const blows = Array.from({ length: rounds }, (_, round) => (round % 3 === 2 ? killConnection : killOwn))
    return await strike(stage, { blows, hurry, variables: {}, title: 'its own database', patience: 10 })
  } finally {
    await stage.close()
  }
}

/** kill -9, crash and freeze of a DATABASE_URL server under load. */
export async function killGivenDatabase({ rounds, hurry, frozen }: Size): Promise<Report> {
  const stage = await openStage()
  try {
    const database = await openDatabase(stage.dataDir)
    stage.later(() => database.stop())
    const blows = Array.from({ length: rounds }, (_, round) =>
      round % 3 === 2 ? killConnection : killAndRestart,
    )
    if (frozen && process.platform === 'linux') blows.push(freeze)
    const variables = { DATABASE_URL: database.url, APP_SECRET: 'a secret of chaos alone' }
    return await strike(stage, { blows, hurry, variables, title: 'a DATABASE_URL server', patience: 3 })
  } finally {
    await stage.close()
  }
}

async function strike(
  stage: Stage,
  scene: {
    blows: Blow[]
    hurry: boolean
    variables: Record<string, string>
    title: string
    patience: number
  },
): Promise<Report> {
  const { blows, hurry, variables, title, patience } = scene
  const mails = await openMailServer(await findFreePort())
  stage.later(() => mails.down())
  const product = await startProduct({
    DATA_DIR: stage.dataDir,
    PORT: stage.port,
    SMTP_URL: mails.url,
    ...variables,
  })
  stage.later(() => product.stop())
  const database = await openDatabase(stage.dataDir)
  const host = await registerHost(product.url)
  await confirmHosts(database)
  const show = await host.makeShow({ days: 60, places: 5 })
  const visitors = sendVisitors({ pick: () => product.url, show, clients: 16, cookie: host.cookie })
  const crossing = moveAround(visitors, host.call, show.slots)

  const silences: number[] = []
  for (const blow of blows) {
    await visitors.moreThan(100)
    const struck = performance.now()
    const returned = await blow(database)
    await visitors.refusedAfter(struck)
    // Responses from before the failure may still arrive until then.
    const refused = blow === killOwn || blow === killConnection ? performance.now() : returned
    silences.push((await visitors.successAfter(refused)) - returned)
    if (product.ending)
      throw new Error(`The app ended with ${product.ending.code}: ${product.ending.complaint}`)
  }
  await visitors.moreThan(50)
  const strange = await crossing.stop()
  await visitors.stop()
  await outboxEmpties(database, hurry ? () => host.wakeEmailWorker(show) : undefined)
  const outcome = await compareOutcome({ database, visitors, show, mails, kills: blows.length })
  return {
    title: `kill -9 of ${title} under load`,
    findings: [
      noted('blows', blows.length),
      exactly('times the app ended', product.ending ? 1 : 0, 0),
      within(
        `${patience === 3 ? 'database back' : 'killed'} until the first success, longest`,
        silences,
        patience,
      ),
      within(
        'longest request',
        visitors.answered.map(({ took }) => took),
        15,
      ),
      ...outcome.findings,
    ],
    faults: [...product.faults, ...outcome.faults, ...strange],
  }
}

/** Guests who reschedule all the time, so the failure interrupts transactions. */
function moveAround(
  visitors: Visitors,
  call: Awaited<ReturnType<typeof registerHost>>['call'],
  slots: number[],
) {
  const strange: string[] = []
  let going = true
  async function moveOn() {
    while (going) {
      const token = visitors.acknowledged[Math.floor(Math.random() * visitors.acknowledged.length)]
      const body = { newTimeSlotId: slots[Math.floor(Math.random() * slots.length)] }
      const answer =
        token &&
        (await call(`/api/bookings/manage/${token}/reschedule`, { method: 'POST', body }).catch(
          () => undefined,
        ))
      if (answer && ![200, 409, 429, 503].includes(answer.status)) {
        strange.push(`a move was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      }
      await setTimeout(2)
    }
  }
  const movers = Array.from({ length: 4 }, moveOn)
  return {
    async stop() {
      going = false
      await Promise.all(movers)
      return strange
    },
  }
}
