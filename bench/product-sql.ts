import pg from 'pg'
import { databaseOf } from '../server/db/transaction.ts'
import { openFiles } from '../server/files/storage.ts'
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
  const { text, values } = asked[0]!
  return `${text.replace(/\$(\d+)/g, (_, number) => literal(values[number - 1]))};\n`
}

/** pgbench knows no null and no array, so the values of a visitor's call stand in the text. */
function literal(value: unknown): string {
  if (value === null) return 'NULL'
  return pg.escapeLiteral(Array.isArray(value) ? `{${value}}` : String(value))
}
