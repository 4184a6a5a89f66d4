import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { startEmbeddedPostgres } from '../db/embedded.ts'
import { migrate } from '../db/migrate.ts'
import { runSql } from './run-sql.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
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
  await runSql(postgres.url, 'CREATE DATABASE trunkshow_template')
  await migrate(Object.assign(new URL(postgres.url), { pathname: 'trunkshow_template' }).href)
  project.provide('postgresUrl', postgres.url)
  return async () => {
    await postgres.stop()
    await rm(dataDir, { recursive: true })
  }
}
