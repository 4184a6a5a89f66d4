import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import { copyToReplica } from '../../server/test/processes/copy-to-replica.ts'
import { runSql } from '../../server/test/run-sql.ts'
import { atLeast, exactly, info, type Report, within } from './findings.ts'
import { startGuests } from './guests.ts'
import { openMailServer } from './mail-server.ts'
import { compareOutcome } from './outcome.ts'
import { startProduct } from './product.ts'
import { openRelay } from './relay.ts'
import { registerHost } from './show.ts'
import {
  type ChaosDatabase,
  confirmHostEmails,
  openDatabase,
  openStage,
  waitForEmptyOutbox,
} from './stage.ts'

/**
 * Loses the primary, with its data, under load. Each time its synchronous replica is promoted, the address that the app
 * knows leads there, and a new replica is created (decision 046).
 */
export async function failOver(size: { kills: number; bookings: number; hurry: boolean }): Promise<Report> {
  const { kills, bookings, hurry } = size
  const stage = await openStage()
  try {
    const folderOf = (machine: number) => join(stage.folder, `machine-${machine}`)
    let primary = await openDatabase(folderOf(0))
    stage.later(() => primary.stop())
    const relay = await openRelay(primary.url)
    stage.later(() => relay.close())
    const address = relay.through(primary.url)
    const database = {
      query: <Row extends object>(sql: string, values?: unknown[]) => runSql<Row>(address, sql, values),
    }
    let replica = await openReplica(primary, folderOf, 1)

    const mails = await openMailServer(await findFreePort())
    stage.later(() => mails.down())
    const product = await startProduct({
      DATA_DIR: stage.dataDir,
      PORT: stage.port,
      SMTP_URL: mails.url,
      ...(await stage.databaseVariables({ url: address })),
    })
    stage.later(() => product.stop())
    const host = await registerHost(product.url)
    await confirmHostEmails(database)
    const show = await host.makeShow({ days: 60, spots: 5 })
    const guests = startGuests({
      pick: () => product.url,
      show,
      clients: 8,
      pauseMs: 50,
      cookie: host.cookie,
    })

    const outages = { sinceKill: [] as number[], sincePromote: [] as number[] }
    for (let kill = 1; kill <= kills; kill++) {
      await guests.waitForMore(bookings / kills)
      if (kill % 2 === 0) await cutOff(replica)
      const killed = performance.now()
      await primary.killAll()
      await rm(folderOf(kill - 1), { recursive: true, force: true, maxRetries: 10 })
      await runSql(replica.adminUrl, 'SELECT pg_promote()')
      const promoted = performance.now()
      relay.move(replica.url)
      const succeeded = await guests.firstSuccessAfter(promoted)
      outages.sinceKill.push(succeeded - killed)
      outages.sincePromote.push(succeeded - promoted)
      primary = replica
      replica = await openReplica(primary, folderOf, kill + 1)
    }
    await guests.waitForMore(50)
    await guests.stop()
    stage.later(() => replica.stop())
    await waitForEmptyOutbox(database, hurry ? () => host.wakeEmailWorker(show) : undefined)
    const outcome = await compareOutcome({ database, guests, show, mails, kills })
    return {
      title: 'the primary is lost, and its synchronous replica promoted',
      findings: [
        info('primaries lost', kills),
        exactly('times the app ended', product.ending ? 1 : 0, 0),
        within('longest time from a promotion to the next booking', outages.sincePromote, 15),
        info(
          'longest time from a kill to the next booking',
          `${(Math.max(...outages.sinceKill) / 1000).toFixed(2)} s`,
        ),
        ...outcome.findings,
        atLeast('bookings in total', guests.acknowledged.length, bookings),
      ],
      faults: [...product.faults, ...outcome.faults],
    }
  } finally {
    await stage.close()
  }
}

/** Cuts a replica off for a moment before the kill: what it does not get must not have been confirmed. */
async function cutOff(replica: ChaosDatabase) {
  await runSql(replica.adminUrl, `ALTER SYSTEM SET primary_conninfo = ''`)
  await runSql(replica.adminUrl, 'SELECT pg_reload_conf()')
  await setTimeout(500)
}

/** Creates a replica on a new machine. From then on, a commit is confirmed when it has stored it too. */
async function openReplica(primary: ChaosDatabase, folderOf: (machine: number) => string, machine: number) {
  await copyToReplica(primary, folderOf(machine - 1), folderOf(machine))
  const replica = await openDatabase(folderOf(machine))
  await runSql(primary.adminUrl, `ALTER SYSTEM SET synchronous_standby_names = '*'`)
  await runSql(primary.adminUrl, 'SELECT pg_reload_conf()')
  const synchronous = `SELECT FROM pg_stat_replication WHERE sync_state = 'sync'`
  while ((await runSql(primary.adminUrl, synchronous)).length === 0) await setTimeout(20)
  return replica
}
