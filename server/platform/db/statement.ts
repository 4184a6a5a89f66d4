import { AppError, type ErrorCode, fieldError } from '@trunkshow/contract/errors.ts'
import { asciiEmail } from '@trunkshow/contract/person.ts'
import {
  and,
  eq,
  fillPlaceholders,
  type GetColumnData,
  getTableColumns,
  getTableName,
  inArray,
  is,
  Placeholder,
  SQL,
  sql,
} from 'drizzle-orm'
import {
  PgColumn,
  PgDialect,
  type PgTable,
  type PgUpdateSetSource,
  type SelectedFields,
} from 'drizzle-orm/pg-core'
import type { QueryResultRow } from 'pg'
import type { z } from 'zod'
import type { TenantContext } from '../../context.ts'
import { violates } from './errors.ts'
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

type Tenant = Pick<TenantContext, 'actor' | 'db'>
type Tenanted = PgTable & { companyId: PgColumn; $inferSelect: object }
type Which<Table extends Tenanted> = {
  [Name in keyof Table['$inferSelect']]?: Table['$inferSelect'][Name] | readonly Table['$inferSelect'][Name][]
}

/** Limits a query to the company's rows with these values; a list matches any of its values. */
export function own<Table extends Tenanted>(
  { actor }: Pick<TenantContext, 'actor'>,
  table: Table,
  which: Which<Table>,
): SQL {
  const conditions = Object.entries(which).map(([name, value]) => {
    const column = table[name as keyof Table] as PgColumn
    return Array.isArray(value) ? inArray(column, value) : eq(column, value)
  })
  return and(...conditions, eq(table.companyId, actor.companyId))!
}

/**
 * Selects columns of the company's rows with these values, or of rows that a condition limits to the company:
 * `const [slot] = await rowsOf(ctx, timeSlots, { id }).for('update')`.
 */
export const rowsOf = <Table extends Tenanted, Row extends SelectedFields = Table['_']['columns']>(
  ctx: Tenant,
  table: Table,
  which: SQL | Which<Table>,
  row = getTableColumns(table) as unknown as Row,
) =>
  ctx.db
    .select(row)
    .from(table as PgTable)
    .where(is(which, SQL) ? which : own(ctx, table, which))

/** Sets columns of such rows, but not when they last changed: `await setRows(ctx, events, { id }, { tourId })`. */
export const setRows = <Table extends Tenanted>(
  ctx: Tenant,
  table: Table,
  which: SQL | Which<Table>,
  values: PgUpdateSetSource<Table>,
) =>
  ctx.db
    .update(table)
    .set(values)
    .where(is(which, SQL) ? which : own(ctx, table, which))

/** Changes rows, and when they last were: `await changeRows(ctx, tours, own(ctx, tours, { id }), { name })`. */
export const changeRows = <Table extends PgTable & { updatedAt: PgColumn }>(
  { db }: { db: Database },
  table: Table,
  which: SQL | undefined,
  values: PgUpdateSetSource<Table>,
) =>
  db
    .update(table)
    .set({ ...values, updatedAt: sql`now()` })
    .where(which)

/** What every change of a record with versions sets. */
export const nextVersion = { version: sql`version + 1` }

/** Throws the refusal for the constraint that a statement violated, or else its error: `.catch(refusing({…}))`. */
export const refusing =
  (refusals: Record<string, readonly [ErrorCode, message: string, field?: string]>) =>
  (error: unknown): never => {
    const [, refusal] = Object.entries(refusals).find(([constraint]) => violates(error, constraint)) ?? []
    if (!refusal) throw error
    const [code, message, field] = refusal
    throw field === undefined ? new AppError(code, message) : fieldError(code, field, message)
  }

/** Returns a LIKE pattern fragment that matches the text literally. */
export function escapeLike(text: string): string {
  return text.replace(/[\\%_]/g, '\\$&')
}

/** Punctuation around words: the same characters as in `search_words`. */
const PUNCTUATION = /^[!-/:-@[-`{-~«»\u2010-\u2027]+|[!-/:-@[-`{-~«»\u2010-\u2027]+$/g
const MAX_WORD_LENGTH = 60

/**
 * Returns the condition that a row has a word starting with each word of `q`. Phone numbers match in any format, with or
 * without country code, and emails also by domain, in both spellings of it.
 *
 * @param column made by `search_words` for rows of this company
 * @param list the table, or the index of the expression, with what PostgreSQL knows of its words: for lists so large that
 *   only rare words are to be looked up (decision 079)
 */
export function hasWords(
  column: PgColumn | SQL,
  companyId: number,
  q: string,
  list = is(column, PgColumn) ? getTableName(column.table) : undefined,
): SQL {
  const plain = withoutAccents(q)
  const words = q.split(/\s+/).filter(Boolean).slice(0, 10)
  const asked = words.map((word) => {
    const either = [...new Set([withoutAccents(word), asciiDomain(word)])]
    return `(${either.map((spelling) => `${lexeme(companyId, spelling)}:*`).join(' | ')})`
  })
  const phone = plain.replace(/[\s()+./-]+/g, '')
  const isPhone = /^\d{4,}$/.test(phone)
  const numbers = isPhone && phone !== plain ? [`${lexeme(companyId, phone)}:*`] : []
  // The stored number may lack the country code.
  if (isPhone && phone.length > 10) numbers.push(lexeme(companyId, phone.slice(-10)))
  const query = [asked.join(' & '), ...numbers].join(' | ')
  const fits = sql`@@ lower(${query})::tsquery`
  if (!list || asked.length < 2 || numbers.length > 0) return sql`${column} ${fits}`
  const begins = words.map((word) => withCompany(companyId, withoutAccents(word)))
  // The sum equals the column, and no index is of it.
  return sql`(
    ${column} @@ (SELECT rare_words(${list}, ${sql.param(begins)}::text[], ${sql.param(asked)}::text[]))
    AND (${column} || '') ${fits})`
}

const withoutAccents = (text: string) => text.normalize('NFKD').replace(/[\u0300-\u036f]/g, '')

/** Returns a word as it is stored if it is an email or a part of its domain, such as `münchen` (docs/product.md, Email addresses). */
const asciiDomain = (word: string) =>
  /[^\0-\x7f]/.test(word) ? asciiEmail(word.includes('@') ? word : `@${word}`).replace(/^@/, '') : word

/** Returns a word as the index has it: with the company before it, so that larger companies slow no one down. */
function withCompany(companyId: number, word: string): string {
  const bare = [...(word.replace(PUNCTUATION, '') || word)].slice(0, MAX_WORD_LENGTH).join('')
  return `${companyId}/${bare}`
}

const lexeme = (companyId: number, word: string): string =>
  `'${withCompany(companyId, word).replace(/['\\]/g, '$&$&')}'`
