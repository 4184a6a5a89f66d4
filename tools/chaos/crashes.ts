import { once } from 'node:events'
import { rm } from 'node:fs/promises'
import { type AddressInfo, connect, createServer } from 'node:net'
import { join } from 'node:path'
import { pipeline } from 'node:stream'
import { setTimeout } from 'node:timers/promises'
import { copyToReplica } from '../../server/test/processes/copy-to-replica.ts'
import { runSql } from '../../server/test/run-sql.ts'
import { until } from '../bench/harness.ts'
import { atLeast, info, openScene, type Scene, scenario, within } from './runner.ts'
import { type ChaosDatabase, openDatabase, type Stage } from './stage.ts'

/** Repeatedly kills the app (kill -9), with its own database, under load. */
export const app = scenario({
  title: 'kill -9 of the app under load',
  sizes: { test: [2, 100], usual: [5, 1000], full: [20, 5000] },
  async run(stage, [kills, bookings]) {
    const scene = await openScene(stage)
    const outages = await scene.outages(kills, bookings / kills, async () => {
      await setTimeout(Math.random() * 100)
      await scene.product().kill()
      const killed = performance.now()
      await scene.restart()
      return [killed]
    })
    const outcome = await scene.finish({ kills })
    return [
      info('kills', kills),
      within('longest time from a kill to the next booking', outages, 10),
      atLeast('bookings in total', scene.guests.acknowledged.length, bookings),
      ...outcome,
    ]
  },
})

/** What can happen to the database. @returns when it was back, if somebody else had to bring it back */
const failures = {
  /** The app has to restart it. */
  killed: ({ signal }: ChaosDatabase) => signal('SIGKILL', 'first'),
  /** Its operator restarts it. */
  async restarted({ signal, revive }: ChaosDatabase) {
    await signal('SIGKILL', 'first')
    await setTimeout(2000)
    await revive()
    return performance.now()
  },
  /** One process of it is killed, so it closes all connections and recovers. */
  async connection({ query }: ChaosDatabase) {
    const pids = `SELECT pid FROM pg_stat_activity WHERE application_name = 'trunkshow' LIMIT 1`
    for (const { pid } of await query<{ pid: number }>(pids)) process.kill(pid, 'SIGKILL')
  },
  /** As on a machine that swaps, or in a network that drops everything. */
  async frozen({ signal }: ChaosDatabase) {
    await signal('SIGSTOP', 'all')
    await setTimeout(20_000)
    await signal('SIGCONT', 'all')
    return performance.now()
  },
}

type Failure = keyof typeof failures

/** Every third failure is that of one connection. */
const inTurn = (usual: Failure, rounds: number) =>
  Array.from({ length: rounds }, (_, round): Failure => (round % 3 === 2 ? 'connection' : usual))

/** Kills the app's own database (kill -9) under load. */
export const ownDatabase = scenario({
  title: 'kill -9 of its own database under load',
  sizes: { test: 2, usual: 3, full: 12 },
  async run(stage, rounds) {
    const scene = await openScene(stage, { load: { clients: 16, movers: 4 } })
    const database = await openDatabase(stage.dataDir)
    return breakDatabase(scene, database, inTurn('killed', rounds), 10)
  },
})

/** Kills, crashes and freezes a DATABASE_URL server under load; only Linux freezes it. */
export const givenDatabase = scenario({
  title: 'kill -9 of a DATABASE_URL server under load',
  sizes: {
    test: inTurn('restarted', 1),
    usual: [...inTurn('restarted', 3), 'frozen' as const],
    full: [...inTurn('restarted', 12), 'frozen' as const],
  },
  async run(stage, all: Failure[]) {
    const database = await stage.openServer()
    const variables = await stage.databaseVariables(database)
    const scene = await openScene(stage, { load: { clients: 16, movers: 4 }, variables, database })
    const possible = all.filter((failure) => process.platform === 'linux' || failure !== 'frozen')
    return breakDatabase(scene, database, possible, 3)
  },
})

