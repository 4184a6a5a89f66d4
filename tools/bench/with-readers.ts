import { setTimeout } from 'node:timers/promises'
import { addDays } from '@trunkshow/contract/dates.ts'
import { newYorkNow } from '../../server/test/new-york.ts'
import { loadHttp } from './http-load.ts'
import type { SizeRow } from './report.ts'
import { percentile } from './rounds.ts'
import type { Scene, Show } from './stage.ts'

const READERS = 8
const DAYS = 250

/**
 * Measures another company's page while 8 readers request a page without pause: a usual page, a large one, and the
 * dates of a large one in turn. Each is compared with the same page without readers.
 */
export async function compareWithReaders(scene: Scene, seconds: number): Promise<SizeRow[]> {
  const { url } = scene.server
  const usual = await scene.makeShow(4, 10)
  const large = await scene.makeShow(DAYS, 40)
  const other = await scene.makeShow(4, 10)
  await scene.query(moveToOtherCompany(other))
  await scene.analyze()

  /** Opens the other page twenty times a second until stopped. */
  async function timeUntil(isOver: () => boolean): Promise<number[]> {
    const times: number[] = []
    while (!isOver()) {
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
    return timeUntil(() => performance.now() > end)
  }
  async function timeWithReaders(path: () => string) {
    let isOver = false
    const reading = loadHttp({
      url,
      clients: READERS,
      seconds,
      makeRequest: () => makeRead(url, path()),
    }).finally(() => {
      isOver = true
    })
    const [times, { rate }] = await Promise.all([timeUntil(() => isOver), reading])
    return { times, rate }
  }

  await idle()
  let turn = 0
  const tomorrow = addDays(newYorkNow().date, 30)
  const kinds: [string, () => string][] = [
    ['a usual page', () => `/event/${usual.id}`],
    ['a page of 10,000 time slots', () => `/event/${large.id}`],
    ['its dates in turn', () => `/event/${large.id}?date=${addDays(tomorrow, turn++ % DAYS)}`],
  ]
  const rows: SizeRow[] = []
  for (const [name, path] of kinds) {
    const small = percentile(await idle(), 0.95)
    const { times, rate } = await timeWithReaders(path)
    const large = percentile(times, 0.95)
    rows.push({
      name: `timeWithReaders ${READERS} readers of ${name} (${Math.round(rate)} a second)`,
      large,
      small,
      unit: 'ms',
    })
  }
  return rows
}

/** Moves an event to another company. */
const moveToOtherCompany = ({ id }: Show) => `
  WITH other AS (INSERT INTO companies (company_name) VALUES ('Maison Brume') RETURNING id),
    show AS (UPDATE events SET company_id = other.id FROM other WHERE events.id = ${id})
  UPDATE time_slots SET company_id = other.id FROM other WHERE event_id = ${id}`

/** Requests a compressed response, as a browser does. */
const makeRead = (url: string, path: string) =>
  `GET ${path} HTTP/1.1\r\nhost: ${new URL(url).host}\r\nuser-agent: bench\r\naccept: text/html\r\naccept-encoding: gzip\r\n\r\n`
