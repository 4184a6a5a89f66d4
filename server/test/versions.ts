import { readdirSync } from 'node:fs'
import { cp, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** What the kept backups were made with. */
export const archivedSecret = 'the secret of the archived versions'

const migrations = fileURLToPath(new URL('../platform/db/migrations', import.meta.url))
const suffix = '.tar.gz'

/**
 * Lists the versions of which a backup is kept, oldest first: the last one before the migrations started again (0.1.0,
 * decision 072), and each release.
 */
export function listVersions(): string[] {
  const versions = readdirSync(join(migrations, 'backups')).map((name) => basename(name, suffix))
  return versions.sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
}

/** Returns the path of the kept backup of a version. `npm run keep-version` writes that of package.json. */
export const archivePath = (version: string) => join(migrations, 'backups', version + suffix)

/** When the migration of `writeNextVersion` was made. */
export const nextVersion = 9_999_999_999_999

/**
 * Copies the migrations into a folder and adds one, as a next version of the app would have it.
 *
 * @returns the folder of migrations
 */
export async function writeNextVersion(parent: string, sql: string): Promise<string> {
  const folder = join(parent, 'db/migrations')
  await cp(migrations, folder, { recursive: true })
  const file = join(folder, 'meta/_journal.json')
  const journal = JSON.parse(await readFile(file, 'utf8'))
  const { length: idx } = journal.entries
  journal.entries.push({ idx, version: '7', when: nextVersion, tag: '9999_next', breakpoints: true })
  await writeFile(file, JSON.stringify(journal))
  await writeFile(join(folder, '9999_next.sql'), sql)
  return folder
}
