import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { runSql } from '../../test/run-sql.ts'
import { writeNextVersion } from '../../test/versions.ts'
import { startJobs } from '../jobs/start-jobs.ts'
import { APP_ROLE, startEmbeddedPostgres } from './embedded.ts'
import { migrate } from './migrate.ts'
import { findPostgresPlace, findPostmaster } from './postgres-place.ts'

let parent: string
let dataDir: string
let cluster: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'trunkshow-role-'))
  await chmod(parent, 0o711)
  dataDir = join(parent, 'data')
  cluster = join((await findPostgresPlace(dataDir)).home, 'cluster')
})
afterEach(async () => {
  if (await findPostmaster(cluster)) await (await start()).stop()
  await rm(parent, { recursive: true })
})

const start = () => startEmbeddedPostgres({ dataDir, say() {} })
async function workQueue(databaseUrl: string) {
  const run = vi.fn()
  const jobs = await startJobs({
    databaseUrl,
    works: true,
    onError: (error) => expect.unreachable(String(error)),
    jobs: [{ name: 'emails', cron: '0 0 1 1 *', run }],
  })
  jobs.wake('emails')
  await vi.waitFor(() => expect(run).toHaveBeenCalled(), { timeout: 60_000 })
  await jobs.stop()
}

/** Lists what does not belong to the app: schemas, relations, routines, and types. */
const LEFT = `
  SELECT
    (SELECT count(*)::int FROM pg_namespace AS n WHERE nspowner = 10 AND ${isOurs('n')}) AS schemas,
    (SELECT count(*)::int FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
      WHERE relowner = 10 AND ${isOurs('n')}) AS relations,
    (SELECT count(*)::int FROM pg_proc AS p JOIN pg_namespace AS n ON n.oid = pronamespace
      WHERE proowner = 10 AND ${isOurs('n')} AND NOT EXISTS (SELECT FROM pg_depend WHERE objid = p.oid AND deptype = 'e')) AS routines,
    (SELECT count(*)::int FROM pg_type AS t JOIN pg_namespace AS n ON n.oid = typnamespace
      WHERE typowner = 10 AND ${isOurs('n')} AND NOT EXISTS (
        SELECT FROM pg_depend WHERE objid IN (t.oid, t.typelem) AND deptype = 'e')) AS types`
function isOurs(namespace: string) {
  return `${namespace}.nspname NOT LIKE 'pg\\_%' AND ${namespace}.nspname <> 'information_schema'`
}
const NOTHING = { schemas: 0, relations: 0, routines: 0, types: 0 }

test('the app connects as the owner of its database, without other rights', async () => {
  const postgres = await start()
  await migrate(postgres.url)
  await workQueue(postgres.url)
  expect(
    await runSql(
      postgres.url,
      `SELECT rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
        pg_get_userbyid(datdba) AS owner FROM pg_roles, pg_database WHERE rolname = current_user AND datname = 'postgres'`,
    ),
  ).toEqual([
    {
      rolname: APP_ROLE,
      rolsuper: false,
      rolcreaterole: false,
      rolcreatedb: false,
      rolreplication: false,
      rolbypassrls: false,
      owner: APP_ROLE,
    },
  ])
  expect(await runSql(postgres.url, LEFT)).toEqual([NOTHING])
  for (const statement of [
    `COPY (SELECT 1) TO PROGRAM 'cat'`,
    `SELECT pg_read_file('postgresql.conf')`,
    `SELECT lo_import('/etc/passwd')`,
    `ALTER SYSTEM SET fsync = off`,
    'CREATE ROLE other LOGIN',
    `ALTER ROLE ${APP_ROLE} SUPERUSER`,
    'SET ROLE trunkshow',
    'SELECT rolpassword FROM pg_authid',
  ])
    await expect(runSql(postgres.url, statement), statement).rejects.toThrow(/denied/)
})

test('nobody can log in as the superuser without its password, not even with the app’s', async () => {
  const { url, adminUrl } = await start()
  const { port, password } = new URL(url)
  for (const given of ['', `:${password}`, ':trunkshow'])
    for (const role of ['trunkshow', 'postgres'])
      await expect(
        runSql(`postgres://${role}${given}@127.0.0.1:${port}/postgres`, 'SELECT 1'),
      ).rejects.toThrow(/password/)
  expect(await runSql(adminUrl, 'SELECT DISTINCT auth_method AS method FROM pg_hba_file_rules')).toEqual([
    { method: 'scram-sha-256' },
  ])
})

test('a later version changes the tables of an earlier one as the app', async () => {
  const postgres = await start()
  await migrate(postgres.url)
  await runSql(postgres.url, `INSERT INTO companies (company_name) VALUES ('Maison Vale')`)
  await migrate(postgres.url, await writeNextVersion(parent, NEXT))
  await runSql(postgres.url, `INSERT INTO companies (company_name) VALUES ('Atelier Lind')`)
  expect(await runSql(postgres.url, 'SELECT company_name AS name, next FROM companies ORDER BY id')).toEqual([
    { name: 'Maison Vale', next: 1 },
    { name: 'Atelier Lind', next: 1 },
  ])
})

/** A migration that changes what exists. */
const NEXT = `
ALTER TABLE companies ADD COLUMN next int NOT NULL DEFAULT 1;--> statement-breakpoint
ALTER FUNCTION phone_words (text) COST 2;--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;`
