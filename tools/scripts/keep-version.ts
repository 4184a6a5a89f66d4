import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../../package.json' with { type: 'json' }
import { readConfig } from '../../server/config.ts'
import { makeBackup } from '../../server/platform/backup/make-backup.ts'
import { restoreBackup } from '../../server/platform/backup/restore-backup.ts'
import { startEmbeddedPostgres } from '../../server/platform/db/embedded.ts'
import { openFiles } from '../../server/platform/files/storage.ts'
import { runSql } from '../../server/test/run-sql.ts'
import { archivedSecret, archivePath, listVersions } from '../../server/test/versions.ts'

/**
 * Keeps a backup of the version in package.json, which is about to be released, for the test that later versions start
 * on it: the shop of the newest kept one, migrated, and what the SQL adds to it.
 *
 *   npm run keep-version                          nothing is added
 *   npm run keep-version -- "INSERT INTO …"       rows of new tables
 */
const { version } = packageJson
const kept = listVersions()
if (kept.includes(version)) throw new Error(`${version} is kept already`)

const folder = mkdtempSync(join(tmpdir(), 'trunkshow-version-'))
chmodSync(folder, 0o711) // for PostgreSQL's own user, where this runs as root
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), say: () => {} })
try {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), APP_SECRET: archivedSecret })
  const shop = { config, databaseUrl: postgres.url, files: await openFiles(config) }
  await restoreBackup({ ...shop, path: archivePath(kept.at(-1)!) })
  for (const sql of process.argv.slice(2)) await runSql(postgres.url, sql)
  console.log(version, await makeBackup({ ...shop, path: archivePath(version) }))
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true })
}
