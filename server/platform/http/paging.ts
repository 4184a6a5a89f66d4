import { isDate, isTime } from '@trunkshow/contract/dates.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { and, asc, desc, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { runQuery, toConstantSql } from '../db/statement.ts'
import type { Database } from '../db/transaction.ts'

/** One page of a list: at most `limit` rows after the last row of the previous page. */
export interface Page {
  limit: number
  /** Whether the list is counted. */
  counts: boolean
  /** Returns the condition that skips previous pages, for a list ordered by these columns. */
  after(order: readonly PgColumn[], direction?: Direction): SQL | undefined
}

/** `falling` lists start with the greatest value. */
export type Direction = 'rising' | 'falling'

/** A page, the cursor of the next one, and the row count, if the list was counted. */
export interface List<View> {
  items: View[]
  next: string | null
  total?: string
}

export interface AskedPage {
  limit: number
  cursor?: string | null
  count?: boolean
}

/**
 * Parses a list request. A cursor holds the sort values of the last row (docs/product.md, Lists).
 *
 * @throws AppError invalid when the cursor was not made by `pageOf`
 */
export function readPage({ limit, cursor, count = true }: AskedPage): Page {
  return {
    limit,
    counts: count,
    after(order, direction = 'rising') {
      if (!cursor) return undefined
      const values = parseCursor(cursor)
      if (!values?.every((value, index) => fits(value, order[index])) || values.length !== order.length)
        throw new AppError('invalid', 'This list cannot go on from there.')
      const columns = sql.join([...order], sql`, `)
      const after = sql.join(
        values.map((value, index) => sql`${value}::${sql.raw(order[index]!.getSQLType())}`),
        sql`, `,
      )
      return sql`(${columns}) ${sql.raw(direction === 'rising' ? '>' : '<')} (${after})`
    },
  }
}

/** Whether this column can hold the value: cursors are not trusted. */
function fits(value: string | number, column: PgColumn | undefined): boolean {
  const type = column?.getSQLType() ?? ''
  if (type === 'integer') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
  if (typeof value !== 'string') return false
  if (type === 'date') return isDate(value)
  if (type.startsWith('timestamp')) return isInstant(value)
  return type.startsWith('time') ? isTime(value) : true
}

/** Whether the text is in the form of `toISOString` and in a year that PostgreSQL supports. */
function isInstant(text: string): boolean {
  const instant = new Date(text)
  return !Number.isNaN(instant.getTime()) && instant.toISOString() === text && text >= '0001'
}

function parseCursor(cursor: string): (string | number)[] | null {
  try {
    const values: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString())
    const plain = (value: unknown) => typeof value === 'number' || typeof value === 'string'
    return Array.isArray(values) && values.every(plain) ? values : null
  } catch {
    return null
  }
}

/** Removes the extra row that shows whether there is a next page, and makes its cursor. */
export function pageOf<Row, View>(
  rows: Row[],
  page: Page,
  sortValues: (row: Row) => (string | number)[],
  view: (row: Row) => View,
) {
  const shown = rows.slice(0, page.limit)
  const last = shown.at(-1)
  const more = rows.length > page.limit && last !== undefined
  return {
    items: shown.map(view),
    next: more ? cursorOf(sortValues(last)) : null,
  }
}

/** Returns the cursor of the page after the row with these sort values. */
export const cursorOf = (sortValues: (string | number)[]): string =>
  Buffer.from(JSON.stringify(sortValues)).toString('base64url')

/** How many rows of a list are counted; an exact count of more would cost more than the page. */
const MAX_COUNTED_ROWS = 10_000

/** Formats a count for `X-Total-Count`: `37`, or `10000+` beyond the limit (docs/product.md, Lists). */
const totalOf = (count: number, counted = MAX_COUNTED_ROWS) =>
  count > counted ? `${counted}+` : String(count)

/**
 * Counts a list as `totalOf` does: in an index alone, if the rows are in the order of one that covers their condition.
 *
 * @param rows the query from FROM on
 */
