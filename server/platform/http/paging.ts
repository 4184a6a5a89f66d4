import { isDate, isTime } from '@trunkshow/contract/dates.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply, FastifyRequest } from 'fastify'
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

interface AskedPage {
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
export const MAX_COUNTED_ROWS = 10_000

/** Formats a count for `X-Total-Count`: `37`, or `10000+` beyond the limit (docs/product.md, Lists). */
export const totalOf = (count: number, counted = MAX_COUNTED_ROWS) =>
  count > counted ? `${counted}+` : String(count)

/**
 * Counts the rows of a list, in the form of `totalOf`. Rows in the order of an index that covers their condition are
 * counted in that index alone.
 *
 * @param rows the query from FROM on
 */
export async function countRows({ db }: { db: Database }, rows: SQL): Promise<string> {
  const counted = await db.execute<{ count: number }>(selectCount(rows))
  return totalOf(counted.rows[0]!.count)
}

/** Returns a query of one row with the `count`. @param rows the query from FROM on */
export const selectCount = (rows: SQL): SQL =>
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
