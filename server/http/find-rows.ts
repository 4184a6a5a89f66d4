import { and, asc, desc, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { runQuery } from '../db/statement.ts'
import type { Database } from '../db/transaction.ts'
import { COUNTED, type Direction, type Page, totalOf } from './paging.ts'

/** Rows of one table in the order of these columns, of which the last is the id. */
export interface Listed {
  /** The company's rows that are asked for. */
  scope: SQL | undefined
  /** What those of them must have that are searched for. */
  words: SQL | undefined
  order: readonly PgColumn[]
  direction: Direction
}

/** Up to how many rows of a search are counted. */
const FEW = 1000
/** How many rows of the list are looked at for a page of one that finds more. */
const NEAR = 2000

interface Found {
  /** How many there are, as `totalOf` tells it. */
  total: string
  /** The condition of the page's rows in place of the words. */
  words: SQL | undefined
  /** Whether that is still the words themselves. */
  walks: boolean
}

/**
 * Counts what a search finds and picks a page from it. Few are read and sorted. Of many, the next page is soon met on
 * a walk down the list; where it is not, all are read and sorted; and only those that are too many for that too are
 * walked to, however far (decision 014).
 */
export async function findRows(ctx: { db: Database }, page: Page, list: Listed): Promise<Found> {
  const oneOf = (ids: number[]) => ({
    words: sql`${list.order.at(-1)} = ANY(${sql.param(ids)})`,
    walks: false,
  })
  const few = await sortFound(ctx, page, list, FEW)
  const total = totalOf(few.count, FEW)
  if (few.count <= FEW) return { total, ...oneOf(few.ids) }
  const near = await findNear(ctx, page, list)
  if (near.length > page.limit) return { total, ...oneOf(near) }
  const all = await sortFound(ctx, page, list, COUNTED)
  return { total, ...(all.count <= COUNTED ? oneOf(all.ids) : { words: list.words, walks: true }) }
}

const columns = (items: readonly (PgColumn | SQL)[]) => sql.join([...items], sql`, `)
const sorted = ({ order, direction }: Listed) => columns(order.map(direction === 'rising' ? asc : desc))

/** The page's ids from those that are found, in one reading of the index of words; and how many those are, up to `most`. */
async function sortFound(ctx: { db: Database }, page: Page, list: Listed, most: number) {
  const { scope, words, order, direction } = list
  const id = order.at(-1)!
  const [found] = await runQuery<{ count: number; ids: number[] }>(
    ctx,
    sql`
      WITH found AS MATERIALIZED (SELECT ${columns(order)} FROM ${id.table} WHERE ${and(scope, words)} LIMIT ${most + 1})
      SELECT (SELECT count(*)::int FROM found) AS count, ARRAY(
        SELECT ${id} FROM found AS ${sql.identifier(getTableName(id.table))}
        WHERE ${page.after(order, direction) ?? sql`true`} ORDER BY ${sorted(list)} LIMIT ${page.limit + 1}
      ) AS ids`,
    { prepared: true },
  )
  return found!
}

/** The page's ids among the next rows of the list. */
async function findNear(ctx: { db: Database }, page: Page, list: Listed): Promise<number[]> {
  const { scope, words, order, direction } = list
  const id = order.at(-1)!
  const near = await runQuery<{ id: number }>(
    ctx,
    sql`
      SELECT id FROM (
        SELECT ${id} AS id, ${words} AS fits FROM ${id.table} WHERE ${and(scope, page.after(order, direction))}
        ORDER BY ${sorted(list)} LIMIT ${NEAR}
      ) AS near WHERE fits LIMIT ${page.limit + 1}`,
    { prepared: true },
  )
  return near.map(({ id }) => id)
}
