import { and, asc, desc, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { runQuery, writtenOut } from '../db/statement.ts'
import type { Database } from '../db/transaction.ts'
import {
  COUNTED,
  type Direction,
  type List,
  type Page,
  pageOf,
  readPage,
  selectCount,
  totalOf,
} from './paging.ts'

/** A list of the rows of one table. */
export interface Listed<Row> {
  /** What is read of each, made by `selection`. */
  columns: SQL<Row>
  /** The table, and what is joined to it. */
  from: SQL
  /** The company's rows that are asked for. */
  scope: SQL | undefined
  /** What those of them must have that are searched for. */
  words: SQL | undefined
  order: Order
  /** In what order it is counted, where one index knows all that the scope asks for and PostgreSQL would take another. */
  counted?: Order
}

/** What a list is sorted by. The texts are written out once: a list is asked for far more often than it is thought of. */
export interface Order {
  /** As rows name them; the last is `id`. */
  names: readonly string[]
  columns: readonly PgColumn[]
  direction: Direction
  table: SQL
  tableName: SQL
  id: SQL
  list: SQL
  orderBy: SQL
  orderPageBy: SQL
}

/** The order by these columns of one table, by their names in a row; the last is the table's `id`. */
export function sortedBy(sorting: Record<string, PgColumn>, direction: Direction): Order {
  const columns = Object.values(sorting)
  const names = Object.keys(sorting)
  const id = columns.at(-1)!
  const sort = direction === 'rising' ? asc : desc
  const join = (parts: SQL[]) => writtenOut(sql.join(parts, sql`, `))
  return {
    names,
    columns,
    direction,
    table: writtenOut(sql`${id.table}`),
    tableName: writtenOut(sql`${sql.identifier(getTableName(id.table))}`),
    id: writtenOut(sql`${id}`),
    list: join(columns.map((column) => sql`${column}`)),
    orderBy: join(columns.map(sort)),
    orderPageBy: join(names.map((name) => sort(sql`page.${sql.identifier(name)}`))),
  }
}

interface Context {
  db: Database
}

/** Up to how many rows of a search are read before any is shown. */
const FEW = 1000
/** How many rows of the list are looked at for a page of a search that finds more. */
const NEAR = 2000
/** How many rows of a list are read at a time where all of them are. */
const ROWS_PER_BATCH = 500

/**
 * One page, and how many rows the list has: a statement each time. Of a search, few rows are read and sorted. Of many,
 * the next page is soon met on a walk down the list; where it is not, all are read and sorted; and only those that
 * are too many for that too are walked to, however far (decision 014).
 */
export async function listRows<Row extends object>(
  ctx: Context,
  page: Page,
  list: Listed<Row>,
): Promise<List<Row>> {
  const { scope, words, order, counted } = list
  if (!words) {
    const inOrder = counted && sql`ORDER BY ${counted.list}`
    const all = selectCount(sql`FROM ${order.table} WHERE ${scope} ${inOrder}`)
    const { count, ...rows } = await readRows(ctx, page, list, { all, which: following(page, list) })
    return { ...rows, total: totalOf(count) }
  }
  const { count, ...few } = await readFound(ctx, page, list, FEW)
  const total = totalOf(count, FEW)
  if (count <= FEW) return { ...few, total }
  const near = await readRows(ctx, page, list, {
    which: sql`${order.id} = ANY(ARRAY(${nextFound(page, list)}))`,
  })
  if (near.next) return { ...near, total }
  const all = await readFound(ctx, page, list, COUNTED)
  return { ...(all.count <= COUNTED ? all : await walk(ctx, page, list)), total }
}

/** Every row of the list, in its order. */
export async function* eachRow<Row extends object>(ctx: Context, list: Listed<Row>): AsyncGenerator<Row> {
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const { items, next } = await walk(ctx, readPage({ limit: ROWS_PER_BATCH, cursor }), list)
    yield* items
    cursor = next
  }
}

/** A page of those that are found, in one reading of the index of words; and how many they are, up to `most`. */
function readFound<Row extends object>(ctx: Context, page: Page, list: Listed<Row>, most: number) {
  const { scope, words, order } = list
  const { table, tableName, id } = order
  const found = sql`
    WITH found AS MATERIALIZED (
      SELECT ${order.list} FROM ${table} WHERE ${and(scope, words)} LIMIT ${sql.raw(String(most + 1))})`
  const picked = sql`
    SELECT ${id} FROM found AS ${tableName}
    WHERE ${following(page, list) ?? sql`true`} ORDER BY ${order.orderBy} LIMIT ${limitOf(page)}`
  const all = sql`SELECT count(*)::int AS count FROM found`
  return readRows(ctx, page, list, { found, all, which: sql`${id} = ANY(ARRAY(${picked}))` })
}

/** The ids of the page among the next rows of the list. */
function nextFound<Row>(page: Page, list: Listed<Row>): SQL {
  const { scope, words, order } = list
  return sql`
    SELECT id FROM (
      SELECT ${order.id} AS id, ${words} AS fits FROM ${order.table}
      WHERE ${and(scope, following(page, list))} ORDER BY ${order.orderBy} LIMIT ${sql.raw(String(NEAR))}
    ) AS near WHERE fits LIMIT ${limitOf(page)}`
}

/** A page of a walk down the list in search of words. Its best plan depends on how many have them. */
function walk<Row extends object>(ctx: Context, page: Page, list: Listed<Row>) {
  const which = and(list.words, following(page, list))
  return readRows(ctx, page, list, { which, prepared: !list.words })
}

interface Read {
  /** What `all` and `which` read from. */
  found?: SQL
  /** The query of the list's `count`. */
  all?: SQL
  /** The condition of the rows that may be on the page. */
  which: SQL | undefined
  prepared?: boolean
}

async function readRows<Row extends object>(
  ctx: Context,
  page: Page,
  list: Listed<Row>,
  { found = sql``, all = sql`SELECT 0 AS count`, which, prepared = true }: Read,
) {
  const { order } = list
  const rows = await runQuery<{ count: number } & (Row | Record<keyof Row, null>)>(
    ctx,
    sql`${found}
      SELECT * FROM (${all}) AS whole LEFT JOIN (
        SELECT ${list.columns} FROM ${list.from} WHERE ${and(list.scope, which)}
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

/** How many rows screens ask for. */
const USUAL = [50, 100, ROWS_PER_BATCH]

/**
 * One row more than the page has, which tells whether there is a next one. The usual number stands in the text: for a
 * limit that is a value, PostgreSQL expects a tenth of all rows, and would rather plan at every call (measured: 0.25 ms
 * of 1.1).
 */
const limitOf = ({ limit }: Page) => (USUAL.includes(limit) ? sql.raw(String(limit + 1)) : sql`${limit + 1}`)
