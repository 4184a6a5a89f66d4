import { randomBytes } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { emailTypes } from '@trunkshow/contract/emails/rules.ts'
import { generateDrizzleJson, generateMigration } from 'drizzle-kit/api'
import { readMigrationFiles } from 'drizzle-orm/migrator'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { runSql } from '../../test/run-sql.ts'
import { nextVersion, writeNextVersion } from '../../test/versions.ts'
import { createVersion, migrate, ownMigrations } from './migrate.ts'

// drizzle-kit gives every array a property, which pdf.js refuses in the test files that share this process.
Object.defineProperty(Array.prototype, 'random', { enumerable: false })

async function createDatabase() {
  const name = `migrated_${randomBytes(6).toString('hex')}`
  await runSql(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  return Object.assign(new URL(inject('postgresUrl')), { pathname: name }).href
}

/** The migrations with one more, which needs a lock of a table that others use. */
async function makeNextVersion() {
  const parent = await mkdtemp(join(tmpdir(), 'migrations-'))
  onTestFinished(() => rm(parent, { recursive: true }))
  return writeNextVersion(parent, 'ALTER TABLE companies ADD COLUMN next int NOT NULL DEFAULT 1')
}

const APPLIED = 'SELECT hash, created_at::text AS at FROM drizzle.__drizzle_migrations ORDER BY created_at'

test('concurrent processes migrate an empty database once', async () => {
  const url = await createDatabase()
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(await migrate(url)).toMatchObject({ asSuperuser: false })
  const { pathname } = new URL(url)
  const admin = Object.assign(new URL(inject('postgresAdminUrl')), { pathname }).href
  expect(await migrate(admin)).toMatchObject({ asSuperuser: true })
  const applied = await runSql<{ hash: string }>(url, APPLIED)
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length)
  expect(await runSql(url, `SELECT to_regclass('bookings') IS NOT NULL AS made`)).toEqual([{ made: true }])
})

test('the newest snapshot is that of the schema, and the only one', async () => {
  const folder = new URL('schema/', import.meta.url)
  const modules = await Promise.all((await readdir(folder)).map((name) => import(new URL(name, folder).href)))
  const snapshots = (await readdir(new URL('migrations/meta', import.meta.url))).filter(
    (name) => name !== '_journal.json',
  )
  expect(snapshots).toHaveLength(1)
  const snapshot = JSON.parse(
    await readFile(new URL(`migrations/meta/${snapshots[0]}`, import.meta.url), 'utf8'),
  )
  expect(await generateMigration(snapshot, generateDrizzleJson(Object.assign({}, ...modules)))).toEqual([])
})

/** The last two of the 55 migrations that the baseline replaces (decision 072), as databases list them. */
const replaced = [
  { hash: '4e8c92bfe386d937cdd61c58f3cfaa9609990904bce9789f0288cc7868dbc0db', at: '1795617953070' },
  { hash: '530edc1848c5f1e9a129538fff911514de175f8d5924b14621a5297839f77682', at: '1795619379594' },
]

/** Makes a database of the first version, filled in. */
async function createFirst(fill = 'SELECT', values: unknown[] = []) {
  const url = await createDatabase()
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await createVersion(client, Number(replaced[1]!.at), ownMigrations)
  await client.query(fill, values)
  await client.end()
  return url
}

/** Makes a database of the first version whose applied migrations are the given ones. */
async function databaseOf(applied: { hash: string; at: string }[]) {
  const url = await createFirst()
  await runSql(url, 'DELETE FROM drizzle.__drizzle_migrations')
  for (const { hash, at } of applied)
    await runSql(url, 'INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ($1, $2)', [
      hash,
      at,
    ])
  return url
}

test('a database with every migration from before the baseline continues without it', async () => {
  const url = await databaseOf(replaced)
  await migrate(url)
  const later = readMigrationFiles({ migrationsFolder: ownMigrations })
    .slice(1)
    .map(({ hash, folderMillis }) => ({ hash, at: String(folderMillis) }))
  expect(await runSql(url, APPLIED)).toEqual([...replaced, ...later])
  await migrate(url, await makeNextVersion())
  expect(await runSql(url, APPLIED)).toEqual([
    ...replaced,
    ...later,
    { hash: expect.any(String), at: String(nextVersion) },
  ])
})

test.each([
  [
    'a newer version',
    { hash: 'newer', at: String(nextVersion) },
    /^A newer version of Trunkshow has used this database: start that version, or /,
  ],
  [
    'a version from before the first migration',
    replaced[0]!,
    /^A version of Trunkshow too old to upgrade from has used this database: start commit [0-9a-f]{8} on it once, then this version\.$/,
  ],
])('a database that %s has used is refused in one sentence, and not changed', async (_, newest, sentence) => {
  const url = await databaseOf([newest])
  await expect(migrate(url)).rejects.toThrow(sentence)
  expect(await runSql(url, APPLIED)).toEqual([newest])
})

test('the emails of the first version stay for whom they were', async () => {
  const url = await createFirst(
    'INSERT INTO email_notifications (company_id, email_type) SELECT 1, unnest($1::text[])',
    [Object.keys(emailTypes)],
  )
  const read = () => runSql(url, 'SELECT id, email_type, audience FROM email_notifications ORDER BY id')
  const before = await read()
  expect(new Set(before.map(({ audience }) => audience)).size).toBe(6)
  await migrate(url)
  expect(await read()).toEqual(before)
})

