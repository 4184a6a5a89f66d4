import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { runSql } from './run-sql.ts'

/**
 * Makes a migrated database of its own for a test file, in about a tenth of a second.
 *
 * @returns its URL; it is gone with its server at the end of the run
 */
export async function createTestDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = inject('postgresUrl')
  await runSql(url, `CREATE DATABASE ${name} TEMPLATE trunkshow_template`)
  return Object.assign(new URL(url), { pathname: name }).href
}
