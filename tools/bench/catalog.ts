import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import { compareLists, type Requests } from './lists.ts'
import type { SizeRow } from './report.ts'
import { makeBookingCall } from './requests.ts'
import { percentile } from './rounds.ts'
import { makeStaffCalls, openSession } from './staff-calls.ts'
import type { Scene } from './stage.ts'

/** A customer and a product to search for. */
interface Known {
  firstName: string
  lastName: string
  /** A beginning of the last name that matches at most one page. */
  begin: string
  email: string
  phone: string
  name: string
  sku: string
  category: string
}

const customers = (q: string) => `/api/customers?limit=50&q=${encodeURIComponent(q)}`
const products = (q: string) => `/api/products?limit=50&q=${encodeURIComponent(q)}`

/** These match about the same number of rows in both companies. */
const limited: Requests<Known> = {
  'customers, first page': () => '/api/customers?limit=50',
  'customers, search of a name': ({ firstName, lastName }) => customers(`${firstName} ${lastName}`),
  'customers, search of the begin of a family name': ({ begin }) => customers(begin),
  'customers, search of an address': ({ email }) => customers(email),
  'customers, search of a phone number': ({ phone }) => customers(phone),
  'products, first page': () => '/api/products?limit=50',
  'products, search of a SKU': ({ sku }) => products(sku),
  'products, search of a collection': ({ category }) => products(category.split(' ').reverse().join(' ')),
}
/** These match more rows in a larger company. */
const growing: Requests<Known> = {
  'customers, search of the end of a phone number': ({ phone }) => customers(phone.slice(-4)),
  'customers, search of a first name of a twentieth': ({ firstName }) => customers(firstName),
  'customers, search of five letters of a family name': ({ lastName }) => customers(lastName.slice(0, 5)),
  'products, search of a name': ({ name }) => products(name),
  'customers, search of one letter': (_, n) => customers('abcdefgh'[n % 8]!),
  'products, search of a word of a tenth': (_, n) => products(['gown', 'cape', 'veil'][n % 3]!),
}

/** Compares lists of a company with 100,000 customers and 20,000 products with those of one with 1,000 of each. */
export async function compareCatalogs(large: Scene, small: Scene): Promise<SizeRow[]> {
  await large.storeCatalog({ customers: 100_000, products: 20_000 })
  await small.storeCatalog({ customers: 1000, products: 1000 })
  return compareLists({ large, small }, known, { limited, growing })
}

/** Customers and products spread over the lists. */
function known({ query }: Scene): Promise<Known[]> {
  return query(`
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
}

/** Measures a booking before and while the same process checks and imports a file of 50,000 customers. */
export async function compareDuringImport(scene: Scene): Promise<SizeRow[]> {
  const staff = makeStaffCalls(await openSession(scene))
  const show = await scene.makeShow(25, 40)
  await scene.analyze()
  const book = makeBookingCall(scene.server.url, show.slots)
  /** Books twenty times a second until stopped. */
  async function bookUntil(isOver: () => boolean): Promise<number[]> {
    const times: number[] = []
    while (!isOver()) {
      const begin = performance.now()
      await book()
      times.push(performance.now() - begin)
      await setTimeout(Math.max(0, 50 - (performance.now() - begin)))
    }
    return times
  }
  const lasting = (seconds: number) => {
    const end = performance.now() + seconds * 1000
    return () => performance.now() > end
  }
  await bookUntil(lasting(2))
  const before = await bookUntil(lasting(8))
  let isOver = false
  const importing = staff.importFile().finally(() => {
    isOver = true
  })
  const [rows, during] = await Promise.all([importing, bookUntil(() => isOver)])
  return [
    {
      name: `a booking while ${rows.toLocaleString('en-US')} rows are checked and imported, p95`,
      large: percentile(during, 0.95),
      small: percentile(before, 0.95),
      unit: 'ms',
      maxRatio: 2,
    },
  ]
}
