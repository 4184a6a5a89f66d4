import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { APP_ROLE, startEmbeddedPostgres } from '../platform/db/embedded.ts'
import { migrate } from '../platform/db/migrate.ts'
import { startPooler, throughPooler } from './processes/pooler.ts'
import { runSql } from './run-sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The same server, as the superuser. */
    postgresAdminUrl: string
    /** The same server without the pooler, if there is one. */
    directUrl: string
  }
}

/** Starts one PostgreSQL for the whole run, without durability, and deletes it at the end. */
export default async function globalSetup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'trunkshow-test-'))
  await chmod(dataDir, 0o711) // for PostgreSQL's own user, if the tests run as root
  const postgres = await startEmbeddedPostgres({
    dataDir,
    say: () => {},
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  // To create a database per test file, and to end deadlocks sooner.
  await runSql(postgres.adminUrl, `ALTER ROLE ${APP_ROLE} CREATEDB`)
  await runSql(postgres.adminUrl, `GRANT SET ON PARAMETER deadlock_timeout TO ${APP_ROLE}`)
  await runSql(postgres.url, 'CREATE DATABASE trunkshow_template')
  await migrate(Object.assign(new URL(postgres.url), { pathname: 'trunkshow_template' }).href)
  const pooler = throughPooler ? await startPooler(postgres.url, postgres.adminUrl) : undefined
  project.provide('postgresUrl', pooler?.through(postgres.url) ?? postgres.url)
  project.provide('postgresAdminUrl', pooler?.through(postgres.adminUrl) ?? postgres.adminUrl)
  project.provide('directUrl', postgres.url)
  return async () => {
    await pooler?.stop()
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}
