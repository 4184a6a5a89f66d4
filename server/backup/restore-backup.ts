import { createHash } from 'node:crypto'
import { writeFile } from 'node:fs/promises'
import type { Disk } from 'flydrive'
import pg from 'pg'
import type { Config } from '../config.ts'
import { createVersion, migrate } from '../db/migrate.ts'
import { listFiles } from '../files/list-files.ts'
import { StartError } from '../start-error.ts'
import { type Entry, readArchive } from './archive.ts'
import {
  type BackupOptions,
  type Contents,
  count,
  entryNames,
  type Manifest,
  markSecret,
  type Summary,
} from './make-backup.ts'
import { beginPlainText, readTable, setSequences, writeTable } from './tables.ts'

/** What is known of an archive once it was read whole. */
interface Archive {
  path: string
  manifest: Manifest
  contents: Contents
  secret: string | undefined
  files: Set<string>
}

/**
 * Restores a backup into an empty database and an empty folder or bucket, checks what was restored, and migrates it to
 * this version of the app (decision 047). A restore that failed or was killed leaves the database empty, and can be
 * repeated.
 *
 * @throws StartError before anything is changed, when the archive is damaged, cut short, or newer than the app, when
 *   APP_SECRET is another one, or when the database or the storage is not empty
 */
export async function restoreBackup(options: BackupOptions): Promise<Summary> {
  const { config, databaseUrl, files, path, say = () => {}, stopping } = options
  const archive = await checkArchive(path)
  say(`The backup is complete. It was taken at ${archive.manifest.takenAt}.`)
  const newSecret = chooseSecret(archive, config)
  await refuseForeignFiles(files, archive)
  const client = new pg.Client({ connectionString: databaseUrl, application_name: 'trunkshow restore' })
  client.on('error', () => {}) // the running statement reports it
  await client.connect()
  try {
    await refuseFilledDatabase(client)
    await beginPlainText(client)
    if (!(await createVersion(client, archive.manifest.version))) throw unknownVersion(path)
    const foreignKeys = await deferForeignKeys(client)
    await restoreEntries(client, files, archive, { say, stopping })
    await setSequences(client, archive.manifest.sequences)
    await foreignKeys.checkNow()
    await compareTables(client, archive)
    if (newSecret) await writeFile(newSecret.path, newSecret.secret, { mode: 0o600 })
    await client.query('ANALYZE')
    await client.query('COMMIT')
  } finally {
    await client.end().catch(() => {})
  }
  await migrate(databaseUrl)
  const rows = Object.values(archive.contents).reduce((sum, content) => sum + content.rows, 0)
  return { tables: archive.manifest.tables.length, rows, files: archive.files.size }
}

/** Reads an archive to its end, without using it. */
async function checkArchive(path: string): Promise<Archive> {
  const archive: Partial<Archive> & { files: Set<string> } = { path, files: new Set() }
  for await (const { name, content } of readArchive(path)) {
    const text = () => Buffer.from(content).toString()
    if (name === entryNames.manifest) archive.manifest = JSON.parse(text())
    else if (name === entryNames.contents) archive.contents = JSON.parse(text())
    else if (name === entryNames.secret) archive.secret = text()
    else if (name.startsWith(entryNames.files)) archive.files.add(name.slice(entryNames.files.length))
  }
  if (archive.manifest?.format !== 1) throw unknownVersion(path)
  return archive as Archive
}

const unknownVersion = (path: string) =>
  new StartError(
    `${path} was made by a newer version of Trunkshow: restore it with that version, then upgrade as usual.`,
  )

/**
 * Links in emails and the keys of connected stores depend on the secret, so the old one is kept.
 *
 * @returns the file to write it to, if the app keeps its secret itself
 */
