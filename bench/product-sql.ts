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

/**
 * The SQL of the slots call as the product itself writes it, for pgbench: taken down from a connection that
 * leads nowhere.
 */
export async function slotsSql(show: Show): Promise<string> {
  const asked: Query[] = []
  const nowhere = { query: async (query: Query) => ({ rows: [], asked: asked.push(query) }) }
  const db = databaseOf(nowhere as unknown as pg.PoolClient)
  const files = await openFiles(config)
  await listSlots(
    { config, db, files, actor: null, address: '', grants: [], wakeMail() {}, wake() {} },
    show.id,
    {},
  )
  return asText(asked[0]!)
}

/** With its values in it, on a line of its own. */
function asText({ text, values }: Query): string {
  const filled = text.replace(/\$(\d+)/g, (_, number) => literal(values[number - 1]))
  return `${filled.replaceAll('\n', ' ')};\n`
}

/**
 * Everything that a call of the list of orders asks PostgreSQL for, the session first, in one script for pgbench: taken
 * down while it is answered.
 *
 * @param cookie the value of a session's
 */
export async function ordersSql(databaseUrl: string, cookie: string, filter: OrderFilter): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  const asked: string[] = []
  const query = (query: string | Query, values: Query['values'] = []) => {
    const whole =
      typeof query === 'string' ? { text: query, values } : { ...query, values: query.values ?? values }
    asked.push(asText(whole))
    return client.query(whole)
  }
  const db = databaseOf({ query } as unknown as pg.PoolClient)
  const [sessionId] = decodeURIComponent(cookie).split('.')
  const read = promisify(sessionStore(db).get)
  const { actor } = (await read(sessionId!))!
  await listOrders({ db, actor } as StaffContext, readPage({ limit: 50 }), filter)
  await client.end()
  return asked.join('')
}

/** pgbench knows no null and no array, so the values of a visitor's call stand in the text. */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  return pg.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value))
}
