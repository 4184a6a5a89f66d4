import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../../server/platform/db/embedded/find-free-port.ts'
import { runSql } from '../../../server/test/run-sql.ts'
import { exactly, info, type Report, within } from '../findings.ts'
import { startGuests } from '../guests.ts'
import { openMailServer } from '../mail-server.ts'
import { compareOutcome } from '../outcome.ts'
import { startProduct } from '../product.ts'
import { registerHost } from '../show.ts'
import { confirmHostEmails, openDatabase, openStage, waitForEmptyOutbox } from '../stage.ts'
import { cannotMount, mountVolume } from './volume.ts'

/**
 * Fills the disk of the app's own database under load, and makes room again. In every other round, PostgreSQL also
 * needs a new file for its log, without which it ends itself and cannot start.
 */
export async function fillDatabaseDisk(size: { rounds: number; fullSeconds: number }): Promise<Report> {
  const { rounds, fullSeconds } = size
  const title = "a full disk under the app's own database"
  if (cannotMount) return { title, findings: [], faults: [], skipped: cannotMount }
  const stage = await openStage()
  try {
    const volume = await mountVolume(stage.dataDir, 400)
    stage.later(volume.unmount)
    const mails = await openMailServer(await findFreePort())
    stage.later(() => mails.down())
    const product = await startProduct({ DATA_DIR: stage.dataDir, PORT: stage.port, SMTP_URL: mails.url })
    stage.later(() => product.stop())
    const database = await openDatabase(stage.dataDir)
    const host = await registerHost(product.url)
    await confirmHostEmails(database)
    const show = await host.makeShow({ days: 60, spots: 5 })
    const guests = startGuests({ pick: () => product.url, show, clients: 8, cookie: host.cookie })

    const outages: number[] = []
    let panics = 0
    for (let round = 0; round < rounds; round++) {
      await guests.waitForMore(100)
      const crashed = () =>
        database.query('SELECT 1').then(
          () => false,
          () => true,
        )
      await volume.fill()
      const filledAt = performance.now()
      // Each switch begins a new file of the log; the ones made in advance are used first.
      for (let files = 0; round % 2 === 0 && files < 50 && !(await crashed()); files++) {
        await runSql(database.adminUrl, 'SELECT pg_switch_wal()').catch(() => {})
        await setTimeout(20)
      }
      if (await crashed()) panics++
      await guests.waitForRefusal(filledAt)
      await setTimeout(fullSeconds * 1000)
      await volume.free()
      const freedAt = performance.now()
      outages.push((await guests.firstSuccessAfter(freedAt)) - freedAt)
      if (product.ending) throw new Error(`The app ended: ${product.ending.complaint}`)
    }
    await guests.waitForMore(50)
    await guests.stop()
    await waitForEmptyOutbox(database, () => host.wakeEmailWorker(show))
    const outcome = await compareOutcome({ database, guests, show, mails, kills: rounds })
    return {
      title,
      findings: [
        info('times the disk was full', rounds),
        info('of them PostgreSQL ended itself', panics),
        exactly('times the app ended', product.ending ? 1 : 0, 0),
        info('what guests were told', [...guests.refusals].join(' ')),
        within('longest time from room again to the next booking', outages, 10),
        ...outcome.findings,
      ],
      faults: [...product.faults, ...outcome.faults],
    }
  } finally {
    await stage.close()
  }
}