function chooseSecret(
  { path, manifest, secret }: Archive,
  config: Pick<Config, 'appSecret' | 'appSecretFile'>,
) {
  if (markSecret(config.appSecret) === manifest.secretMark) return undefined
  if (config.appSecretFile && secret) return { path: config.appSecretFile, secret }
  const hint = secret
    ? `It is in the backup: tar -xzOf ${path} ${entryNames.secret}`
    : 'Only the old server has it.'
  throw new StartError(
    `APP_SECRET must be the one that this backup was made with, or links in emails and connected stores stop working. ${hint}`,
  )
}

async function refuseFilledDatabase(client: pg.Client) {
  const { rows } = await client.query(`
    SELECT relname FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
    WHERE relkind IN ('r', 'p') AND nspname <> 'information_schema' AND NOT starts_with(nspname, 'pg_') LIMIT 1`)
  if (rows[0])
    throw new StartError(
      'The database is not empty, and a restore replaces nothing: choose a DATA_DIR that does not exist yet, or a new database for DATABASE_URL.',
    )
}

async function refuseForeignFiles(files: Disk, archive: Archive) {
  for await (const key of listFiles(files))
    if (!archive.files.has(key))
      throw new StartError(
        `The storage of uploads is not empty: it has ${key}, which is not in this backup. Choose an empty one.`,
      )
}

/**
 * Lets tables be filled in any order.
 *
 * @returns `checkNow`, which checks what was filled in and restores the usual checks
 */
async function deferForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ key: string }>(`
    SELECT format('ALTER TABLE %s ALTER CONSTRAINT %I', conrelid::regclass, conname) AS key FROM pg_constraint
    WHERE contype = 'f' AND NOT condeferrable AND connamespace = 'public'::regnamespace`)
  const alter = (how: string) => client.query(rows.map(({ key }) => `${key} ${how}`).join(';'))
  await alter('DEFERRABLE INITIALLY DEFERRED')
  return {
    async checkNow() {
      await client.query('SET CONSTRAINTS ALL IMMEDIATE')
      await alter('NOT DEFERRABLE')
    },
  }
}

async function restoreEntries(
  client: pg.Client,
  files: Disk,
  { path, manifest, contents, files: keys }: Archive,
  { say, stopping }: { say: (sentence: string) => void; stopping: AbortSignal | undefined },
) {
  let open: { name: string; rows: ReturnType<typeof writeTable> } | undefined
  async function close() {
    await open?.rows.end()
    if (open) say(`${open.name}: ${count(contents[open.name]!.rows, 'row')}`)
    open = undefined
  }
  let restored = 0
  for await (const { name, content } of readArchive(path)) {
    stopping?.throwIfAborted()
    const table = /^tables\/(.+)\/\d+$/.exec(name)?.[1]
    if (open?.name !== table) await close()
    if (table) {
      open ??= { name: table, rows: writeTable(client, manifest.tables.find(({ name }) => name === table)!) }
      await open.rows.write(content)
    } else if (name.startsWith(entryNames.files)) {
      await restoreFile(files, { name: name.slice(entryNames.files.length), content })
      if (++restored % 500 === 0) say(`${restored} of ${count(keys.size, 'file')}`)
    }
  }
}

async function restoreFile(files: Disk, { name, content }: Entry) {
  await files.put(name, content)
  const stored = await files.getBytes(name)
  if (sha256(stored) !== sha256(content))
    throw new StartError(`The file ${name} was stored, but reading it back gives something else.`)
}

async function compareTables(client: pg.Client, { manifest, contents }: Archive) {
  for (const table of manifest.tables) {
    const pieces = readTable(client, table)
    let piece = await pieces.next()
    while (!piece.done) piece = await pieces.next()
    const wanted = contents[table.name]!
    if (piece.value.rows !== wanted.rows || piece.value.sha256 !== wanted.sha256)
      throw new StartError(
        `The table ${table.name} was restored with ${count(piece.value.rows, 'row')} that differ from the backup's ${wanted.rows}.`,
      )
  }
}

const sha256 = (content: Uint8Array) => createHash('sha256').update(content).digest('hex')
