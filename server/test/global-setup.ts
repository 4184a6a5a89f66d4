import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { APP_ROLE } from '../db/embedded/app-role.ts'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { runSql } from './run-sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The same as the superuser. */
    postgresAdminUrl: string
  }
}

/** One PostgreSQL for the whole run, gone with all its databases at the end. It may lose rows in a power cut. */
export default async function globalSetup(project: TestProject) {
  const dataDir = await mkdtemp(join(tmpdir(), 'trunkshow-test-'))
  await chmod(dataDir, 0o711) // for PostgreSQL's own user, where the tests run as root
  const postgres = await startEmbeddedPostgres({
    dataDir,
    say: () => {},
    settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
  })
  // For a database of each test file's own, and for deadlocks that end sooner.
  await runSql(postgres.adminUrl, `ALTER ROLE ${APP_ROLE} CREATEDB`)
  await runSql(postgres.adminUrl, `GRANT SET ON PARAMETER deadlock_timeout TO ${APP_ROLE}`)
  await runSql(postgres.url, 'CREATE DATABASE trunkshow_template')
  await migrate(Object.assign(new URL(postgres.url), { pathname: 'trunkshow_template' }).href)
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresAdminUrl', postgres.adminUrl)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}
