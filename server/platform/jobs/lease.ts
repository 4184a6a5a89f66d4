import { type SQL, sql } from 'drizzle-orm'
import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '../db/transaction.ts'

/** How long a worker holds its lease, in seconds: longer than one step can take (decision 038). */
export const leaseSeconds = { email: 90, importBatch: 60, operation: 60, tokenRenewal: 20 } as const

/** Returns a time this many seconds from now on the database's clock, which all processes share. */
export const inSeconds = (seconds: number): SQL => sql`now() + ${seconds} * interval '1 second'`

/** Returns the pause before a retry, in seconds: 2 after the first failure, doubling up to `longest`. */
export const retryPauseSeconds = (failures: number, longest: number): number =>
  Math.min(2 ** failures, longest)

/**
 * Updates a claimed row only while this worker's lease holds, so that a worker that stalled overwrites nothing.
 *
 * @param mine the row, with its counter as this worker claimed it; every claim or every step raises the counter
 * @returns false when another worker has claimed the row; then nothing is written
 */
export async function updateIfLeased<Table extends PgTable>(
  db: Database,
  table: Table,
  mine: SQL | undefined,
  changes: PgUpdateSetSource<Table>,
): Promise<boolean> {
  const { rowCount } = await db.update(table).set(changes).where(mine)
  return rowCount === 1
}
