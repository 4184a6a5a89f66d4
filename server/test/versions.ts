import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { packageFolder } from '../package-folder.ts'

/** What the kept backups were made with. */
export const archivedSecret = 'the secret of the archived versions'

const migrations = join(packageFolder, 'db/migrations')

/** Lists all versions of the database, oldest first, each named after the migration that makes it. */
export function listVersions(): string[] {
  const journal = JSON.parse(readFileSync(join(migrations, 'meta/_journal.json'), 'utf8'))
  return journal.entries.map(({ tag }: { tag: string }) => tag)
}

/** Returns the path of the kept backup of a version. `npm run keep-version` writes the newest. */
export const archivePath = (version: string) => join(migrations, 'backups', `${version}.tar.gz`)
