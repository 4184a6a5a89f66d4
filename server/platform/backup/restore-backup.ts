import { writeFile } from 'node:fs/promises'
import type { Disk } from 'flydrive'
import pg from 'pg'
import type { Config } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { applyLater, COMMIT_TO_UPGRADE_FROM, createVersion, migrate, ownMigrations } from '../db/migrate.ts'
import { withClient } from '../db/transaction.ts'
import { listFiles } from '../files/storage.ts'
import { damaged } from './archive.ts'
import { type BackupOptions, count, markSecret } from './make-backup.ts'
import {
  type Contents,
  entryNames,
  type Manifest,
  newerVersion,
  type Part,
  readBackup,
} from './read-backup.ts'
import { beginPlainText, listTables, readTable, setSequences, writeTable } from './tables.ts'

/** What is known of an archive once it was read whole. */
interface Archive {
  path: string
  manifest: Manifest
  contents: Contents
  secret: string | undefined
  files: number
}

/**
 * Restores a backup into an empty database and an empty folder or bucket, checks what was restored, and migrates it to
 * this version of the app (decision 047). A restore that failed or was killed leaves the database empty, and can be
 * repeated; its sentence says what it left in the storage.
 *
 * @throws StartError before anything is changed, when the archive is damaged, cut short, crafted (decision 070), newer
 *   than the app or older than its first migration (decision 072), when APP_SECRET is another one, or when the database
 *   or the storage is not empty; later, when PostgreSQL refuses a row, or a file cannot be stored
 */
export async function restoreBackup(options: BackupOptions, migrationsFolder = ownMigrations) {
  const { config, databaseUrl, files, path, say = () => {}, stopping } = options
  const stored = new Set<string>()
  for await (const key of listFiles(files)) stored.add(key)
  const archive = await checkArchive(path, { stored, stopping })
  const { manifest, contents } = archive
  say(`The backup is complete. It was taken at ${manifest.takenAt}.`)
  const newSecret = chooseSecret(archive, config)
  const left = { files: 0 }
  const connection = { connectionString: databaseUrl, application_name: 'trunkshow restore' }
  await withClient(connection, async (client) => {
    try {
      await refuseFilledDatabase(client)
      await beginPlainText(client)
      await createTables(client, archive, migrationsFolder)
      await restoreEntries(client, files, archive, { migrationsFolder, say, stopping, left })
      if (newSecret) await writeFile(newSecret.path, newSecret.secret, { mode: 0o600 })
      await client.query('ANALYZE')
      await client.query('COMMIT')
    } catch (error) {
      throw explain(error, { path, left })
    }
  })
  await migrate(databaseUrl, migrationsFolder)
  const rows = Object.values(contents).reduce((sum, content) => sum + content.rows, 0)
  return { tables: manifest.tables.length, rows, files: archive.files }
}

/**
 * Reads an archive to its end, without using it.
 *
 * @param options.stored the keys of files that are in the storage already, which the archive must have too
 */
async function checkArchive(
  path: string,
  { stored, stopping }: { stored: Set<string>; stopping: AbortSignal | undefined },
): Promise<Archive> {
  let manifest: Manifest | undefined
  let contents: Contents | undefined
  let secret: string | undefined
  let files = 0
  for await (const part of readBackup(path, stopping)) {
    if (part.kind === 'manifest') manifest = part.manifest
    if (part.kind === 'contents') contents = part.contents
    if (part.kind === 'secret') secret = part.secret
    if (part.kind === 'file') {
      files++
      stored.delete(part.key)
    }
  }
  if (secret !== undefined && markSecret(secret.trim()) !== manifest!.secretMark)
    throw damaged(path, `its ${entryNames.secret} is not the one it was made with`)
  for (const key of stored)
    throw new StartError(
      `The storage of uploads is not empty: it has ${key}, which is not in this backup. Choose an empty one.`,
    )
  return { path, manifest: manifest!, contents: contents!, secret, files }
}

