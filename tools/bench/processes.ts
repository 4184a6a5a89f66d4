import { join } from 'node:path'
import { loadHttp } from './http-load.ts'
import { printColumns } from './report.ts'
import { makeBooking, makeGet } from './requests.ts'
import { type Effort, measure } from './rounds.ts'
import { startServer } from './server.ts'
import type { Stage } from './stage.ts'

const PROCESSES = [1, 2, 4]
/** Orders, and bookings of one event. */
const SIZES = [1_000, 10_000, 100_000]

/** Prints the rates of bookings, event pages and order lists with several web processes and several amounts of data. */
export async function compareProcesses(stage: Stage, { rounds, seconds, clients }: Effort) {
  const lines: string[][] = []
  for (const size of SIZES) {
    const scene = await stage.open(`processes_${size}`)
    await scene.storeOrders(size)
    const show = await scene.makeShow(25, 40)
    await scene.analyze()
    await scene.storeBookings(show, size / 1000)
    const cookie = await scene.logIn()
    for (const count of PROCESSES) {
      const server = await startServer(scene.databaseUrl, join(stage.folder, `processes_${size}`), 'web', {
        WEB_PROCESSES: String(count),
      })
      const rateOf = async (makeRequest: () => string) => {
        const load = () => loadHttp({ url: server.url, clients, seconds, makeRequest })
        const { rate, p50, p99 } = await measure(rounds, load)
        return `${rate.toFixed(0)} (${p50.toFixed(0)}, ${p99.toFixed(0)})`
      }
      lines.push([
        `${size} orders and bookings`,
        String(count),
        await rateOf(makeBooking(server.url, show.slots)),
        await rateOf(makeGet(server.url, `/event/${show.id}`)),
        await rateOf(makeGet(server.url, '/api/orders', `${cookie.name}=${cookie.value}`)),
      ])
      await server.stop()
    }
  }
  console.log()
  printColumns([['web processes', '', 'bookings', 'event pages', 'lists of orders'], ...lines])
  console.log(`
Answers per second (median and 99th percentile in ms) of ${clients} clients. Server, PostgreSQL and the measuring
process share this machine's cores, so more processes help as long as cores are idle.`)
}
