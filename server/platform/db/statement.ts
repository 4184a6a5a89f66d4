import {
  fillPlaceholders,
  type GetColumnData,
  getTableColumns,
  is,
  Placeholder,
  type SQL,
  sql,
} from 'drizzle-orm'
import { type PgColumn, PgDialect, type PgTable } from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import type { z } from 'zod'
import type { Database } from './transaction.ts'

const dialect = new PgDialect()

/** Returns a statement prepared once per connection, for hot paths. `placeholder('slotId', 'int')` is `values.slotId`. */
export function statement<Values extends Record<string, unknown>, Row extends QueryResultRow>(
  name: string,
  query: SQL,
) {
  const { text, params } = shareParameters(dialect.sqlToQuery(query))
  return async (ctx: { db: Database }, values: Values): Promise<Row[]> => {
    const result = await ctx.db.$client.query<Row>({ name, text, values: fillPlaceholders(params, values) })
    return result.rows
  }
}

/** Gives all placeholders of one name the same parameter, so that each value is sent and read once. */
function shareParameters({ sql: text, params }: { sql: string; params: unknown[] }) {
  const first = params.map((param, index) =>
    is(param, Placeholder)
      ? params.findIndex((other) => is(other, Placeholder) && other.name === param.name)
      : index,
  )
  const kept = [...new Set(first)]
  return {
    text: text.replace(/\$(\d+)/g, (_, number) => `$${kept.indexOf(first[Number(number) - 1]!) + 1}`),
    params: kept.map((place) => params[place]),
  }
}

/** Names of prepared query texts. Each choice of filters has its own text, so there are few. */
const names = new Map<string, string>()

/**
 * Runs a query whose text is built at each call.
 *
 * @param prepared whether to prepare it once per connection and text: not for queries whose best plan depends on their
 *   values, such as a walk down a list in search of words
 */
export async function runQuery<Row extends QueryResultRow>(
  ctx: { db: Database },
  query: SQL,
  { prepared = true } = {},
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

/** Returns a typed placeholder. */
export function placeholder(name: string, type: string): SQL {
  return sql`${sql.placeholder(name)}::${sql.raw(type)}`
}

/** Lists texts of the code, never a caller's: `'a', 'b'`. */
export const listed = (texts: readonly string[]): SQL => sql.raw(texts.map((text) => `'${text}'`).join(', '))

/** Selects a timestamp in the API's format: ISO 8601 in UTC with milliseconds. */
export const iso = <Value extends string | null = string>(column: PgColumn | SQL) =>
  sql<Value>`to_char(${column} AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

type ApiColumn<Column extends PgColumn> = [Date] extends [NonNullable<GetColumnData<Column>>]
  ? SQL<null extends GetColumnData<Column> ? string | null : string>
  : Column

/** The columns that a record of the API has under the same names, with times as `iso` selects them. */
export function columnsOf<Table extends PgTable, Shape extends z.ZodRawShape>(
  table: Table,
  { shape }: z.ZodObject<Shape>,
) {
  const columns = Object.entries<PgColumn>(getTableColumns(table)).filter(([name]) => name in shape)
  return Object.fromEntries(
    columns.map(([name, column]) => [name, column.dataType === 'date' ? iso(column) : column]),
  ) as {
    [Name in keyof Table['_']['columns'] & keyof Shape]: ApiColumn<Table['_']['columns'][Name]>
  }
}

type Columns = Record<string, PgColumn | SQL>
type RowOf<Shape extends Columns> = {
  [Name in keyof Shape]: Shape[Name] extends PgColumn
    ? GetColumnData<Shape[Name]>
    : Shape[Name] extends SQL<infer Value>
      ? Value
      : never
}

/** Returns the column list of a SELECT for rows of this shape as constant SQL. */
export function selection<Shape extends Columns>(row: Shape): SQL<RowOf<Shape>> {
  const columns = Object.entries(row).map(([name, column]) => sql`${column} AS ${sql.identifier(name)}`)
  return toConstantSql(sql.join(columns, sql`, `)) as SQL<RowOf<Shape>>
}

/** Converts SQL without values to constant text, since building it at each call takes longer than its query. */
export const toConstantSql = (part: SQL): SQL => sql.raw(dialect.sqlToQuery(part).sql)
