import { setTimeout } from 'node:timers/promises'
import { addDays, venueNow } from '@trunkshow/contract/dates.ts'
import { loadHttp } from './http-load.ts'
import type { SizeRow } from './report.ts'
import { middle } from './rounds.ts'
import type { Scene, Show } from './stage.ts'

const READERS = 8
const DAYS = 250

/**
 * How long another company's page takes while 8 strangers read a page again and again, as fast as it comes: a usual
 * one, a large one, and a large one's dates in turn. Each beside the same page while nobody reads.
 */
export async function compareBesideReaders(scene: Scene, seconds: number): Promise<SizeRow[]> {
  const { url } = scene.server
  const usual = await scene.makeShow(4, 10)
  const large = await scene.makeShow(DAYS, 40)
  const other = await scene.makeShow(4, 10)
  await scene.query(giveAway(other))
  await scene.settle()

  /** Opens the other page twenty times a second until stopped. */
  async function openUntil(over: () => boolean): Promise<number[]> {
    const times: number[] = []
    while (!over()) {
      const begin = performance.now()
      const answer = await fetch(`${url}/event/${other.id}`)
      await answer.text()
      if (!answer.ok) throw new Error(`The page was answered ${answer.status}`)
      times.push(performance.now() - begin)
      await setTimeout(Math.max(0, 50 - (performance.now() - begin)))
    }
    return times
  }
  const idle = async () => {
    const end = performance.now() + seconds * 1000
    return openUntil(() => performance.now() > end)
  }
  async function beside(path: () => string) {
    let over = false
    const reading = loadHttp({
      url,
      clients: READERS,
      seconds,
      makeRequest: () => makeRead(url, path()),
    }).finally(() => {
      over = true
    })
    const [times, { rate }] = await Promise.all([openUntil(() => over), reading])
    return { times, rate }
  }

  await idle()
  let turn = 0
  const tomorrow = addDays(venueNow(new Date()).date, 30)
  const kinds: [string, () => string][] = [
    ['a usual page', () => `/event/${usual.id}`],
    ['a page of 10,000 time slots', () => `/event/${large.id}`],
    ['its dates in turn', () => `/event/${large.id}?date=${addDays(tomorrow, turn++ % DAYS)}`],
  ]
  const rows: SizeRow[] = []
  for (const [name, path] of kinds) {
    const small = middle(await idle(), 0.95)
    const { times, rate } = await beside(path)
    const large = middle(times, 0.95)
    rows.push({
      name: `beside ${READERS} readers of ${name} (${Math.round(rate)} a second)`,
      large,
      small,
      unit: 'ms',
    })
  }
  return rows
}

/** Moves an event to another company. */
const giveAway = ({ id }: Show) => `
  WITH other AS (INSERT INTO companies (company_name) VALUES ('Maison Brume') RETURNING id),
    show AS (UPDATE events SET company_id = other.id FROM other WHERE events.id = ${id})
  UPDATE time_slots SET company_id = other.id FROM other WHERE event_id = ${id}`

/** Asks for a compressed response, as a browser does. */
const makeRead = (url: string, path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nuser-agent: bench\r\naccept: text/html\r\naccept-encoding: gzip\r\n\r\n`
