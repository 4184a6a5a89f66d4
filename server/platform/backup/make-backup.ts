import { createHmac } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Disk } from 'flydrive'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { readVersion } from '../db/migrate.ts'
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

/** What a backup contains. */
export interface Summary {
  tables: number
  rows: number
  files: number
}

/**
 * Writes all rows, as they are at one moment, and all stored files to one archive, while the app goes on (decision 047).
 *
 * @throws StartError when the database is not the app's, or the archive cannot be written
 */
export async function makeBackup(options: BackupOptions): Promise<Summary> {
  const { config, databaseUrl, files, path, say = () => {}, stopping } = options
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'trunkshow backup' })
  client.on('error', () => {}) // the running statement reports it
  const summary = { tables: 0, rows: 0, files: 0 }

  async function* read(): AsyncGenerator<Entry> {
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

  await client.connect()
  try {
    await writeArchive(path, read())
    return summary
  } finally {
    await client.end().catch(() => {})
  }
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
