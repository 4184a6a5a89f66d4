import { createHmac } from 'node:crypto'
import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Disk } from 'flydrive'
import type pg from 'pg'
import type { Config } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { readVersion } from '../db/migrate.ts'
import { withClient } from '../db/transaction.ts'
import { listFiles } from '../files/storage.ts'
import { type Entry, writeArchive } from './archive.ts'
import { type Contents, entryNames, type Manifest } from './read-backup.ts'
import { beginPlainText, listSequences, listTables, readTable } from './tables.ts'

export const markSecret = (secret: string): string =>
  createHmac('sha256', secret).update('trunkshow backup').digest('hex')

/** What is backed up, or where it is restored, and the archive's file. */
export interface BackupOptions {
  config: Pick<Config, 'appSecret' | 'appSecretFile'>
  databaseUrl: string
  files: Disk
  path: string
  /** Called with a sentence about each part that is done. */
  say?: (sentence: string) => void
  stopping?: AbortSignal
}

export type Summary = Record<'tables' | 'rows' | 'files', number>

/**
 * Writes all rows, as they are at one moment, and all stored files to one archive, while the app goes on (decision 047).
 *
 * @throws StartError when the database is not the app's, or the archive cannot be written
 */
export async function makeBackup(options: BackupOptions): Promise<Summary> {
  const { config, databaseUrl, files, path, say = () => {}, stopping } = options
  const summary = { tables: 0, rows: 0, files: 0 }

  async function* read(client: pg.Client): AsyncGenerator<Entry> {
    await beginPlainText(client, 'ISOLATION LEVEL REPEATABLE READ READ ONLY')
    const manifest = await describe(client, config.appSecret)
    yield toEntry(entryNames.manifest, manifest)
    if (config.appSecretFile) yield { name: entryNames.secret, content: await readFile(config.appSecretFile) }
    const contents: Contents = {}
    for (const table of manifest.tables) {
      const pieces = readTable(client, table)
      let piece = await pieces.next()
      for (let at = 1; !piece.done; piece = await pieces.next(), at++) {
        stopping?.throwIfAborted()
        yield { name: `${entryNames.tables}${table.name}/${at}`, content: piece.value }
      }
      contents[table.name] = piece.value
      summary.tables++
      summary.rows += piece.value.rows
      if (piece.value.rows) say(`${table.name}: ${count(piece.value.rows, 'row')}`)
    }
    yield toEntry(entryNames.contents, contents)
    await client.query('COMMIT')
    // After the rows, so that every file they name was already stored.
    for await (const key of listFiles(files)) {
      stopping?.throwIfAborted()
      const content = await readFileIfThere(files, key)
      if (!content) continue
      yield { name: entryNames.files + key, content }
      if (++summary.files % 500 === 0) say(`${count(summary.files, 'file')} so far`)
    }
  }

  const connection = { connectionString: databaseUrl, application_name: 'trunkshow backup' }
  await withClient(connection, (client) => writeArchive(path, read(client)))
  return summary
}

async function describe(client: pg.Client, appSecret: string): Promise<Manifest> {
  const version = await readVersion(client)
  if (version === undefined)
    throw new StartError('The database has no tables of Trunkshow: check DATABASE_URL and DATA_DIR.')
  return {
    format: 1,
    takenAt: new Date().toISOString(),
    version,
    secretMark: markSecret(appSecret),
    tables: await listTables(client),
    sequences: await listSequences(client),
  }
}

/** Returns a file's content, or undefined when it was deleted since it was listed. */
async function readFileIfThere(files: Disk, key: string): Promise<Uint8Array | undefined> {
  try {
    return await files.getBytes(key)
  } catch (error) {
    if (await files.exists(key)) throw error
    return undefined
  }
}

const toEntry = (name: string, value: unknown): Entry => ({
  name,
  content: Buffer.from(JSON.stringify(value)),
})

export function count(amount: number, noun: string): string {
  return `${amount.toLocaleString('en-US')} ${noun}${amount === 1 ? '' : 's'}`
}

const HOUR_MS = 3_600_000
/** A little less than a day, so that the backup of a day does not come later than that of the day before. */
const INTERVAL_MS = 23.5 * HOUR_MS

const nameOf = (now: Date) => `trunkshow-${now.toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar.gz`
const scheduled = /^trunkshow-(\d{4}-\d\d-\d\d)T(\d\d)-(\d\d)-(\d\d)Z\.tar\.gz$/

/**
 * Writes a backup to BACKUP_DIR, if any, when the newest one is a day old, and keeps BACKUP_KEEP of them (decision 047).
 *
 * @throws what `makeBackup` throws; the older backups stay then
 */
export async function backUpDaily(options: {
  config: Config
  databaseUrl: string
  files: Disk
  stopping?: AbortSignal
}): Promise<void> {
  const { backupDir, backupsToKeep } = options.config
  if (!backupDir) return
  const newest = (await listBackups(backupDir)).at(-1)
  const age = newest ? Date.now() - newest.takenAt : Number.POSITIVE_INFINITY
  if (age >= 0 && age < INTERVAL_MS) return
  await removeDrafts(backupDir)
  await makeBackup({ ...options, path: join(backupDir, nameOf(new Date())) })
  for (const { name } of (await listBackups(backupDir)).slice(0, -backupsToKeep))
    await rm(join(backupDir, name))
}

/** Lists the scheduled backups of a folder, oldest first, with the time each was taken at, in milliseconds. */
export async function listBackups(folder: string): Promise<{ name: string; takenAt: number }[]> {
  return (await readdir(folder)).sort().flatMap((name) => {
    const [, day, ...time] = scheduled.exec(name) ?? []
    return day ? [{ name, takenAt: Date.parse(`${day}T${time.join(':')}Z`) }] : []
  })
}

/** Deletes what workers left that were killed while they wrote. */
async function removeDrafts(folder: string) {
  for (const name of await readdir(folder)) {
    if (!name.endsWith('.partial')) continue
    const path = join(folder, name)
    if (Date.now() - (await stat(path)).mtimeMs > INTERVAL_MS) await rm(path)
  }
}
