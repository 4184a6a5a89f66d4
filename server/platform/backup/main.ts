import { existsSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { type Config, readConfig } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { acquireAppLock, startEmbeddedPostgres } from '../db/embedded.ts'
import { findPostgresPlace } from '../db/postgres-place.ts'
import { openFiles } from '../files/storage.ts'
import { count, makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

/** `npm run backup FILE` and `npm run restore FILE`. */
const [command, file, ...others] = process.argv.slice(2)
const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const)
  process.once(signal, () => stopping.abort(new StartError('Stopped before the end.')))

try {
  if (!file || others.length > 0) throw new StartError(`Name one file: npm run ${command} FILE`)
  // npm changes to the project's folder and keeps the caller's in this variable.
  console.log(await run(resolve(process.env.INIT_CWD ?? '.', file), readConfig(process.env)))
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}

/** Backs up or restores. @returns a sentence on what was done */
async function run(path: string, config: Config): Promise<string> {
  const isNew = command === 'restore'
  if (!isNew && existsSync(path))
    throw new StartError(`${path} exists: choose another name, or delete it first.`)
  const { close, databaseUrl } = await openDatabase(config, { isNew })
  try {
    const files = await openFiles(config)
    const work = isNew ? restoreBackup : makeBackup
    const done = await work({ config, databaseUrl, files, path, say: console.log, stopping: stopping.signal })
    const content = `${count(done.rows, 'row')} of ${count(done.tables, 'table')} and ${count(done.files, 'file')}`
    if (isNew) return `Restored ${content}, and compared them with the backup. Start the app as usual.`
    const megabytes = ((await stat(path)).size / 1_000_000).toFixed(1)
    return `Backed up ${content} to ${path} (${megabytes} MB). It contains personal data and secrets: keep a copy in a safe place away from this machine.`
  } finally {
    await close()
  }
}

/**
 * Opens the database of DATABASE_URL, or the app's own, which need not run.
 *
 * @param options.isNew whether it may be created; if so, no app may be using it
 */
async function openDatabase({ databaseUrl, dataDir }: Config, { isNew }: { isNew: boolean }) {
  if (databaseUrl) return { databaseUrl, close: async () => {} }
  if (!isNew && !existsSync((await findPostgresPlace(dataDir)).home))
    throw new StartError(`${dataDir} has no database: check DATA_DIR, or set DATABASE_URL.`)
  const postgres = await startEmbeddedPostgres({ dataDir, say: console.log })
  // A running app has the lock, and a backup needs none then.
  const lock = isNew || !postgres.joined ? await acquireAppLock(postgres, () => {}) : undefined
  return { databaseUrl: postgres.url, close: async () => lock?.stop() }
}