/** Says in a sentence what PostgreSQL refused, and what is there now. Faults of the app stay as they are. */
function explain(error: unknown, { path, left }: { path: string; left: { files: number } }): unknown {
  const after =
    left.files === 0
      ? 'Nothing was restored.'
      : `The database is still empty, but the storage has ${count(left.files, 'file')} of this backup: empty it before you restore another.`
  if (error instanceof StartError) return new StartError(`${error.message} ${after}`)
  // Of the classes of errors, those about rows, limits and a full disk.
  if (!(error instanceof pg.DatabaseError) || !/^(2[123]|5[34]|P0)/.test(error.code ?? '')) return error
  const [place] = /^COPY \w+, line \d+/.exec(error.where ?? '') ?? []
  const reason = error.message.slice(0, 300).replace(/\p{C}/gu, '?')
  return new StartError(
    `PostgreSQL refused what ${path} contains${place ? ` (${place})` : ''}: ${reason}. ${after} Use another backup, unless its disk is full.`,
  )
}

/** Creates the tables of the version that the archive is of, and refuses an archive of others. */
async function createTables(
  client: pg.Client,
  { path, manifest: { version, tables } }: Archive,
  migrationsFolder: string,
) {
  const outcome = await createVersion(client, version, migrationsFolder)
  if (outcome === 'newer') throw newerVersion(path)
  if (outcome === 'older')
    throw new StartError(
      `${path} was made by a version of Trunkshow too old to upgrade from: restore it with commit ${COMMIT_TO_UPGRADE_FROM}, back up there, and restore that backup.`,
    )
  if (outcome === 'unknown') throw damaged(path, `no Trunkshow has the database version ${version}`)
  const texts = (list: typeof tables) => list.map(({ name, columns }) => `${name} (${columns.join(', ')})`)
  const [own, theirs] = [texts(await listTables(client)), texts(tables)]
  const other = theirs.find((table, at) => table !== own[at]) ?? own[theirs.length]
  if (other) throw damaged(path, `version ${version} has other tables, at ${other.slice(0, 100)}`)
}

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

/**
 * Lets tables be filled in any order.
 *
 * @returns what checks what was filled in and restores the usual checks
 */
async function deferForeignKeys(client: pg.Client) {
  const { rows } = await client.query<{ key: string }>(`
    SELECT format('ALTER TABLE %s ALTER CONSTRAINT %I', conrelid::regclass, conname) AS key FROM pg_constraint
    WHERE contype = 'f' AND NOT condeferrable AND connamespace = 'public'::regnamespace`)
  const alter = (how: string) => client.query(rows.map(({ key }) => `${key} ${how}`).join(';'))
  await alter('DEFERRABLE INITIALLY DEFERRED')
  return async () => {
    await client.query('SET CONSTRAINTS ALL IMMEDIATE')
    await alter('NOT DEFERRABLE')
  }
}

async function restoreEntries(
  client: pg.Client,
  files: Disk,
  archive: Archive,
  options: {
    migrationsFolder: string
    say: (sentence: string) => void
    stopping: AbortSignal | undefined
    /** Counts the files that were stored. */
    left: { files: number }
  },
) {
  const { path, contents } = archive
  const { say, stopping, left } = options
  const checkForeignKeys = await deferForeignKeys(client)
  let open: { name: string; rows: ReturnType<typeof writeTable> } | undefined
  async function close() {
    await open?.rows.end()
    if (open) say(`${open.name}: ${count(contents[open.name]!.rows, 'row')}`)
    open = undefined
  }
  for await (const part of readBackup(path, stopping)) {
    if (part.kind === 'piece') {
      if (open?.name !== part.table.name) await close()
      open ??= { name: part.table.name, rows: writeTable(client, part.table) }
      await open.rows.write(part.content)
    } else if (part.kind === 'contents') {
      await close()
      await setSequences(client, archive.manifest.sequences)
      await checkForeignKeys()
      await compareTables(client, archive)
      await applyLater(client, archive.manifest.version, options.migrationsFolder)
    } else if (part.kind === 'file') {
      await restoreFile(files, part)
      if (++left.files % 500 === 0) say(`${left.files} of ${count(archive.files, 'file')}`)
    }
  }
}

/** Stores a file, or finds that it was stored before: nothing is replaced. */
async function restoreFile(files: Disk, { key, content }: Extract<Part, { kind: 'file' }>) {
  let stored: Uint8Array
  try {
    const isThere = await files.exists(key)
    if (!isThere) await files.put(key, content)
    stored = await files.getBytes(key)
  } catch (error) {
    const { cause = error } = error as Error
    throw new StartError(`The file ${key} cannot be stored: ${(cause as Error).message}.`)
  }
  if (!Buffer.from(stored).equals(content))
    throw new StartError(`The storage has another file ${key} than this backup.`)
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
