import { fillPlaceholders, type SQL } from 'drizzle-orm'
import { PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import type { Database } from './transaction.ts'

const dialect = new PgDialect()

/**
 * A statement written as SQL and prepared once per connection under its name: for the paths where planning
 * would cost more than running. `sql.placeholder('slotId')` in the text is filled from `values.slotId`.
 */
export function statement<Values extends Record<string, unknown>, Row extends QueryResultRow>(
  name: string,
  query: SQL,
) {
  const { sql: text, params } = dialect.sqlToQuery(query)
  return async (ctx: { db: Database }, values: Values): Promise<Row[]> => {
    const result = await ctx.db.$client.query<Row>({ name, text, values: fillPlaceholders(params, values) })
    return result.rows
  }
}
