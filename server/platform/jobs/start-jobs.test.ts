import pg from 'pg'
import { expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp } from '../../test/app.ts'
import { createTestDatabase } from '../../test/database.ts'
import { runSql } from '../../test/run-sql.ts'
import { startJobs } from './start-jobs.ts'

const app = startTestApp()

test('a job that fails is reported with its name, and runs again when it is woken', {
  timeout: 60_000,
}, async () => {
  const told: unknown[][] = []
  const fault = new Error('spilt ink')
  const run = vi.fn().mockRejectedValueOnce(fault).mockResolvedValue(true)
  const jobs = await startJobs({
    databaseUrl: app.config.databaseUrl!,
    databasePooler: app.config.databasePooler,
    works: true,
    onError: (...error) => told.push(error),
    jobs: [{ name: 'emails', cron: '0 0 1 1 *', run }],
  })
  onTestFinished(() => jobs.stop())
  jobs.wake('emails')
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), { timeout: 60_000 })
  jobs.wake('emails')
  await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(2), { timeout: 60_000 })
  expect(told).toEqual([[fault, 'emails']])
})

test('a job with two runs at once has them, and any other has one', {
  timeout: 60_000,
}, async () => {
  const ended = Promise.withResolvers<void>()
  const [alone, beside] = [vi.fn(() => ended.promise), vi.fn(() => ended.promise)]
  const jobs = await startJobs({
    databaseUrl: app.config.databaseUrl!,
    databasePooler: app.config.databasePooler,
    works: true,
    onError: () => {},
    jobs: [
      { name: 'alone', cron: '0 0 1 1 *', run: alone },
      { name: 'beside', cron: '0 0 1 1 *', atOnce: 2, run: beside },
    ],
  })
  onTestFinished(async () => {
    ended.resolve()
    await jobs.stop()
  })
  for (const [name, run] of [
    ['alone', alone],
    ['beside', beside],
  ] as const) {
    jobs.wake(name)
    await vi.waitFor(() => expect(run).toHaveBeenCalledTimes(1), { timeout: 60_000 })
    jobs.wake(name)
  }
  await vi.waitFor(() => expect(beside).toHaveBeenCalledTimes(2), { timeout: 60_000 })
  expect(alone).toHaveBeenCalledTimes(1)
  ended.resolve()
  await vi.waitFor(() => expect(alone).toHaveBeenCalledTimes(2), { timeout: 60_000 })
})

test('a running job learns that the process ends, and is not woken again', {
  timeout: 60_000,
}, async () => {
  const told: unknown[] = []
  const begun = Promise.withResolvers<void>()
  const run = vi.fn(async (stopping: AbortSignal) => {
    begun.resolve()
    await new Promise((ended) => stopping.addEventListener('abort', ended))
    return false
  })
  const jobs = await startJobs({
    databaseUrl: app.config.databaseUrl!,
    databasePooler: app.config.databasePooler,
    works: true,
    onError: (...error) => told.push(error),
    jobs: [{ name: 'long', cron: '0 0 1 1 *', run }],
  })
  jobs.wake('long')
  await begun.promise
  await jobs.stop()
  expect(run).toHaveBeenCalledTimes(1)
  expect(run.mock.calls[0]![0].aborted).toBe(true)
  expect(await app.rows(`SELECT FROM pgboss.job WHERE name = 'long' AND state = 'created'`)).toEqual([])
  expect(told).toEqual([])
})

test('a process that creates the queue while another one does starts as well', async () => {
  const databaseUrl = await createTestDatabase()
  const { databasePooler } = app.config
  const other = new pg.Client({ connectionString: databaseUrl })
  await other.connect()
  onTestFinished(() => other.end())
  await other.query('BEGIN; CREATE SCHEMA pgboss')
  const starting = startJobs({ databaseUrl, databasePooler, works: false, onError: () => {}, jobs: [] })
  starting.catch(() => {}) // awaited below
  const isWaiting = `SELECT FROM pg_stat_activity
    WHERE application_name = 'trunkshow jobs' AND datname = current_database() AND wait_event_type = 'Lock'`
  await vi.waitFor(async () => expect(await runSql(databaseUrl, isWaiting)).toHaveLength(1), {
    timeout: 60_000,
  })
  await other.query('COMMIT')
  await (await starting).stop()
})