export async function countRows({ db }: { db: Database }, rows: SQL): Promise<string> {
  const counted = await db.execute<{ count: number }>(selectCount(rows))
  return totalOf(counted.rows[0]!.count)
}

/** Returns a query of one row with the `count`. @param rows the query from FROM on */
const selectCount = (rows: SQL): SQL =>
  sql`SELECT count(*)::int AS count FROM (SELECT ${rows} LIMIT ${MAX_COUNTED_ROWS + 1}) AS counted`

/** Sends a page of rows, with headers `Link` for the next page and `X-Total-Count` (docs/product.md, Lists). */
export function answerList<View>(request: FastifyRequest, reply: FastifyReply, list: List<View>): View[] {
  if (list.total !== undefined) reply.header('x-total-count', list.total)
  if (list.next) {
    const url = new URL(request.url, 'http://localhost')
    url.searchParams.set('cursor', list.next)
    reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
  }
  return list.items
}

/** A list of one table's rows. */
export interface Listed<Row> {
  /** The selected columns, made by `selection`. */
  columns: SQL<Row>
  /** The table and its joins; the table alone by default. */
  from?: SQL
  /** The condition that limits the list to the company and its filters. */
  scope: SQL | undefined
  /** The condition of the search, if there is one. */
  words?: SQL | undefined
  order: Order
  /** The order for counting, when an index covers the scope but PostgreSQL would select another. */
  counted?: Order
}

/** Returns the order by these columns of one table, keyed by their property names; the last is `id`. */
export function sortedBy(sorting: Record<string, PgColumn>, direction: Direction) {
  const columns = Object.values(sorting)
  const names = Object.keys(sorting)
  const id = columns.at(-1)!
  const sort = direction === 'rising' ? asc : desc
  const join = (parts: SQL[]) => toConstantSql(sql.join(parts, sql`, `))
  return {
    names,
    columns,
    direction,
    table: toConstantSql(sql`${id.table}`),
    tableName: toConstantSql(sql`${sql.identifier(getTableName(id.table))}`),
    id: toConstantSql(sql`${id}`),
    list: join(columns.map((column) => sql`${column}`)),
    orderBy: join(columns.map(sort)),
    orderPageBy: join(names.map((name) => sort(sql`page.${sql.identifier(name)}`))),
  }
}

/** How a list is sorted. The SQL text is prepared once, since lists are requested often. */
type Order = ReturnType<typeof sortedBy>

/** How many matches of a search are sorted at once before another strategy is tried. */
const MAX_SORTED_ROWS = 1000
/** How many rows of the list are scanned for the next page of a larger search. */
const MAX_SCANNED_ROWS = 2000
/** How many rows are read at a time when the whole list is read. */
const ROWS_PER_BATCH = 500

/** Returns one page and the row count. Of a search, decision 014 says when its matches, rows or the list are read. */
export async function listRows<Row extends object>(
  ctx: { db: Database },
  page: Page,
  list: Listed<Row>,
): Promise<List<Row>> {
  const { scope, words, order, counted } = list
  if (!words && !page.counts) return walk(ctx, page, list)
  if (!words) {
    const inOrder = counted && sql`ORDER BY ${counted.list}`
    const all = selectCount(sql`FROM ${order.table} WHERE ${scope} ${inOrder}`)
    const { count, ...rows } = await readRows(ctx, page, list, { all, which: following(page, list) })
    return { ...rows, total: totalOf(count) }
  }
  const readNear = () =>
    readRows(ctx, page, list, { which: sql`${order.id} = ANY(ARRAY(${nextFound(page, list)}))` })
  // The count takes most of the time.
  const uncounted = page.counts ? null : await readNear()
  if (uncounted?.next) return uncounted
  const { count, ...few } = await readFound(ctx, page, list, MAX_SORTED_ROWS)
  const total = totalOf(count, MAX_SORTED_ROWS)
  if (count <= MAX_SORTED_ROWS) return { ...few, total }
  const near = uncounted ?? (await readNear())
  if (near.next) return { ...near, total }
  const all = await readFound(ctx, page, list, MAX_COUNTED_ROWS)
  return { ...(all.count <= MAX_COUNTED_ROWS ? all : await walk(ctx, page, list)), total }
}

