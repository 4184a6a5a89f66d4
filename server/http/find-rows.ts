import { and, asc, desc, getTableName, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { type Database, inTransaction } from '../db/transaction.ts'
import { COUNTED, type Direction, type Page, totalOf } from './paging.ts'

/** Rows of one table in the order of these columns, of which the last is the id. */
export interface Listed {
  /** The company's rows. */
  scope: SQL
  /** Those of them that are asked for. */
  which: SQL | undefined
  order: readonly PgColumn[]
  direction: Direction
}

/**
 * Counts what a search finds and picks a page from it, so that the index of words is read once. A walk down the
 * sorted list would read all of it where the rows that were found stand at its end.
 *
 * @returns how many there are, and the condition of the page's rows: their ids, or, where there are too many to be
 * counted, the search itself, since so many are soon met on such a walk
 */
export async function findRows(
  ctx: { db: Database },
  page: Page,
  { scope, which, order, direction }: Listed,
): Promise<{ total: string; which: SQL | undefined }> {
  const id = order.at(-1)!
  const list = (items: readonly (PgColumn | SQL)[]) => sql.join([...items], sql`, `)
  const sorted = list(order.map(direction === 'rising' ? asc : desc))
  const found = await inTransaction(ctx, async ({ db }) => {
    // What many rows have, PostgreSQL would look for in the table itself, past the rows of every company.
    await db.execute(sql`SET LOCAL enable_seqscan = off`)
    return db.execute<{ count: number; ids: number[] }>(sql`
      WITH found AS MATERIALIZED (SELECT ${list(order)} FROM ${id.table} WHERE ${and(scope, which)} LIMIT ${COUNTED + 1})
      SELECT (SELECT count(*)::int FROM found) AS count, ARRAY(
        SELECT ${id} FROM found AS ${sql.identifier(getTableName(id.table))}
        WHERE ${page.after(order, direction) ?? sql`true`} ORDER BY ${sorted} LIMIT ${page.limit + 1}
      ) AS ids`)
  })
  const { count, ids } = found.rows[0]!
  return {
    total: totalOf(count),
    which: count > COUNTED ? which : sql`${id} = ANY(${sql.param(ids)})`,
  }
}