async function breakDatabase(scene: Scene, database: ChaosDatabase, all: Failure[], maxSeconds: number) {
  const { guests } = scene
  const outages = await scene.outages(all.length, 100, async (n) => {
    const failedAt = performance.now()
    const restoredAt = await failures[all[n]!](database)
    await guests.waitForRefusal(failedAt)
    // Responses from before the failure may still arrive until then.
    return restoredAt ? [restoredAt] : [failedAt, performance.now()]
  })
  const outcome = await scene.finish({ kills: all.length })
  return [
    info('failures', all.length),
    within('longest time from a failure, or its end, to the next booking', outages, maxSeconds),
    within('longest request', guests.times(), 15),
    ...outcome,
  ]
}

/** Loses the primary, with its data, under load: its synchronous replica takes over its address (decision 046). */
export const failover = scenario({
  title: 'the primary is lost, and its synchronous replica promoted',
  sizes: { usual: 2, full: 10 },
  async run(stage, kills: number) {
    let primary = await openDatabase(machine(stage, 0))
    stage.later(() => primary.stop())
    const { address, move } = await openRelay(primary.url)
    const database = {
      query: <Row extends object>(sql: string, values?: unknown[]) => runSql<Row>(address, sql, values),
    }
    let replica = await openReplica(stage, primary, 1)
    stage.later(() => replica.stop())
    const variables = await stage.databaseVariables({ url: address })
    const scene = await openScene(stage, { load: { clients: 8, pauseMs: 50 }, variables, database })
    const sinceKill: number[] = []
    const outages = await scene.outages(kills, 200, async (n) => {
      // Every other one is cut off for a moment before: what it does not get must not have been confirmed.
      if (n % 2) {
        await alterSystem(replica, `primary_conninfo = ''`)
        await setTimeout(500)
      }
      const killed = performance.now()
      await primary.signal('SIGKILL', 'all')
      await rm(machine(stage, n), { recursive: true, force: true, maxRetries: 10 })
      await runSql(replica.adminUrl, 'SELECT pg_promote()')
      const promoted = performance.now()
      move(replica.url)
      sinceKill.push((await scene.guests.outageSince(promoted)) + promoted - killed)
      primary = replica
      replica = await openReplica(stage, primary, n + 2)
      return [promoted]
    })
    const outcome = await scene.finish({ kills })
    return [
      info('primaries lost', kills),
      within('longest time from a promotion to the next booking', outages, 15),
      info('longest time from a kill to it', `${(Math.max(...sinceKill) / 1000).toFixed(2)} s`),
      atLeast('bookings in total', scene.guests.acknowledged.length, 200 * kills),
      ...outcome,
    ]
  },
})

const machine = ({ folder }: Stage, number: number) => join(folder, `machine-${number}`)

async function alterSystem({ adminUrl }: ChaosDatabase, change: string) {
  await runSql(adminUrl, `ALTER SYSTEM SET ${change}`)
  await runSql(adminUrl, 'SELECT pg_reload_conf()')
}

/** Creates a replica on a new machine. From then on, a commit is confirmed when it has stored it too. */
async function openReplica(stage: Stage, primary: ChaosDatabase, number: number) {
  await copyToReplica(primary, machine(stage, number - 1), machine(stage, number))
  const replica = await openDatabase(machine(stage, number))
  await alterSystem(primary, `synchronous_standby_names = '*'`)
  const synchronous = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`
  await until(async () => (await runSql(primary.adminUrl, synchronous)).length)
  return replica
}

/** An address that stays the same while the server behind it changes, as a proxy or a virtual IP address gives. */
async function openRelay(url: string) {
  let { port } = new URL(url)
  const server = createServer((client) => {
    const target = connect(Number(port), '127.0.0.1')
    pipeline(client, target, client, () => client.destroy())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  server.unref()
  const { port: own } = server.address() as AddressInfo
  return {
    address: Object.assign(new URL(url), { port: String(own) }).href,
    /** Leads new connections to another server. */
    move(other: string) {
      port = new URL(other).port
    },
  }
}
