import { promisify } from 'node:util'
import pg from 'pg'
import { factsOf } from '../../server/bookings/event-facts.ts'
import { type Attempt, takeSpot } from '../../server/bookings/take-spot.ts'
import type { StaffContext } from '../../server/context.ts'
import { listCustomers } from '../../server/customers/queries.ts'
import { listOrders, type OrderFilter } from '../../server/orders/list/list-orders.ts'
import { type Database, databaseOf } from '../../server/platform/db/transaction.ts'
import { openFiles } from '../../server/platform/files/storage.ts'
import { readPage } from '../../server/platform/http/paging.ts'
import { sessionStore } from '../../server/platform/http/session-store.ts'
import { listProducts } from '../../server/products/product-records.ts'
import { listSlots } from '../../server/slots/queries.ts'
import type { Show } from './harness.ts'
import { config, type Scene } from './stage.ts'

interface Query {
  text: string
  values: unknown[]
}

/** The product's own queries for a call, recorded while they run; without a client, they find nothing. */
async function record(call: (db: Database) => Promise<unknown>, client?: pg.Client): Promise<Query[]> {
  const queries: Query[] = []
  async function query(given: string | { text: string; values?: unknown[] }, apart?: unknown[]) {
    const { text, values = apart ?? [] } = typeof given === 'string' ? { text: given } : given
    queries.push({ text, values })
    return client?.query(given as pg.QueryArrayConfig, apart) ?? { rows: [] }
  }
  await call(databaseOf({ query } as unknown as pg.PoolClient))
  return queries
}

/** pgbench has no null and no arrays, so values are written into the SQL. */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  return pg.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value))
}

/** A query with its values filled in, on one line; those in `raw` are SQL. */
function asText({ text, values }: Query, raw: unknown[] = []): string {
  const fill = (value: unknown) => (raw.includes(value) ? String(value) : literal(value))
  // pgbench reads :MI as a variable, also in the quotes of 'HH24:MI'.
  const apart = text.replace(/'[^']*'/g, (quoted) => quoted.replace(/:(?=[a-z_])/gi, ":' || '"))
  return `${apart.replace(/\$(\d+)/g, (_, number) => fill(values[number - 1])).replaceAll('\n', ' ')};\n`
}

/** The SQL of the time slots endpoint, for pgbench. */
export async function slotsSql(show: Show): Promise<string> {
  const files = await openFiles(config)
  const caller = { actor: null, address: '', grants: [], wakeEmailWorker() {}, wake() {} }
  const [query] = await record((db) => listSlots({ config, db, files, ...caller }, show.id, {}))
  return asText(query!)
}

/** Lets pgbench choose one of an event's slots each time. */
export const anySlot = ({ slots }: Show) => `\\set slot random(${slots[0]}, ${slots.at(-1)})\n`

/** The statement of a booking, for pgbench: each by another guest from another network, for any of the event's slots. */
export async function bookingSql({ db: client }: Scene, show: Show): Promise<string> {
  const random = {
    // SQL where a number is expected.
    slotId: ':slot' as unknown as number,
    attendeeEmail: `('grace-' || :guest::text || '@okafor.test')`,
    key: 'gen_random_uuid()::text',
    network: 'md5(:guest::text)',
  }
  const attempt: Attempt = {
    ...random,
    attendeeName: 'Grace Okafor',
    partySize: 1,
    requestHash: '',
    grants: [],
    companyId: null,
    coHostOf: [],
  }
  const facts = await factsOf({ config, db: databaseOf(client as unknown as pg.PoolClient) }, show.slots[0]!)
  const decided = { ...facts!, ...attempt, eventId: show.id, spots: 1, phone: null, answers: null }
  const [query] = await record((db) => takeSpot({ db }, decided))
  return `${anySlot(show)}\\set guest random(1, 1000000000)\n${asText(query!, Object.values(random))}`
}

/** All queries of the orders list, including the session's, as one script for pgbench. */
export async function ordersSql({ db, host }: Scene, filter: OrderFilter): Promise<string> {
  const [sessionId] = decodeURIComponent(host.cookie.split('=')[1]!).split('.')
  const queries = await record(async (db) => {
    const { actor } = (await promisify(sessionStore(db).get)(sessionId!))!
    await listOrders({ db, actor } as StaffContext, readPage({ limit: 50 }), filter)
  }, db)
  return queries.map((query) => asText(query)).join('')
}

const page = readPage({ limit: 100 })
const catalog: Record<string, (ctx: StaffContext) => Promise<unknown>> = {
  'customers, first page': (ctx) => listCustomers(ctx, page, {}),
  'customers, search': (ctx) => listCustomers(ctx, page, { q: 'clara alban' }),
  'customers, search of one letter': (ctx) => listCustomers(ctx, page, { q: 'a' }),
  'customers, search of a word that all have': (ctx) => listCustomers(ctx, page, { q: 'mail' }),
  'products, first page': (ctx) => listProducts(ctx, page, {}),
  'products, search': (ctx) => listProducts(ctx, page, { q: 'silk gown' }),
}

/** Prints the kinds of node in PostgreSQL's plans for the lists' own queries, for page and count together. */
export async function explainLists({ db: client }: Scene) {
  const actor = { companyId: 1, role: 'admin', coHostOf: [] }
  for (const [name, list] of Object.entries(catalog)) {
    const queries = await record((db) => list({ db, actor } as unknown as StaffContext), client)
    const nodes = new Set<string>()
    for (const { text, values } of queries.filter(({ text }) => /^\s*(SELECT|WITH)/i.test(text))) {
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${text}`, values)
      const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
      for (const [, node] of plan.matchAll(/^(?: *-> )? *(\S.*?) +\(cost=/gm)) nodes.add(node!)
    }
    console.log(`${name}: ${[...nodes].join(', ')}`)
  }
}
