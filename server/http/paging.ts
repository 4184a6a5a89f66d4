import { isDate, isTime } from '@trunkshow/contract/dates.ts'
import { AppError } from '@trunkshow/contract/errors.ts'
import { type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import type { FastifyReply, FastifyRequest } from 'fastify'

/** Where a list goes on: at most `limit` rows after the last one of the page before. */
export interface Page {
  limit: number
  /** The condition that skips what came before, for a list ordered by these columns, ascending. */
  after(order: readonly PgColumn[]): SQL | undefined
}

/**
 * Reads `limit` and `cursor` of a list call. A cursor holds the sort values of the last row, so a page costs
 * the same however far down the list it is (design §6).
 *
 * @throws AppError invalid when the cursor was not made by `pageOf`
 */
export function readPage({ limit, cursor }: { limit: number; cursor?: string | undefined }): Page {
  return {
    limit,
    after(order) {
      if (!cursor) return undefined
      const values = parseCursor(cursor)
      if (!values?.every((value, index) => fits(value, order[index])) || values.length !== order.length)
        throw new AppError('invalid', 'This list cannot go on from there.')
      const columns = sql.join([...order], sql`, `)
      const after = sql.join(
        values.map((value, index) => sql`${value}::${sql.raw(order[index]!.getSQLType())}`),
        sql`, `,
      )
      return sql`(${columns}) > (${after})`
    },
  }
}

/** Whether a value can stand in this column at all: cursors come back from outside. */
function fits(value: string | number, column: PgColumn | undefined): boolean {
  const type = column?.getSQLType() ?? ''
  if (type === 'integer') return Number.isInteger(value) && Math.abs(Number(value)) < 2 ** 31
  if (typeof value !== 'string') return false
  if (type === 'date') return isDate(value)
  return type.startsWith('time') ? isTime(value) : true
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

/** Cuts the one row too many that tells whether there is a next page, and makes its cursor. */
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
    next: more ? Buffer.from(JSON.stringify(sortValues(last))).toString('base64url') : null,
  }
}

/** Names the next page in the `Link` header (design §6). */
export function linkNext(request: FastifyRequest, reply: FastifyReply, next: string | null) {
  if (!next) return
  const url = new URL(request.url, 'http://localhost')
  url.searchParams.set('cursor', next)
  reply.header('link', `<${url.pathname}${url.search}>; rel="next"`)
}
