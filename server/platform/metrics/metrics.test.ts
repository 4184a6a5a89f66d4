import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { startTestApp, unique } from '../../test/app.ts'
import { book, makeCompany, makeEvent } from '../../test/factories.ts'
import { databaseOf } from '../db/transaction.ts'
import { drainOutbox } from '../mail/drain-outbox.ts'
import { measureInstallation } from './serve-metrics.ts'

const app = startTestApp()

/** Reads one number of /metrics; undefined when it is not there. */
async function read(series: string): Promise<number | undefined> {
  const { text } = await app.call('GET', '/metrics')
  const line = text.split('\n').find((line) => line.startsWith(`${series} `))
  return line === undefined ? undefined : Number(line.slice(series.length))
}

/** Returns a fresh measurement of the queues, as { 'queue state': entries } and { queue: age }. */
async function measureQueues(pool = app.pool) {
  const metrics = await measureInstallation(pool, app.config).read()
  const valuesOf = (name: string) => metrics.find((metric) => metric.name === name)!.values
  return {
    reachable: valuesOf('trunkshow_database_reachable')[0]!.value,
    entries: Object.fromEntries(
      valuesOf('trunkshow_queue_entries').map(({ labels, value }) => [
        `${labels.queue} ${labels.state}`,
        value,
      ]),
    ),
    ages: Object.fromEntries(
      valuesOf('trunkshow_queue_oldest_age_seconds').map(({ labels, value }) => [labels.queue, value]),
    ),
  }
}

const bookings = 'trunkshow_bookings_total'
const refused = (code: string) => `trunkshow_booking_refusals_total{code="${code}"}`

test('bookings and refusals are counted once each, and requests by the pattern of their route', async () => {
  const host = await makeCompany(app)
  const { slots, urlSlug: slug } = await makeEvent(host, { maxBookingsPerSlot: 1 })
  const requests = (status: number) =>
    `trunkshow_http_requests_total{route="/api/timeslots/:id/book",method="POST",status="${status}"}`
  const series = [bookings, refused('full'), refused('not_found'), requests(201), requests(409)]
  const readAll = async () => Promise.all(series.map(async (name) => (await read(name)) ?? 0))
  const before = await readAll()
  const key = { 'idempotency-key': unique() }
  await book(app, slots[0]!.id, {}, key)
  await book(app, slots[0]!.id, {}, key)
  await book(app, slots[0]!.id)
  await book(app, 2_000_000_000)
  const after = await readAll()
  expect(after.map((count, index) => count - before[index]!)).toEqual([1, 1, 1, 2, 1])

  const unknown = unique('nowhere')
  await app.call('GET', `/${unknown}?token=${unknown}`)
  await app.call('GET', `/event/${slug}`)
  const { text } = await app.call('GET', '/metrics')
  expect(text).toContain('trunkshow_http_requests_total{route="unknown",method="GET",status="404"}')
  expect(text).toContain('trunkshow_http_request_duration_seconds_count{route="/event/:idOrSlug"}')
  for (const given of [unknown, slug, host.email, host.username, 'Maison Vale'])
    expect(text.includes(given), given).toBe(false)
})

