import { loadHttp } from './http-load.ts'
import { compareLists, type Requests } from './lists.ts'
import { loadSql } from './pgbench.ts'
import { ordersSql } from './product-sql.ts'
import type { Row, SizeRow } from './report.ts'
import { makeGet } from './requests.ts'
import { compare, type Effort } from './rounds.ts'
import type { Scene } from './stage.ts'

/** An order to search for, as staff would type it. */
interface Known {
  id: number
  orderNumber: number
  name: string
  email: string
  lastName: string
  eventId: number
  /** The cursor of a page nine tenths down the list. */
  deep: string
}

const search = (q: string) => `/api/orders?fields=summary&limit=50&q=${encodeURIComponent(q)}`

const limited: Requests<Known> = {
  'orders, first page': () => '/api/orders?fields=summary&limit=50',
  'orders, newest first': () => '/api/orders?fields=summary&limit=50&sort=newest',
  'orders, a page far down': ({ deep }) => `/api/orders?fields=summary&limit=50&cursor=${deep}`,
  'orders, of a status': (_, n) =>
    `/api/orders?fields=summary&limit=50&status=${n % 2 ? 'pending' : 'completed'}`,
  'orders, of an event': ({ eventId }) => `/api/orders?fields=summary&limit=50&event=${eventId}`,
  'orders, of no event': () => '/api/orders?fields=summary&limit=50&event=none',
  'orders, search of a name': ({ name }) => search(name),
  'orders, search of a family name': ({ lastName }) => search(lastName),
  'orders, search of an address': ({ email }) => search(email),
  'orders, search of a number': ({ orderNumber }) => search(`#${orderNumber}`),
  'orders, one whole': ({ id }) => `/api/orders/${id}`,
}
const growing: Requests<Known> = {
  'orders, search of a product of a tenth or more': (_, n) => search(['gown', 'aurelie', 'linen'][n % 3]!),
}

/** Compares response times of a company with 1,000,000 orders with those of one with 10,000. */
export const compareOrders = (large: Scene, small: Scene): Promise<SizeRow[]> =>
  compareLists({ large, small }, knownOrders, { limited, growing })

/** Compares the rates of the first page and of a search with their own SQL in pgbench. */
export async function compareOrderRates(scene: Scene, { rounds, seconds, clients }: Effort): Promise<Row[]> {
  const { databaseUrl, server } = scene
  const { name, value } = await scene.logIn()
  const [known] = await knownOrders(scene)
  const lists: [string, { q?: string }, minRatio?: number][] = [
    ['orders, first page of 50', {}, 0.3],
    ['orders, search of a family name by its first letters', { q: known!.lastName.slice(0, 4) }, 0.3],
    ['orders, search of a whole family name', { q: known!.lastName }],
  ]
  const rows: Row[] = []
  for (const [list, filter, minRatio] of lists) {
    const script = await ordersSql(databaseUrl, value, filter)
    const path = `/api/orders?${new URLSearchParams({ fields: 'summary', limit: '50', ...filter })}`
    const makeRequest = makeGet(server.url, path, `${name}=${value}`)
    const compared = await compare(
      rounds,
      () => loadHttp({ url: server.url, clients, seconds, makeRequest }),
      () => loadSql({ url: databaseUrl, clients, seconds, script }),
    )
    rows.push({ name: `${list} ÷ its SQL in pgbench`, minRatio, ...compared })
  }
  return rows
}

/** Orders from all over the list. */
async function knownOrders({ query }: Scene): Promise<Known[]> {
  const [deep] = await query<{ cursor: string }>(`
    SELECT json_build_array(to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), id)::text AS cursor
    FROM orders ORDER BY created_at, id OFFSET (SELECT count(*) * 9 / 10 FROM orders) LIMIT 1`)
  const known = await query<Omit<Known, 'deep'>>(`
    SELECT o.id, o.order_number AS "orderNumber", o.customer_name AS name, o.customer_email AS email, c.last_name AS "lastName", o.event_id AS "eventId"
    FROM orders AS o JOIN customers AS c ON c.id = o.customer_id
    WHERE o.event_id IS NOT NULL ORDER BY md5(o.id::text) LIMIT 200`)
  return known.map((order) => ({ ...order, deep: Buffer.from(deep!.cursor).toString('base64url') }))
}
