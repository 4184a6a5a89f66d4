import { sql } from 'drizzle-orm'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { startTestApp, unique } from '../../test/app.ts'
import { directUrl } from '../../test/database.ts'
import { createPool } from './pool.ts'
import { placeholder, statement } from './statement.ts'
import { databaseOf, inTransaction } from './transaction.ts'

const app = startTestApp()
beforeAll(() => app.rows('CREATE TABLE notes (word text PRIMARY KEY, times int NOT NULL DEFAULT 0)'))

const context = () => ({ db: databaseOf(app.pool) })
const write = (word: string) => sql`INSERT INTO notes (word) VALUES (${word})`
const read = (word: string) => app.rows('SELECT times FROM notes WHERE word = $1', [word])

test('changes in a transaction are visible to others only after it', async () => {
  const word = unique()
  const seen = await inTransaction(context(), async (ctx) => {
    await ctx.db.execute(write(word))
    return read(word)
  })
  expect(seen).toEqual([])
  expect(await read(word)).toHaveLength(1)
})

test('an error rolls back, and the connection returns to the pool', async () => {
  const word = unique()
  for (let times = 0; times < 20; times++) {
    const work = inTransaction(context(), async (ctx) => {
      await ctx.db.execute(write(word))
      throw new Error('no, after all')
    })
    await expect(work).rejects.toThrow('no, after all')
  }
  expect(await read(word)).toEqual([])
})

test('a nested transaction is part of the outer one', async () => {
  const word = unique()
  const work = inTransaction(context(), async (ctx) => {
    await inTransaction(ctx, (ctx) => ctx.db.execute(write(word)))
    throw new Error('no, after all')
  })
  await expect(work).rejects.toThrow('no, after all')
  expect(await read(word)).toEqual([])
})

test('two that deadlock both complete, each once', async () => {
  const [one, two] = [unique(), unique()]
  await app.rows('INSERT INTO notes (word) VALUES ($1), ($2)', [one, two])
  let held = 0
  let bothHold = () => {}
  const both = new Promise<void>((resolve) => {
    bothHold = resolve
  })
  let runs = 0
  const count = (first: string, second: string) =>
    inTransaction(context(), async (ctx) => {
      runs += 1
      await ctx.db.execute(sql`SET LOCAL deadlock_timeout = '50ms'`)
      await ctx.db.execute(sql`UPDATE notes SET times = times + 1 WHERE word = ${first}`)
      held += 1
      if (held === 2) bothHold()
      await both
      await ctx.db.execute(sql`UPDATE notes SET times = times + 1 WHERE word = ${second}`)
    })
  await Promise.all([count(one, two), count(two, one)])
  expect(runs, 'one of them was ended and ran again').toBeGreaterThan(2)
  expect([await read(one), await read(two)]).toEqual([[{ times: 2 }], [{ times: 2 }]])
})

test('one that fails to serialize is retried', async () => {
  const word = unique()
  await app.rows('INSERT INTO notes (word) VALUES ($1)', [word])
  let runs = 0
  await inTransaction(context(), async (ctx) => {
    runs += 1
    await ctx.db.execute(sql`SET TRANSACTION ISOLATION LEVEL REPEATABLE READ`)
    await ctx.db.execute(sql`SELECT FROM notes WHERE word = ${word}`)
    if (runs === 1) await app.rows('UPDATE notes SET times = times + 1 WHERE word = $1', [word])
    await ctx.db.execute(sql`UPDATE notes SET times = times + 1 WHERE word = ${word}`)
  })
  expect([runs, await read(word)]).toEqual([2, [{ times: 2 }]])
})

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
] as const

test.each(ways)('%s', async (_, pooler, prepared, timeout, scans) => {
  const pool = createPool(directUrl(app.config.databaseUrl!), pooler)
  onTestFinished(() => pool.end())
  const ctx = { db: databaseOf(pool) }
  expect(await double(ctx, { n: 2 })).toEqual([{ double: 4 }])
  expect(await double(ctx, { n: 3 })).toEqual([{ double: 6 }])
  const { rows } = await pool.query(
    `SELECT ARRAY(SELECT name FROM pg_prepared_statements) AS prepared,
      current_setting('statement_timeout') AS timeout, current_setting('enable_seqscan') AS scans,
      current_setting('jit') AS compiles`,
  )
  expect(rows).toEqual([{ prepared, timeout, scans, compiles: scans }])
})
