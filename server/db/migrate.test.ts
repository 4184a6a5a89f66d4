import { randomBytes } from 'node:crypto'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { expect, inject, test, vi } from 'vitest'
import { runSql } from '../test/run-sql.ts'
import { migrate } from './migrate.ts'

test('concurrent processes migrate an empty database once', async () => {
  const name = `empty_${randomBytes(6).toString('hex')}`
  await runSql(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: name }).href
  await Promise.all([migrate(url), migrate(url), migrate(url)])
  expect(await migrate(url)).toMatchObject({ asSuperuser: false })
  const admin = Object.assign(new URL(inject('postgresAdminUrl')), { pathname: name }).href
  expect(await migrate(admin)).toMatchObject({ asSuperuser: true })
  const applied = await runSql(url, 'SELECT hash FROM drizzle.__drizzle_migrations')
  expect(new Set(applied.map(({ hash }) => hash)).size).toBe(applied.length)
  expect(await runSql(url, `SELECT to_regclass('bookings') IS NOT NULL AS made`)).toEqual([{ made: true }])
})

/** Makes a database with the migrations before the named one. */
async function databaseBefore(name: string) {
  const folder = fileURLToPath(new URL('migrations', import.meta.url))
  const journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'))
  const earlier = await mkdtemp(join(tmpdir(), 'migrations-'))
  await mkdir(join(earlier, 'meta'))
  const at = journal.entries.findIndex(({ tag }: { tag: string }) => tag.endsWith(name))
  const entries: { tag: string }[] = journal.entries.slice(0, at)
  await writeFile(join(earlier, 'meta/_journal.json'), JSON.stringify({ ...journal, entries }))
  for (const { tag } of entries) await cp(join(folder, `${tag}.sql`), join(earlier, `${tag}.sql`))
  const database = `earlier_${randomBytes(6).toString('hex')}`
  await runSql(inject('postgresUrl'), `CREATE DATABASE ${database}`)
  const url = Object.assign(new URL(inject('postgresUrl')), { pathname: database }).href
  await migrate(url, earlier)
  await rm(earlier, { recursive: true })
  return url
}

