import { addDays } from '@trunkshow/contract/dates.ts'
import type { GoalRow } from './report.ts'
import { percentile } from './rounds.ts'
import { openSession } from './staff-calls.ts'
import type { Scene } from './stage.ts'

/** How often each is asked in a round, and before the first round, because a new process is slower. */
const TRIES = 40
const WARM_UP_TRIES = 20

/** The calls of the search over everything (Ctrl-K) for what a user has typed. */
const callsOfSearch = (typed: string) => {
  const q = encodeURIComponent(typed)
  return [
    `/api/orders?q=${q}&fields=summary&sort=newest&limit=5&count=false`,
    `/api/customers?q=${q}&sort=newest&limit=5&count=false`,
    `/api/events?q=${q}&sort=newest&limit=5&count=false`,
    `/api/products?q=${q}&sort=newest&limit=5&count=false`,
  ]
}

/** Measures the search over everything, and the report of a year, in a company with a million orders: p95 of each round. */
export async function measureSearchAndReports(scene: Scene, rounds: number): Promise<GoalRow[]> {
  const { url, cookie } = await openSession(scene)
  const known = await scene.query<{
    name: string
    last: string
    email: string
    number: number
    item: string
  }>(`
    SELECT o.customer_name AS name, c.last_name AS last, o.customer_email AS email, o.order_number AS number, o.items AS item
    FROM orders AS o JOIN customers AS c ON c.id = o.customer_id ORDER BY md5(o.id::text) LIMIT ${TRIES}`)
  const [{ today } = { today: '' }] = await scene.query<{ today: string }>(
    'SELECT current_date::text AS today',
  )
  const of = (n: number) => known[n % known.length]!
  const asked: Record<string, { calls: (n: number) => string[]; atMost: number }> = {
    'search of a full name': { calls: (n) => callsOfSearch(of(n).name), atMost: 100 },
    'search of a family name': { calls: (n) => callsOfSearch(of(n).last), atMost: 100 },
    'search of its first letters': { calls: (n) => callsOfSearch(of(n).last.slice(0, 3)), atMost: 100 },
    'search of an address': { calls: (n) => callsOfSearch(of(n).email), atMost: 100 },
    'search of an order number': { calls: (n) => callsOfSearch(`#${of(n).number}`), atMost: 100 },
    'search of a product': { calls: (n) => callsOfSearch(of(n).item), atMost: 100 },
    'report of a year': {
      calls: (n) => [
        `/api/reports?from=${addDays(today, -365 - (n % 300))}&to=${addDays(today, -(n % 300) - 1)}`,
      ],
      atMost: 1000,
    },
  }
  /** Asks all at once, as the browser does. @returns ms until the last answer */
  const time = async (calls: string[]) => {
    const began = performance.now()
    const answers = await Promise.all(calls.map((path) => fetch(url + path, { headers: { cookie } })))
    for (const answer of answers) {
      await answer.arrayBuffer()
      if (!answer.ok) throw new Error(`${answer.url} answered ${answer.status}`)
    }
    return performance.now() - began
  }
  const rows: GoalRow[] = []
  for (const [name, { calls, atMost }] of Object.entries(asked)) {
    for (let n = 0; n < WARM_UP_TRIES; n++) await time(calls(n))
    const values: number[] = []
    for (let round = 0; round < rounds; round++) {
      const times: number[] = []
      for (let n = 0; n < TRIES; n++) times.push(await time(calls(n)))
      values.push(percentile(times, 0.95))
    }
    rows.push({ name, values, unit: 'ms', atMost })
  }
  return rows
}
