import { promisify } from 'node:util'
import pg from 'pg'
import type { StaffContext } from '../server/context.ts'
import { databaseOf } from '../server/db/transaction.ts'
import { openFiles } from '../server/files/storage.ts'
import { readPage } from '../server/http/paging.ts'
import { sessionStore } from '../server/http/session-store.ts'
import { listOrders, type OrderFilter } from '../server/orders/list/list-orders.ts'
import { listSlots } from '../server/slots/queries.ts'
import { config } from './server.ts'
import type { Show } from './stage.ts'

interface Query {
  text: string
  values: (number | boolean | null | string | unknown[])[]
}

/** The SQL of the time slots endpoint, for pgbench, recorded from a connection that runs nothing. */
export async function slotsSql(show: Show): Promise<string> {
  const queries: Query[] = []
  const nowhere = { query: async (query: Query) => ({ rows: [], queries: queries.push(query) }) }
  const db = databaseOf(nowhere as unknown as pg.PoolClient)
  const files = await openFiles(config)
  await listSlots(
    { config, db, files, actor: null, address: '', grants: [], wakeEmailWorker() {}, wake() {} },
    show.id,
    {},
  )
  return asText(queries[0]!)
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