describe('queues', () => {
  test('are counted by state, with how long their oldest entry has been due', async () => {
    const host = await makeCompany(app)
    await app.rows(
      `INSERT INTO email_notifications (company_id, email_type, audience, status, next_attempt_at, failing_since) VALUES
        ($1, 'a', 'guest', 'pending', now() - interval '100 seconds', NULL),
        ($1, 'a', 'guest', 'pending', now() + interval '30 seconds', now() - interval '1 hour'),
        ($1, 'a', 'guest', 'waiting', now() - interval '1 day', NULL),
        ($1, 'a', 'guest', 'sent', now() - interval '1 day', NULL)`,
      [host.companyId],
    )
    await app.rows(
      `INSERT INTO imports (company_id, user_id, kind, file_name, csv, state, rows, good, errors, updated_at)
       VALUES ($1, $2, 'customers', 'a.csv', '', 'running', 1, 1, '[]', now() - interval '200 seconds')`,
      [host.companyId, host.id],
    )
    await app.rows(
      `INSERT INTO shopify_operations (company_id, kind, entity_type, entity_id, subject_name, attempt_key, state, next_try_at)
       VALUES ($1, 'push_order', 'order', 1, 'A', $2, 'queued', now() - interval '300 seconds'),
         ($1, 'push_order', 'order', 2, 'A', $3, 'done', now() - interval '1 day')`,
      [host.companyId, unique(), unique()],
    )
    const { entries, ages, reachable } = await measureQueues()
    expect(reachable).toBe(1)
    expect(entries).toMatchObject({
      'emails sending': 0,
      'emails waiting': 1,
      'imports running': 1,
      'store_operations queued': 1,
      'store_operations sending': 0,
      'store_operations unknown': 0,
    })
    // Bookings of the other test queued emails too, but less than an hour ago.
    expect(entries['emails pending']).toBeGreaterThanOrEqual(2)
    for (const [queue, seconds] of Object.entries({ emails: 3600, imports: 200, store_operations: 300 })) {
      expect(ages[queue]).toBeGreaterThanOrEqual(seconds)
      expect(ages[queue]).toBeLessThan(seconds + 170)
    }
  })

  test('are read only by indexes, and once for all requests within five seconds', async () => {
    const query = vi.spyOn(app.pool, 'query')
    const installation = measureInstallation(app.pool, app.config)
    await Promise.all([installation.read(), installation.read()])
    await installation.read()
    expect(query).toHaveBeenCalledOnce()
    const text = String(query.mock.calls[0]![0])
    query.mockRestore()
    const plan = JSON.stringify(await app.rows(`EXPLAIN (FORMAT JSON) ${text}`))
    expect(plan).toMatch(/email_notifications_(due|held|later)/)
    expect(plan).toContain('imports_running')
    expect(plan).toMatch(/shopify_operations_(due|open)/)
    expect(plan).not.toContain('Seq Scan')
  })

  test('are left out, and the scrape still answers, while the database is away', async () => {
    const away = new pg.Pool({ connectionString: 'postgres://nobody@127.0.0.1:1/nothing' })
    expect(await measureQueues(away)).toEqual({ reachable: 0, entries: {}, ages: {} })
    await away.end()
  })
})

test('the newest scheduled backup is reported by the time it was taken, and nothing without BACKUP_DIR', async () => {
  const backupDir = await mkdtemp(join(tmpdir(), 'trunkshow-metrics-'))
  onTestFinished(() => rm(backupDir, { recursive: true }))
  async function newest(dir: string | null) {
    const metrics = await measureInstallation(app.pool, { ...app.config, backupDir: dir }).read()
    const backup = metrics.find(({ name }) => name === 'trunkshow_backup_newest_timestamp_seconds')
    return backup!.values.map(({ value }) => value)
  }
  expect(await newest(null)).toEqual([])
  expect(await newest(backupDir)).toEqual([0])
  for (const day of [1, 2]) await writeFile(join(backupDir, `trunkshow-2026-11-0${day}T03-07-00Z.tar.gz`), '')
  expect(await newest(backupDir)).toEqual([Date.parse('2026-11-02T03:07:00Z') / 1000])
})

test('emails are counted by what became of them', async () => {
  const { companyId } = await makeCompany(app)
  await app.rows('DELETE FROM email_notifications')
  await app.rows(
    `INSERT INTO email_notifications (company_id, audience, email_type)
     VALUES ($1, 'guest', 'known'), ($1, 'guest', 'moot'), ($1, 'guest', 'unknown')`,
    [companyId],
  )
  const outcomes = ['sent', 'skipped', 'retried', 'failed', 'delayed']
  const readAll = () =>
    Promise.all(outcomes.map(async (name) => (await read(`trunkshow_emails_total{outcome="${name}"}`)) ?? 0))
  const before = await readAll()
  const message = { to: { name: '', address: 'a@mail.test' }, subject: 'A', preview: '', lead: '' }
  const writers = { known: async () => message, moot: async () => null }
  const ctx = { config: app.config, db: databaseOf(app.pool), files: app.files }
  await drainOutbox(ctx, writers, { send: async () => {}, close() {} })
  const after = await readAll()
  // No one writes the third kind, which is a fault and retried.
  expect(after.map((count, index) => count - before[index]!)).toEqual([1, 1, 1, 0, 0])
})
