import { addDays } from '@trunkshow/contract/dates.ts'
import { callOk } from './harness.ts'
import { compare, type Effort, loadHttp, loadSql, percentile, repeat } from './measure.ts'
import { goalRow, type Row, rateRow, sizeRow } from './report.ts'
import { ordersSql } from './sql.ts'
import type { Scene } from './stage.ts'

/** Measured responses of each kind, one at a time, after as many that do not count, because a new process is slower. */
const TRIES = 200

/** A list by its path, made from a known row and the number of the attempt. */
type Lists<Known> = Record<string, (known: Known, n: number) => string>

/** Asks several at once, as the browser does. @returns ms until the last answer */
async function time({ host: { url, cookie } }: Scene, paths: string[]): Promise<number> {
  const answers = await Promise.all(paths.map((path) => callOk(url + path, { headers: { cookie } })))
  return Math.max(...answers.map(({ took }) => took))
}

/**
 * Compares lists of a large company and a small one, one request at a time, in turn: p95 of each. Those in `limited` may
 * take twice as long in the large one; responses of those in `growing` grow with the number of rows.
 */
async function compareLists<Known>(
  scenes: [large: Scene, small: Scene],
  knownOf: (scene: Scene) => Promise<Known[]>,
  { limited, growing }: Record<'limited' | 'growing', Lists<Known>>,
): Promise<Row[]> {
  const known = [await knownOf(scenes[0]), await knownOf(scenes[1])]
  const rows: Row[] = []
  for (const [name, path] of Object.entries({ ...limited, ...growing })) {
    const ask = (size: 0 | 1, n: number) => {
      const all = known[size]!
      return time(scenes[size], [path(all[n % all.length]!, n)])
    }
    const times = await repeat(TRIES * 2, async (n) => [await ask(0, n), await ask(1, n)] as const)
    const counted = (size: 0 | 1) => times.slice(TRIES).map((pair) => pair[size])
    const p95 = (size: 0 | 1) => percentile(counted(size), 0.95)
    rows.push(sizeRow(name, [p95(0), p95(1)], 'ms', { maxRatio: name in limited ? 2 : undefined }))
  }
  return rows
}

const listOf = (what: string) => (q: string) => `/api/${what}&limit=50&q=${encodeURIComponent(q)}`
const [customers, products, orders] = [
  listOf('customers?'),
  listOf('products?'),
  listOf('orders?fields=summary'),
]

/** A customer and a product to search for; `begin` begins the last name and matches at most one page. */
type KnownNames = Record<
  'firstName' | 'lastName' | 'begin' | 'email' | 'phone' | 'name' | 'sku' | 'category',
  string
>

const catalog: Record<'limited' | 'growing', Lists<KnownNames>> = {
  // These match about the same number of rows in both companies.
  limited: {
    'customers, first page': () => '/api/customers?limit=50',
    'customers, search of a name': ({ firstName, lastName }) => customers(`${firstName} ${lastName}`),
    'customers, search of the begin of a family name': ({ begin }) => customers(begin),
    'customers, search of an address': ({ email }) => customers(email),
    'customers, search of a phone number': ({ phone }) => customers(phone),
    'products, first page': () => '/api/products?limit=50',
    'products, search of a SKU': ({ sku }) => products(sku),
    'products, search of a collection': ({ category }) => products(category.split(' ').reverse().join(' ')),
  },
  growing: {
    'customers, search of the end of a phone number': ({ phone }) => customers(phone.slice(-4)),
    'customers, search of a first name of a twentieth': ({ firstName }) => customers(firstName),
    'customers, search of five letters of a family name': ({ lastName }) => customers(lastName.slice(0, 5)),
    'products, search of a name': ({ name }) => products(name),
    'customers, search of one letter': (_, n) => customers('abcdefgh'[n % 8]!),
    'products, search of a word of a tenth': (_, n) => products(['gown', 'cape', 'veil'][n % 3]!),
  },
}

export async function compareCatalogs(large: Scene, small: Scene): Promise<Row[]> {
  await large.storeCatalog({ customers: 100_000, products: 20_000 })
  await small.storeCatalog({ customers: 1000, products: 1000 })
  const knownNames = ({ query }: Scene) =>
    query<KnownNames>(`
      SELECT first_name AS "firstName", last_name AS "lastName", email, phone, name, sku, category, (
        SELECT left(c.last_name, letters) FROM generate_series(1, length(c.last_name)) AS letters
        WHERE letters = length(c.last_name) OR (
          SELECT count(*) FROM (
            SELECT FROM customers WHERE starts_with(last_name, left(c.last_name, letters)) LIMIT 51
          ) AS found) <= 50
        ORDER BY letters LIMIT 1) AS begin
      FROM (SELECT *, row_number() OVER (ORDER BY md5(id::text)) AS n FROM customers) AS c
      JOIN (SELECT *, row_number() OVER (ORDER BY md5(id::text)) AS n FROM products) AS p USING (n)
      ORDER BY n LIMIT 200`)
  return compareLists([large, small], knownNames, catalog)
}

/** An order to search for, and `deep`, the cursor of a page nine tenths down the list. */
interface KnownOrder extends Record<'name' | 'email' | 'lastName' | 'item' | 'deep', string> {
  id: number
  orderNumber: number
  eventId: number
}