test('orders of earlier versions are numbered as they were taken, each company from 1001', async () => {
  const url = await databaseBefore('order-numbers')
  await runSql(
    url,
    `WITH shop AS (INSERT INTO companies SELECT FROM generate_series(1, 3) RETURNING id),
     customer AS (
       INSERT INTO customers (company_id, first_name, last_name, email)
       SELECT id, 'Amelia', 'Hart', 'amelia@hart.test' FROM shop RETURNING id, company_id
     ), template AS (
       INSERT INTO order_form_templates (company_id, template_name) SELECT id, 'Gown' FROM shop RETURNING id, company_id
     ), version AS (
       INSERT INTO order_template_versions (company_id, template_id, version, template_name, item_type, fields)
       SELECT company_id, id, 1, 'Gown', '', '[]' FROM template
     ), ordered AS (
       INSERT INTO orders (company_id, customer_id, customer_name, customer_email, template_id, template_version,
         form_data, items, total_cents)
       SELECT c.company_id, c.id, 'Amelia Hart', 'amelia@hart.test', t.id, 1, '{}', '', 0
       FROM generate_series(1, 3) AS n, customer AS c JOIN template AS t USING (company_id)
       WHERE c.company_id < (SELECT max(id) FROM shop) ORDER BY n, c.company_id RETURNING id, company_id
     ), logged AS (
       INSERT INTO activity_log (company_id, activity, subject, subject_id, subject_name)
       SELECT company_id, 'order.created', 'order', id, 'Order ' || id FROM ordered
     ), operation AS (
       INSERT INTO shopify_operations (company_id, kind, entity_type, entity_id, subject_name, attempt_key, state)
       SELECT company_id, 'order.look', 'order at the store', id, 'Order ' || id, 'key ' || id, 'done' FROM ordered
       RETURNING id, company_id, entity_id, subject_name
     )
     INSERT INTO shopify_logs (company_id, operation_id, order_id, operation, subject_name, status)
     SELECT company_id, id, entity_id, 'order.look', subject_name, 'done' FROM operation`,
  )
  await migrate(url)
  const rows = await runSql(
    url,
    `SELECT last_order_number AS last, order_number AS number, ARRAY(
       SELECT subject_name FROM activity_log WHERE subject_id = o.id
       UNION ALL SELECT subject_name FROM shopify_operations WHERE entity_id = o.id
       UNION ALL SELECT subject_name FROM shopify_logs WHERE order_id = o.id) AS names
     FROM companies AS c LEFT JOIN orders AS o ON o.company_id = c.id ORDER BY c.id, o.id`,
  )
  const names = (number: number) => Array(3).fill(`Order #${number}`)
  const counted = [1001, 1002, 1003].map((number) => ({ last: 1003, number, names: names(number) }))
  expect(rows).toEqual([...counted, ...counted, { last: 1000, number: null, names: [] }])
  await expect(runSql(url, 'DELETE FROM activity_log')).rejects.toThrow('activity_log is append-only')
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

test('a database that a newer version has used is refused in one sentence, and not changed', async () => {
  const url = await databaseBefore('quotas')
  const newer = 9_999_999_999_999
  await runSql(url, `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('newer', ${newer})`)
  await expect(migrate(url)).rejects.toThrow(/^A newer version of Trunkshow has used this database: /)
  const [last] = await runSql(url, 'SELECT max(created_at)::text AS last FROM drizzle.__drizzle_migrations')
  expect(last).toEqual({ last: String(newer) })
})

test('a migration that waits for a long transaction keeps nobody else waiting, and ends after it', async () => {
  const said = vi.spyOn(console, 'log').mockImplementation(() => {})
  const url = await databaseBefore('quotas')
  const writer = new pg.Client({ connectionString: url })
  await writer.connect()
  await writer.query('BEGIN; INSERT INTO companies DEFAULT VALUES')
  let ended = false
  const migrating = migrate(url).then(() => {
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
  expect(await runSql(url, `SELECT to_regclass('pictures') IS NOT NULL AS made`)).toEqual([{ made: true }])
})

test('accounts and contact addresses of earlier versions count as confirmed', async () => {
  const url = await databaseBefore('confirmed-emails')
  await runSql(
    url,
    `WITH shop AS (INSERT INTO companies DEFAULT VALUES RETURNING id), person AS (
       INSERT INTO users (company_id, username, email, name, password_hash, is_owner, is_active, invited_email)
       SELECT id, 'helena', 'helena@vale.test', 'Helena Vale', 'hash', true, true, NULL FROM shop
       UNION ALL SELECT id, NULL, NULL, 'Nora Lind', NULL, false, false, 'nora@vale.test' FROM shop
       RETURNING id, company_id
     ), owner AS (SELECT min(id) AS id, company_id FROM person GROUP BY company_id)
     INSERT INTO events (company_id, user_id, url_slug, name, host_name, description, location, show_location,
       contact_email, is_multi_day, event_date, start_time, end_time, slot_duration, max_bookings_per_slot)
     SELECT company_id, id, 'show-' || n, 'Show', 'Maison Vale', '', '', true, contact, false, current_date,
       '10:00', '12:00', 30, 2
     FROM owner, (VALUES (1, 'hello@vale.test'), (2, 'Hello@vale.test'), (3, NULL)) AS typed (n, contact)`,
  )
  await migrate(url)
  expect(
    await runSql(url, 'SELECT name, email_confirmed_at IS NOT NULL AS confirmed FROM users ORDER BY id'),
  ).toEqual([
    { name: 'Helena Vale', confirmed: true },
    { name: 'Nora Lind', confirmed: false },
  ])
  expect(
    await runSql(
      url,
      'SELECT lower(email) AS email, user_id, confirmed_at IS NOT NULL AS confirmed FROM email_confirmations',
    ),
  ).toEqual([{ email: 'hello@vale.test', user_id: null, confirmed: true }])
})