/** Yields every row of the list in its order. */
export async function* eachRow<Row extends object>(ctx: { db: Database }, list: Listed<Row>) {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, next } = await walk(ctx, readPage({ limit: ROWS_PER_BATCH, cursor }), list)
    yield* items
    cursor = next
  }
}

/** Reads a page of matches with one scan of the search index, and counts them up to `maxRows`. */
function readFound<Row extends object>(
  ctx: { db: Database },
  page: Page,
  list: Listed<Row>,
  maxRows: number,
) {
  const { scope, words, order } = list
  const { table, tableName, id } = order
  const found = sql`
    WITH found AS MATERIALIZED (
      SELECT ${order.list} FROM ${table} WHERE ${and(scope, words)} LIMIT ${sql.raw(String(maxRows + 1))})`
  const picked = sql`
    SELECT ${id} FROM found AS ${tableName}
    WHERE ${following(page, list) ?? sql`true`} ORDER BY ${order.orderBy} LIMIT ${limitOf(page)}`
  const all = sql`SELECT count(*)::int AS count FROM found`
  return readRows(ctx, page, list, { found, all, which: sql`${id} = ANY(ARRAY(${picked}))` })
}

/** Selects the ids of matches among the next rows of the list. */
function nextFound<Row>(page: Page, list: Listed<Row>): SQL {
  const { scope, words, order } = list
  return sql`
    SELECT id FROM (
      SELECT ${order.id} AS id, ${words} AS fits FROM ${order.table}
      WHERE ${and(scope, following(page, list))} ORDER BY ${order.orderBy} LIMIT ${sql.raw(String(MAX_SCANNED_ROWS))}
    ) AS near WHERE fits LIMIT ${limitOf(page)}`
}

/** Reads a page by walking the list. Not prepared for searches: the best plan depends on how many rows match. */
function walk<Row extends object>(ctx: { db: Database }, page: Page, list: Listed<Row>) {
  const which = and(list.words, following(page, list))
  return readRows(ctx, page, list, { which, prepared: !list.words })
}

interface Read {
  /** The CTE that `all` and `which` read from. */
  found?: SQL
  /** The query that counts the list. */
  all?: SQL
  /** The condition of the page's rows. */
  which: SQL | undefined
  prepared?: boolean
}

async function readRows<Row extends object>(
  ctx: { db: Database },
  page: Page,
  list: Listed<Row>,
  { found = sql``, all = sql`SELECT 0 AS count`, which, prepared = true }: Read,
) {
  const { order } = list
  const rows = await runQuery<{ count: number } & (Row | Record<keyof Row, null>)>(
    ctx,
    sql`${found}
      SELECT * FROM (${all}) AS whole LEFT JOIN (
        SELECT ${list.columns} FROM ${list.from ?? order.table} WHERE ${and(list.scope, which)}
        ORDER BY ${order.orderBy} LIMIT ${limitOf(page)}
      ) AS page ON true ORDER BY ${order.orderPageBy}`,
    { prepared },
  )
  const count = rows[0]!.count
  const listed = rows.filter((row): row is { count: number } & Row => 'id' in row && row.id !== null)
  const valuesOf = (last: Row) =>
    order.names.map((name) => {
      const value = last[name as keyof Row]
      return value instanceof Date ? value.toISOString() : (value as string | number)
    })
  return { count, ...pageOf(listed, page, valuesOf, ({ count: _, ...row }) => row as unknown as Row) }
}

const following = (page: Page, { order }: Pick<Listed<unknown>, 'order'>) =>
  page.after(order.columns, order.direction)

/** The usual page sizes. */
const COMMON_LIMITS = [50, 100, ROWS_PER_BATCH]

/** One row more than the page. Usual sizes are literals, or PostgreSQL plans every call (measured: 0.25 of 1.1 ms). */
const limitOf = ({ limit }: Page) =>
  COMMON_LIMITS.includes(limit) ? sql.raw(String(limit + 1)) : sql`${limit + 1}`