test('the offers of the first version point to the cancellations of their slot that made them', async () => {
  const url = await createFirst(`
    ALTER TABLE bookings DROP CONSTRAINT bookings_time_slot_id_time_slots_id_fk;
    ALTER TABLE waitlist_offers DROP CONSTRAINT waitlist_offers_time_slot_id_time_slots_id_fk,
      DROP CONSTRAINT waitlist_offers_entry_id_waitlist_entries_id_fk;
    INSERT INTO bookings (company_id, event_id, time_slot_id, attendee_name, attendee_email, status)
    SELECT 1, 1, slot, 'Grace Okafor', slot || '@mail.test', 'cancelled' FROM unnest('{1, 1, 2, 1}'::int[]) AS slot;
    INSERT INTO email_notifications (company_id, booking_id, email_type, created_at) VALUES
      (1, 1, 'booking_cancelled_notice', '2026-11-01'), (1, 1, 'booking_cancelled', '2026-11-01'),
      (1, 2, 'booking_cancelled_notice', '2026-11-01'), (1, 3, 'booking_cancelled_notice', '2026-11-01'),
      (1, 4, 'booking_cancelled_notice', '2026-11-02'), (1, 4, 'booking_notice', '2026-11-01');
    INSERT INTO waitlist_offers (company_id, entry_id, time_slot_id, spots, expires_at, created_at) VALUES
      (1, 1, 1, 2, now(), '2026-11-01'), (2, 2, 1, 1, now(), '2026-11-01'), (1, 3, 1, 1, now(), '2026-11-03')`)
  await migrate(url)
  expect(await runSql(url, 'SELECT * FROM waitlist_offer_causes ORDER BY booking_id')).toEqual([
    { company_id: 1, booking_id: 1, offer_id: 1 },
    { company_id: 1, booking_id: 2, offer_id: 1 },
  ])
})

test('the names of the first version stay unique while they move, also those that are stored during it', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const addUser = (
    name: string,
  ) => `INSERT INTO users (company_id, username, email, email_confirmed_at, name, is_active)
    VALUES (1, '${name}', '${name}@vale.test', now(), '${name}', false)`
  const addEvent = (name: string) => `
    INSERT INTO events (company_id, user_id, url_slug, name, host_name, description, location, show_location,
      is_multi_day, event_date, start_time, end_time, slot_duration, max_bookings_per_slot)
    VALUES (1, 1, '${name}', '', '', '', '', true, false, '2099-01-01', '10:00', '12:00', 30, 1)`
  const url = await createFirst(`INSERT INTO time_zones (name, release, changes, walls, offsets)
      VALUES ('America/New_York', '', '{}', '{}', '{0}') ON CONFLICT DO NOTHING;
    INSERT INTO companies DEFAULT VALUES; ${addUser('Maya')}; ${addEvent('Gala')};
    INSERT INTO users (company_id, name, email, is_active) VALUES (1, 'Unconfirmed', 'maya@vale.test', false)`)
  const older = new pg.Client({ connectionString: url })
  await older.connect()
  await older.query(`BEGIN; ${addUser('Nora')}; ${addEvent('Show')}`)
  const migrating = migrate(url)
  await vi.waitFor(
    () => expect(said).toHaveBeenCalledWith(expect.stringContaining('database is in use')),
    60_000,
  )
  await older.query('COMMIT')
  await migrating
  expect(
    await runSql(
      url,
      `SELECT ARRAY(SELECT username FROM names.usernames ORDER BY 1) AS usernames,
         ARRAY(SELECT email FROM names.confirmed_emails ORDER BY 1) AS emails,
         ARRAY(SELECT slug FROM names.event_slugs ORDER BY 1) AS slugs`,
    ),
  ).toEqual([
    { usernames: ['maya', 'nora'], emails: ['maya@vale.test', 'nora@vale.test'], slugs: ['gala', 'show'] },
  ])
  await expect(older.query(addUser('nora'))).rejects.toMatchObject({ constraint: 'users_email_key' })
  await expect(older.query(addEvent('GALA'))).rejects.toMatchObject({ constraint: 'events_slug_key' })
  await older.end()
})

test('a first start that ended before it made tables is repeated', async () => {
  const url = await createDatabase()
  await runSql(
    url,
    `CREATE SCHEMA drizzle;
     CREATE TABLE drizzle.__drizzle_migrations (id SERIAL PRIMARY KEY, hash text NOT NULL, created_at bigint)`,
  )
  await migrate(url)
  expect(await runSql(url, `SELECT to_regclass('bookings') IS NOT NULL AS made`)).toEqual([{ made: true }])
})

test.each([
  [
    'postgres://nobody@127.0.0.1:1/shows',
    /^DATABASE_URL leads to no PostgreSQL that lets the app in: .*ECONNREFUSED/,
  ],
  ['postgres://nobody:wrong@host.invalid/shows', /^DATABASE_URL leads to no PostgreSQL .*host\.invalid/],
])('%s is rejected in one sentence', async (url, sentence) => {
  await expect(migrate(url)).rejects.toThrow(sentence)
})

test('a migration that waits for a long transaction keeps nobody else waiting, and ends after it', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const url = await createDatabase()
  await migrate(url)
  const writer = new pg.Client({ connectionString: url })
  await writer.connect()
  await writer.query('BEGIN; INSERT INTO companies DEFAULT VALUES')
  let ended = false
  const migrating = migrate(url, await makeNextVersion()).then(() => {
    ended = true
  })
  await vi.waitFor(
    () => expect(said).toHaveBeenCalledWith(expect.stringContaining('database is in use')),
    60_000,
  )
  await runSql(url, 'INSERT INTO companies DEFAULT VALUES')
  expect(ended).toBe(false)
  await writer.end()
  await migrating
  expect(await runSql(url, 'SELECT DISTINCT next FROM companies')).toEqual([{ next: 1 }])
})