const ordersWith = (filter: string) => `/api/orders?fields=summary&limit=50${filter}`
const orderLists: Record<'limited' | 'growing', Lists<KnownOrder>> = {
  limited: {
    'orders, first page': () => ordersWith(''),
    'orders, newest first': () => ordersWith('&sort=newest'),
    'orders, a page far down': ({ deep }) => ordersWith(`&cursor=${deep}`),
    'orders, of a status': (_, n) => ordersWith(`&status=${n % 2 ? 'pending' : 'completed'}`),
    'orders, of an event': ({ eventId }) => ordersWith(`&event=${eventId}`),
    'orders, of no event': () => ordersWith('&event=none'),
    'orders, paid or overdue': (_, n) => ordersWith(`&money=${n % 2 ? 'paid' : 'overdue'}`),
    'orders, to make, due first': () => ordersWith('&making=open&sort=due'),
    'orders, search of a name': ({ name }) => orders(name),
    'orders, search of a family name': ({ lastName }) => orders(lastName),
    'orders, search of an address': ({ email }) => orders(email),
    'orders, search of a number': ({ orderNumber }) => orders(`#${orderNumber}`),
    'orders, one whole': ({ id }) => `/api/orders/${id}`,
  },
  growing: {
    'orders, what is due of all': () => '/api/orders/due',
    'orders, the board': () => '/api/making',
    Home: () => '/api/home',
    'orders, search of a product of a tenth or more': (_, n) => orders(['gown', 'aurelie', 'linen'][n % 3]!),
  },
}

export const compareOrders = (large: Scene, small: Scene): Promise<Row[]> =>
  compareLists([large, small], knownOrders, orderLists)

/** Orders from all over the list. */
async function knownOrders({ query }: Scene): Promise<KnownOrder[]> {
  const [deep] = await query<{ cursor: string }>(`
    SELECT json_build_array(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), id)::text AS cursor
    FROM orders ORDER BY created_at, id OFFSET (SELECT count(*) * 9 / 10 FROM orders) LIMIT 1`)
  const known = await query<Omit<KnownOrder, 'deep'>>(`
    SELECT o.id, o.order_number AS "orderNumber", o.customer_name AS name, o.customer_email AS email,
      c.last_name AS "lastName", o.event_id AS "eventId", o.items AS item
    FROM orders AS o JOIN customers AS c ON c.id = o.customer_id
    WHERE o.event_id IS NOT NULL ORDER BY md5(o.id::text) LIMIT 200`)
  return known.map((order) => ({ ...order, deep: Buffer.from(deep!.cursor).toString('base64url') }))
}

/** Compares the rates of the first page and of searches with their own SQL in pgbench. */
export async function compareOrderRates(scene: Scene, effort: Effort): Promise<Row[]> {
  const { databaseUrl, url, host } = scene
  const [known] = await knownOrders(scene)
  const { lastName } = known!
  const lists: [string, { q?: string }, minRatio?: number][] = [
    ['orders, first page of 50', {}, 0.3],
    ['orders, search of a family name by its first letters', { q: lastName.slice(0, 4) }, 0.3],
    ['orders, search of a whole family name', { q: lastName }],
  ]
  const rows: Row[] = []
  for (const [list, filter, minRatio] of lists) {
    const script = await ordersSql(scene, filter)
    const path = `/api/orders?${new URLSearchParams({ fields: 'summary', limit: '50', ...filter })}`
    const compared = await compare(
      effort.rounds,
      () => loadHttp(url, effort, () => ({ path, headers: { cookie: host.cookie } })),
      () => loadSql(databaseUrl, effort, script),
    )
    rows.push(rateRow(`${list} ÷ its SQL in pgbench`, compared, { minRatio }))
  }
  return rows
}

/** How often a search or a report is asked in a round, and half as often before the first round. */
const ROUND_TRIES = 40

/** Measures the search over everything (Ctrl-K), and the report of a year: p95 of each round. */
export async function measureSearchAndReports(scene: Scene, rounds: number): Promise<Row[]> {
  const known = await knownOrders(scene)
  const [{ today }] = (await scene.query('SELECT current_date::text AS today')) as [{ today: string }]
  const searches: Record<string, (order: KnownOrder) => string> = {
    'a full name': ({ name }) => name,
    'a family name': ({ lastName }) => lastName,
    'its first letters': ({ lastName }) => lastName.slice(0, 3),
    'an address': ({ email }) => email,
    'an order number': ({ orderNumber }) => `#${orderNumber}`,
    'a product': ({ item }) => item,
  }
  const searchIn = (q: string) =>
    ['orders?fields=summary&', 'customers?', 'events?', 'products?'].map(
      (list) => `/api/${list}q=${encodeURIComponent(q)}&sort=newest&limit=5&count=false`,
    )
  const reportOf = (ago: number) => [
    `/api/reports?from=${addDays(today, -365 - ago)}&to=${addDays(today, -ago - 1)}`,
  ]
  const asked: [name: string, calls: (n: number) => string[], atMost: number][] = []
  for (const [name, typed] of Object.entries(searches))
    asked.push([`search of ${name}`, (n) => searchIn(typed(known[n % ROUND_TRIES]!)), 100])
  asked.push(['report of a year', (n) => reportOf(n % 300), 1000])
  const rows: Row[] = []
  for (const [name, calls, atMost] of asked) {
    const ask = (n: number) => time(scene, calls(n))
    await repeat(ROUND_TRIES / 2, ask)
    const values = await repeat(rounds, async () => percentile(await repeat(ROUND_TRIES, ask), 0.95))
    rows.push(goalRow(name, values, 'ms', { atMost }))
  }
  return rows
}
