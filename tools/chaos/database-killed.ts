import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import { exactly, info, type Report, within } from './findings.ts'
import { type Guests, startGuests } from './guests.ts'
import { openMailServer } from './mail-server.ts'
import { compareOutcome } from './outcome.ts'
import { startProduct } from './product.ts'
import { registerHost } from './show.ts'
import {
  type ChaosDatabase,
  confirmHostEmails,
  openDatabase,
  openStage,
  type Stage,
  waitForEmptyOutbox,
} from './stage.ts'

/** One failure of the database. Returns the time when the app could serve again. */
type Failure = (database: ChaosDatabase) => Promise<number>

/** Kills the app's own database, which the app has to restart. */
const killOwn: Failure = async (database) => {
  const failedAt = performance.now()
  await database.kill()
  return failedAt
}

/** Kills an operator's database and starts it again after two seconds. */
const killAndRestart: Failure = async (database) => {
  await database.kill()
  await setTimeout(2000)
  await database.revive()
  return performance.now()
}

/** Kills one PostgreSQL process, so PostgreSQL closes every connection and recovers. */
const killConnection: Failure = async (database) => {
  const failedAt = performance.now()
  await database.killConnection()
  return failedAt
}

/** Freezes the database for 20 seconds, as on a machine that swaps or a network that drops everything. */
const freeze: Failure = async (database) => {
  await database.freeze()
  await setTimeout(20_000)
  await database.unfreeze()
  return performance.now()
}

interface Size {
  rounds: number
  hurry: boolean
  /** Linux only: also freezes the database for 20 seconds. */
  frozen: boolean
}

/** Kills the app's own database (kill -9) under load. */
export async function killOwnDatabase({ rounds, hurry }: Size): Promise<Report> {
  const stage = await openStage()
  try {
    const failures = Array.from({ length: rounds }, (_, round) =>
      round % 3 === 2 ? killConnection : killOwn,
    )
    return await runFailures(stage, {
      failures,
      hurry,
      variables: {},
      title: 'its own database',
      maxOutageSeconds: 10,
    })
  } finally {
    await stage.close()
  }
}

/** Kills, crashes and freezes a DATABASE_URL server under load. */
export async function killGivenDatabase({ rounds, hurry, frozen }: Size): Promise<Report> {
  const stage = await openStage()
  try {
    const database = await openDatabase(stage.dataDir)
    stage.later(() => database.stop())
    const failures = Array.from({ length: rounds }, (_, round) =>
      round % 3 === 2 ? killConnection : killAndRestart,
    )
    if (frozen && process.platform === 'linux') failures.push(freeze)
    const variables = await stage.databaseVariables(database)
    return await runFailures(stage, {
      failures,
      hurry,
      variables,
      title: 'a DATABASE_URL server',
      maxOutageSeconds: 3,
    })
  } finally {
    await stage.close()
  }
}

async function runFailures(
  stage: Stage,
  scene: {
    failures: Failure[]
    hurry: boolean
    variables: Record<string, string>
    title: string
    maxOutageSeconds: number
  },
): Promise<Report> {
  const { failures, hurry, variables, title, maxOutageSeconds } = scene
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
  await confirmHostEmails(database)
  const show = await host.makeShow({ days: 60, spots: 5 })
  const guests = startGuests({ pick: () => product.url, show, clients: 16, cookie: host.cookie })
  const crossing = startMoves(guests, host.call, show.slots)

  const outages: number[] = []
  for (const fail of failures) {
    await guests.waitForMore(100)
    const failedAt = performance.now()
    const restoredAt = await fail(database)
    await guests.waitForRefusal(failedAt)
    // Responses from before the failure may still arrive until then.
    const refused = fail === killOwn || fail === killConnection ? performance.now() : restoredAt
    outages.push((await guests.firstSuccessAfter(refused)) - restoredAt)
    if (product.ending)
      throw new Error(`The app ended with ${product.ending.code}: ${product.ending.complaint}`)
  }
  await guests.waitForMore(50)
  const unexpected = await crossing.stop()
  await guests.stop()
  await waitForEmptyOutbox(database, hurry ? () => host.wakeEmailWorker(show) : undefined)
  const outcome = await compareOutcome({ database, guests, show, mails, kills: failures.length })
  return {
    title: `kill -9 of ${title} under load`,
    findings: [
      info('failures', failures.length),
      exactly('times the app ended', product.ending ? 1 : 0, 0),
      within(
        `longest time from ${maxOutageSeconds === 3 ? 'database back' : 'a kill'} to the next booking`,
        outages,
        maxOutageSeconds,
      ),
      within(
        'longest request',
        guests.answered.map(({ took }) => took),
        15,
      ),
      ...outcome.findings,
    ],
    faults: [...product.faults, ...outcome.faults, ...unexpected],
  }
}

/** Starts guests who keep rescheduling, so the failure interrupts transactions. */
function startMoves(guests: Guests, call: Awaited<ReturnType<typeof registerHost>>['call'], slots: number[]) {
  const unexpected: string[] = []
  let isRunning = true
  async function keepMoving() {
    while (isRunning) {
      const token = guests.acknowledged[Math.floor(Math.random() * guests.acknowledged.length)]
      const body = { newTimeSlotId: slots[Math.floor(Math.random() * slots.length)] }
      const answer =
        token &&
        (await call(`/api/bookings/manage/${token}/reschedule`, { method: 'POST', body }).catch(
          () => undefined,
        ))
      if (answer && ![200, 409, 429, 503].includes(answer.status)) {
        unexpected.push(`a move was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      }
      await setTimeout(2)
    }
  }
  const movers = Array.from({ length: 4 }, keepMoving)
  return {
    async stop() {
      isRunning = false
      await Promise.all(movers)
      return unexpected
    },
  }
}
