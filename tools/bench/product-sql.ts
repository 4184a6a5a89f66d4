import { promisify } from 'node:util'
import pg from 'pg'
import { type Attempt, takeSpot } from '../../server/bookings/take-spot.ts'
import type { StaffContext } from '../../server/context.ts'
import { listOrders, type OrderFilter } from '../../server/orders/list/list-orders.ts'
import { type Database, databaseOf } from '../../server/platform/db/transaction.ts'
import { openFiles } from '../../server/platform/files/storage.ts'
import { readPage } from '../../server/platform/http/paging.ts'
import { sessionStore } from '../../server/platform/http/session-store.ts'
import { listSlots } from '../../server/slots/queries.ts'
import { config } from './server.ts'
import type { Show } from './stage.ts'

interface Query {
  text: string
  values: (number | boolean | null | string | unknown[])[]
}

/** The only query of a call, recorded from a connection that runs nothing. */
async function record(call: (db: Database) => Promise<unknown>): Promise<Query> {
  const queries: Query[] = []
  const nowhere = { query: async (query: Query) => ({ rows: [], queries: queries.push(query) }) }
  await call(databaseOf(nowhere as unknown as pg.PoolClient))
  return queries[0]!
}

/** The SQL of the time slots endpoint, for pgbench. */
export async function slotsSql(show: Show): Promise<string> {
  const files = await openFiles(config)
  const caller = { actor: null, address: '', grants: [], wakeEmailWorker() {}, wake() {} }
  return asText(await record((db) => listSlots({ config, db, files, ...caller }, show.id, {})))
}

/** The statement of a booking, for pgbench: each by another guest from another network, for any of the event's slots. */
export async function bookingSql({ slots }: Show): Promise<string> {
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
    phone: null,
    answers: null,
    questionsVersion: 0,
    requestHash: '',
    grants: [],
    companyId: null,
    coHostOf: [],
  }
  const { text, values } = await record((db) => takeSpot({ db }, attempt))
  const isRandom = (value: unknown) => Object.values(random).some((sql) => sql === value)
  const filled = text.replace(/\$(\d+)/g, (_, number) => {
    const value = values[number - 1]
    return isRandom(value) ? String(value) : literal(value)
  })
  return `\\set slot random(${slots[0]}, ${slots.at(-1)})
\\set guest random(1, 1000000000)
${filled.replaceAll('\n', ' ')};
`
}

/** The query with its values filled in, on one line. */
function asText({ text, values }: Query): string {
  const filled = text.replace(/\$(\d+)/g, (_, number) => literal(values[number - 1]))
  return `${filled.replaceAll('\n', ' ')};\n`
}

/**
 * All queries of the orders list, including the session's, as one script for pgbench, recorded while the list is read.
 *
 * @param cookie the value of a session cookie
 */
export async function ordersSql(databaseUrl: string, cookie: string, filter: OrderFilter): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const queries: string[] = []
  const query = (query: string | Query, values: Query['values'] = []) => {
    const whole =
      typeof query === 'string' ? { text: query, values } : { ...query, values: query.values ?? values }
    queries.push(asText(whole))
    return client.query(whole)
  }
  const db = databaseOf({ query } as unknown as pg.PoolClient)
  const [sessionId] = decodeURIComponent(cookie).split('.')
  const read = promisify(sessionStore(db).get)
  const { actor } = (await read(sessionId!))!
  await listOrders({ db, actor } as StaffContext, readPage({ limit: 50 }), filter)
  await client.end()
  return queries.join('')
}

/** pgbench has no null and no arrays, so values are written into the SQL. */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  return pg.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value))
}
