import { expect } from 'vitest'
import type { TestApp } from './app.ts'

/** Waits until this many connections to the test's database wait for a lock. */
export async function untilBlocked(test: TestApp, connections = 1) {
  const waiting = `SELECT FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'`
  await expect.poll(() => test.rows(waiting), { interval: 10, timeout: 60_000 }).toHaveLength(connections)
}

/**
 * Makes a call that waits for an uncommitted statement, commits it, and returns the call's result.
 *
 * @param connections how many wait for the statement; the call may be several
 */
export async function whileUncommitted<T>(
  test: TestApp,
  statement: string,
  values: unknown[],
  call: () => Promise<T>,
  connections = 1,
) {
  const other = await test.pool.connect()
  try {
    await other.query('BEGIN')
    await other.query(statement, values)
    const answer = call()
    await untilBlocked(test, connections)
    await other.query('COMMIT')
    return await answer
  } finally {
    other.release()
  }
}

/** Makes a call that waits for the uncommitted deletion of a row, commits it, and returns the call's result. */
export function whileDeleting<T>(test: TestApp, table: string, id: number, call: () => Promise<T>) {
  return whileUncommitted(test, `DELETE FROM ${table} WHERE id = $1`, [id], call)
}
