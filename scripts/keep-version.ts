import { chmodSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { makeBackup } from '../server/backup/make-backup.ts'
import { restoreBackup } from '../server/backup/restore-backup.ts'
import { readConfig } from '../server/config.ts'
import { startEmbeddedPostgres } from '../server/db/embedded.ts'
import { openFiles } from '../server/files/storage.ts'
import { runSql } from '../server/test/run-sql.ts'
import { archivedSecret, archivePath, listVersions } from '../server/test/versions.ts'

/**
 * Keeps a backup of the version that the newest migration makes, for the test that later versions start on it: the shop
 * of the version before, migrated, and what the SQL adds to it.
 *
 *   npm run keep-version                          nothing is added
 *   npm run keep-version -- "INSERT INTO …"       rows of new tables
 */
const versions = listVersions()
const kept = versions.findLast((version) =>
  readdirSync(dirname(archivePath(''))).includes(`${version}.tar.gz`),
)!
const newest = versions.at(-1)!
if (kept === newest) throw new Error(`${newest} is kept already`)

const folder = mkdtempSync(join(tmpdir(), 'trunkshow-version-'))
chmodSync(folder, 0o711) // for PostgreSQL's own user, where this runs as root
const postgres = await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), say: () => {} })
try {
  const config = readConfig({ DATA_DIR: join(folder, 'data'), APP_SECRET: archivedSecret })
  const shop = { config, databaseUrl: postgres.url, files: await openFiles(config) }
  await restoreBackup({ ...shop, path: archivePath(kept) })
  for (const sql of process.argv.slice(2)) await runSql(postgres.url, sql)
  console.log(newest, await makeBackup({ ...shop, path: archivePath(newest) }))
} finally {
  await postgres.stop()
  rmSync(folder, { recursive: true })
}
