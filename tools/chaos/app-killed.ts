import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import { atLeast, info, type Report, within } from './findings.ts'
import { startGuests } from './guests.ts'
import { openMailServer } from './mail-server.ts'
import { compareOutcome } from './outcome.ts'
import { startProduct } from './product.ts'
import { registerHost } from './show.ts'
import { confirmHostEmails, openDatabase, openStage, waitForEmptyOutbox } from './stage.ts'

/** Repeatedly kills the app (kill -9), with its own database, under load. */
export async function killApp(size: { kills: number; bookings: number; hurry: boolean }): Promise<Report> {
  const { kills, bookings, hurry } = size
  const stage = await openStage()
  try {
    const mails = await openMailServer(await findFreePort())
    stage.later(() => mails.down())
    const variables = { DATA_DIR: stage.dataDir, PORT: stage.port, SMTP_URL: mails.url }
    let product = await startProduct(variables)
    stage.later(() => product.stop())
    const host = await registerHost(product.url)
    await confirmHostEmails(await openDatabase(stage.dataDir))
    const show = await host.makeShow({ days: 60, spots: 5 })
    const guests = startGuests({ pick: () => product.url, show, clients: 8, cookie: host.cookie })

    const outages: number[] = []
    const faults: string[] = []
    for (let kill = 0; kill < kills; kill++) {
      await guests.waitForMore(bookings / kills)
      await setTimeout(Math.random() * 100)
      await product.kill()
      const killed = performance.now()
      faults.push(...product.faults)
      product = await startProduct(variables)
      outages.push((await guests.firstSuccessAfter(killed)) - killed)
    }
    await guests.waitForMore(20)
    await guests.stop()
    const database = await openDatabase(stage.dataDir)
    await waitForEmptyOutbox(database, hurry ? () => host.wakeEmailWorker(show) : undefined)
    const outcome = await compareOutcome({ database, guests, show, mails, kills })
    faults.push(...product.faults, ...outcome.faults)
    return {
      title: 'kill -9 of the app under load',
      findings: [
        info('kills', kills),
        within('longest time from a kill to the next booking', outages, 10),
        ...outcome.findings,
        atLeast('bookings in total', guests.acknowledged.length, bookings),
      ],
      faults,
    }
  } finally {
    await stage.close()
  }
}
