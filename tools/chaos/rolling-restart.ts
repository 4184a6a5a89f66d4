import { performance } from 'node:perf_hooks'
import { findFreePort } from '../../server/platform/db/embedded/find-free-port.ts'
import { findBookingFaults } from '../../server/test/booking-faults.ts'
import { exactly, info, type Report, within } from './findings.ts'
import { startGuests } from './guests.ts'
import { hasNginx, startNginx } from './nginx.ts'
import { type Product, startProduct } from './product.ts'
import { registerHost } from './show.ts'
import { openDatabase, openStage } from './stage.ts'

/** Restarts two web processes behind nginx one after another, while guests book and read pages. No request may fail. */
export async function restartInTurn({ rounds }: { rounds: number }): Promise<Report> {
  const title = 'two web processes behind nginx are restarted one after another'
  if (!(await hasNginx()))
    return { title, findings: [info('left out', 'nginx or openssl is not installed')], faults: [] }
  const stage = await openStage()
  try {
    const database = await openDatabase(stage.dataDir)
    stage.later(() => database.stop())
    const tlsPort = await findFreePort()
    const url = `https://localhost:${tlsPort}`
    const ports = [stage.port, String(await findFreePort())]
    const start = (port: string) =>
      startProduct({
        DATABASE_URL: database.url,
        APP_SECRET: 'a secret of chaos alone',
        DATA_DIR: stage.dataDir,
        ROLE: 'web',
        PORT: port,
        PUBLIC_URL: url,
        TRUST_PROXY: 'on',
      })
    const products: Product[] = []
    for (const port of ports) products.push(await start(port))
    stage.later(() => Promise.all(products.map((product) => product.stop())))
    await startNginx(stage, ports, tlsPort)

    const host = await registerHost(url)
    const show = await host.makeShow({ days: 60, spots: 5 })
    const guests = startGuests({ pick: () => url, show, clients: 16, pauseMs: 100, cookie: host.cookie })
    const stops: number[] = []
    const faults: string[] = []
    for (let restart = 0; restart < 2 * rounds; restart++) {
      await guests.waitForMore(100)
      const old = products[restart % 2]!
      const stopped = performance.now()
      const { code, complaint } = await old.stop()
      stops.push(performance.now() - stopped)
      if (code !== 0) faults.push(`a process ended with ${code}: ${complaint}`)
      faults.push(...old.faults)
      await guests.waitForMore(100)
      products[restart % 2] = await start(ports[restart % 2]!)
    }
    await guests.waitForMore(100)
    await guests.stop()
    const { answered, acknowledged, count } = guests
    return {
      title,
      findings: [
        info('restarts', 2 * rounds),
        info('requests', answered.length),
        info('bookings acknowledged', acknowledged.length),
        exactly('requests without an answer', count.lost, 0),
        exactly('answers 503', count.refused, 0),
        exactly('bookings that were tried again', count.replayed, 0),
        within(
          'longest answer',
          answered.map(({ took }) => took),
          5,
        ),
        within('longest time from SIGTERM to the exit', stops, 15),
      ],
      faults: [
        ...faults,
        ...guests.faults,
        ...products.flatMap((product) => product.faults),
        ...(await findBookingFaults(database.query, show.id, acknowledged)),
      ],
    }
  } finally {
    await stage.close()
  }
}
