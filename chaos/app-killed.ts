import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { findFreePort } from '../server/db/embedded/find-free-port.ts'
import { atLeast, noted, type Report, within } from './findings.ts'
import { openMailServer } from './mail-server.ts'
import { compareOutcome } from './outcome.ts'
import { startProduct } from './product.ts'
import { registerHost } from './show.ts'
import { confirmHosts, openDatabase, openStage, outboxEmpties } from './stage.ts'
import { sendVisitors } from './visitors.ts'

/** kill -9 of the app with its own database, under load, over and over. */
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
    await confirmHosts(await openDatabase(stage.dataDir))
    const show = await host.makeShow({ days: 60, places: 5 })
    const visitors = sendVisitors({ pick: () => product.url, show, clients: 8, cookie: host.cookie })

    const silences: number[] = []
    const faults: string[] = []
    for (let kill = 0; kill < kills; kill++) {
      await visitors.moreThan(bookings / kills)
      await setTimeout(Math.random() * 100)
      await product.kill()
      const killed = performance.now()
      faults.push(...product.faults)
      product = await startProduct(variables)
      silences.push((await visitors.successAfter(killed)) - killed)
    }
    await visitors.moreThan(20)
    await visitors.stop()
    const database = await openDatabase(stage.dataDir)
    await outboxEmpties(database, hurry ? () => host.wakeEmailWorker(show) : undefined)
    const outcome = await compareOutcome({ database, visitors, show, mails, kills })
    faults.push(...product.faults, ...outcome.faults)
    return {
      title: 'kill -9 of the app under load',
      findings: [
        noted('kills', kills),
        within('killed until it served again, longest', silences, 10),
        ...outcome.findings,
        atLeast('bookings in all', visitors.acknowledged.length, bookings),
      ],
      faults,
    }
  } finally {
    await stage.close()
  }
}
