import { fillPlaceholders, type GetColumnData, type SQL, sql } from 'drizzle-orm'
import { type PgColumn, PgDialect } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import type { Database } from './transaction.ts'

const dialect = new PgDialect()

/**
 * A statement written as SQL and prepared once per connection under its name: for the paths where planning
 * would cost more than running, and building the text more than both. `given('slotId', 'int')` in it is filled
 * from `values.slotId`.
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

/** The names of texts that were prepared; a text is one for each choice of filters, so they stay few. */
const names = new Map<string, string>()

/**
 * Runs a query that is put together at each call.
 *
 * @param prepared once per connection for each text it takes on: for queries whose best plan is the same whatever
 *   values they get. That of a walk down a list in search of words is not
 */
export async function runQuery<Row extends QueryResultRow>(
  ctx: { db: Database },
  query: SQL,
  { prepared }: { prepared: boolean },
): Promise<Row[]> {
  const { sql: text, params: values } = dialect.sqlToQuery(query)
  const result = await ctx.db.$client.query<Row>({ name: prepared ? nameOf(text) : undefined, text, values })
  return result.rows
}

function nameOf(text: string): string {
  const name = names.get(text) ?? `query-${names.size}`
  names.set(text, name)
  return name
}

/** The place of a value in a statement, with the type PostgreSQL is to read it as. */
export function given(name: string, type: string): SQL {
  return sql`${sql.placeholder(name)}::${sql.raw(type)}`
}

/** An instant as calls answer it: ISO 8601 in UTC, to the millisecond. */
export const iso = <Value extends string | null = string>(column: PgColumn) =>
  sql<Value>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** When rows of this table were made and last changed, for their views. */
export const stampsOf = (table: { createdAt: PgColumn; updatedAt: PgColumn }) => ({
  createdAt: iso(table.createdAt),
  updatedAt: iso(table.updatedAt),
})

type Columns = Record<string, PgColumn | SQL>
type RowOf<Shape extends Columns> = {
  [Name in keyof Shape]: Shape[Name] extends PgColumn
    ? GetColumnData<Shape[Name]>
    : Shape[Name] extends SQL<infer Value>
      ? Value
      : never
}

/** The list of a SELECT that answers rows of this shape, written out once. */
export function selection<Shape extends Columns>(row: Shape): SQL<RowOf<Shape>> {
  const columns = Object.entries(row).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`)
  return writtenOut(sql.join(columns, sql`, `)) as SQL<RowOf<Shape>>
}

/** A part of statements that holds no values, as text: to put it together at each call would take longer than its query. */
export const writtenOut = (part: SQL): SQL => sql.raw(dialect.sqlToQuery(part).sql)
