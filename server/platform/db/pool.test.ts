import { sql } from 'drizzle-orm'
import { expect, onTestFinished, test } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { directUrl } from '../../test/database.ts'
import { createPool } from './pool.ts'
import { placeholder, statement } from './statement.ts'
import { databaseOf } from './transaction.ts'

const app = startTestApp()
const double = statement<{ n: number }, { double: number }>(
  'double',
  sql`SELECT 2 * ${placeholder('n', 'int')} AS double`,
)

const ways = [
  [
    'directly, statements are prepared by name and sessions have settings',
    undefined,
    ['double'],
    '8s',
    'off',
  ],
  ['through a pooler, none is, and the pooler gives the settings', 'transaction', [], '0', 'on'],
  [
    'through one that keeps them, they have names, and it gives the settings',
    'prepared',
    ['double'],
    '0',
    'on',
  ],
] as const

test.each(ways)('%s', async (_, pooler, prepared, timeout, scans) => {
  const pool = createPool(directUrl(app.config.databaseUrl!), pooler)
  onTestFinished(() => pool.end())
  const ctx = { db: databaseOf(pool) }
  expect(await double(ctx, { n: 2 })).toEqual([{ double: 4 }])
  expect(await double(ctx, { n: 3 })).toEqual([{ double: 6 }])
  const { rows } = await pool.query(
    `SELECT ARRAY(SELECT name FROM pg_prepared_statements) AS prepared,
      current_setting('statement_timeout') AS timeout, current_setting('enable_seqscan') AS scans`,
  )
  expect(rows).toEqual([{ prepared, timeout, scans }])
})
