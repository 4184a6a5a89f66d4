import { type SQL, sql } from 'drizzle-orm'
import type { PgTable, PgUpdateSetSource } from 'drizzle-orm/pg-core'
import type { Database } from '../db/transaction.ts'

/**
 * How long a worker has what it claimed to itself, in seconds: longer than one step of it can take (decision 038).
 * After that another worker may claim it.
 */
export const leaseSeconds = { email: 90, importBatch: 60, operation: 60, tokenRenewal: 20 } as const

/** A moment so many seconds from now, by the database's clock, which all processes share. */
export const inSeconds = (seconds: number): SQL => sql`now() + ${seconds} * interval '1 second'`

/** The pause before a retry, in seconds: 2 after the first failure, then twice as long each time. */
export const retryPauseSeconds = (failures: number, longest: number): number =>
  Math.min(2 ** failures, longest)

/**
 * Changes a claimed row only while it is still this worker's, so that one that stood still past its lease overwrites
 * nothing.
 *
 * @param mine the row, with its counter as this worker claimed it; every claim or every step raises the counter
 * @returns false when the row is another worker's by now; then nothing is written
 */
export async function changeIfMine<Table extends PgTable>(
  db: Database,
  table: Table,
  mine: SQL | undefined,
  changes: PgUpdateSetSource<Table>,
): Promise<boolean> {
  const { rowCount } = await db.update(table).set(changes).where(mine)
  return rowCount === 1
}
