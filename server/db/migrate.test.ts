import { randomBytes } from 'node:crypto'
import { expect, inject, test } from 'vitest'
import { runSql } from '../test/run-sql.ts'
import { migrate } from './migrate.ts'

test('processes that start together on an empty database migrate it once', async () => {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await runSql(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: name }).href
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  await migrate(url)
  const applied = await runSql(url, 'SELECT hash FROM drizzle.__drizzle_migrations')
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length)
  expect(await runSql(url, `SELECT to_regclass('bookings') IS NOT NULL AS made`)).toEqual([{ made: true }])
})

test.each([
  [
    'postgres://nobody@127.0.0.1:1/shows',
    /^DATABASE_URL leads to no PostgreSQL that lets the app in: .*ECONNREFUSED/,
  ],
  ['postgres://nobody:wrong@host.invalid/shows', /^DATABASE_URL leads to no PostgreSQL .*host\.invalid/],
])('%s is refused in a sentence', async (url, sentence) => {
  await expect(migrate(url)).rejects.toThrow(sentence)
})
