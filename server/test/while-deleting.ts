import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Makes a call that waits for the uncommitted deletion of a row, commits it, and returns the call's result. */
export function whileDeleting<T>(test: TestApp, table: string, id: number, call: () => Promise<T>) {
  return whileUncommitted(test, `DELETE FROM ${table} WHERE id = $1`, [id], call)
}

/** Makes a call that waits for an uncommitted statement, commits it, and returns the call's result. */
export async function whileUncommitted<T>(
  test: TestApp,
  statement: string,
  values: unknown[],
  call: () => Promise<T>,
) {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  const other = await test.pool.connect()
  try {
    await other.query('BEGIN')
    await other.query(statement, values)
    const answer = call()
    await expect.poll(() => test.rows(waiting), { timeout: 60_000 }).toHaveLength(1)
    await other.query('COMMIT')
    return await answer
  } finally {
    other.release()
  }
}
