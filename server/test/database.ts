import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { runSql } from './run-sql.ts'

/**
 * Creates a migrated database for one test file, in about a tenth of a second. It is deleted with its server after the
 * run.
 *
 * @returns its URL
 */
export async function createTestDatabase(): Promise<string> {
  const name = `test_${randomBytes(6).toString('hex')}`
  const url = inject('postgresUrl')
  await runSql(url, `CREATE DATABASE ${name} TEMPLATE trunkshow_template`)
  return Object.assign(new URL(url), { pathname: name }).href
}

/** Returns the same database's address without the pooler: for a test about what a session keeps. */
export function directUrl(url: string): string {
  return Object.assign(new URL(inject('directUrl')), { pathname: new URL(url).pathname }).href
}
