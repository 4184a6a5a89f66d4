import { createHash, randomBytes } from 'node:crypto'
import { mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { packTar, type TarHeader } from 'modern-tar'
import { afterAll, beforeAll, expect, inject, onTestFinished, test } from 'vitest'
import { readConfig } from '../../config.ts'
import { StartError } from '../../start-error.ts'
import { runSql } from '../../test/run-sql.ts'
import {
  archivedSecret,
  archivePath,
  listVersions,
  nextVersion,
  writeNextVersion,
} from '../../test/versions.ts'
import { listFiles, openFiles } from '../files/storage.ts'
import { readArchive } from './archive.ts'
import { makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

/** A test may change an entry's name, text and header in place. */
interface Crafted {
  name: string
  text: string
  header?: Partial<TarHeader>
}

let folder: string
/** The migrations with one more, which refuses rows. */
let migrations: string
/** The entries of a valid backup: of the oldest version, so that restoring it applies migrations. */
let sound: Crafted[]
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trunkshow-crafted-'))
  migrations = await writeNextVersion(folder, `ALTER TABLE time_slots ADD CHECK (slot_date < '3000-01-01')`)
  sound = []
  for await (const { name, content } of readArchive(archivePath(listVersions()[0]!)))
    sound.push({ name, text: Buffer.from(content).toString('latin1') })
})
afterAll(() => rm(folder, { recursive: true }))

/** Writes an archive whose last entry has the right hash of all others. */
async function write(entries: Crafted[], end?: string): Promise<string> {
  const hash = createHash('sha256')
  for (const { name, text } of entries) hash.update(name).update(Buffer.from(text, 'latin1'))
  const last = { name: 'end.json', text: end ?? JSON.stringify({ sha256: hash.digest('hex') }) }
  const tar = await packTar(
    [...entries, last].map(({ name, text, header }: Crafted) => {
      const body = Buffer.from(text, 'latin1')
      return { header: { name, size: body.length, type: 'file', ...header }, body }
    }),
  )
  return writeBytes(gzipSync(tar, { level: 1 }))
}

async function writeBytes(bytes: Uint8Array): Promise<string> {
  const path = join(folder, `${randomBytes(6).toString('hex')}.tar.gz`)
  await writeFile(path, bytes)
  return path
}

/** Opens an empty database and an empty folder. `list` returns all tables with rows, all files, and the folders around. */
async function openTarget() {
  const name = `crafted_${randomBytes(6).toString('hex')}`
  await runSql(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  onTestFinished(async () => void (await runSql(inject('postgresAdminUrl'), `DROP DATABASE ${name} (FORCE)`)))
  const databaseUrl = Object.assign(new URL(inject('postgresUrl')), { pathname: name }).href
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const config = readConfig({ DATABASE_URL: databaseUrl, DATA_DIR: dataDir, APP_SECRET: archivedSecret })
  const files = await openFiles(config)
  async function list() {
    const relations = await runSql<{ name: string }>(
      databaseUrl,
      `SELECT relname AS name FROM pg_class JOIN pg_namespace AS n ON n.oid = relnamespace
       WHERE nspname IN ('public', 'names', 'drizzle')`,
    )
    const keys: string[] = []
    for await (const key of listFiles(files)) keys.push(key)
    return { relations, keys, around: await readdir(folder) }
  }
  return { config, databaseUrl, files, list }
}

type Place = Awaited<ReturnType<typeof openTarget>>

/** Restores, and returns the sentence that refuses to. Fails on any other error, which would show its stack. */
async function refusal(target: Place, path: string): Promise<string> {
  const error = await restoreBackup({ ...target, path }, migrations).then(
    () => undefined,
    (error) => error,
  )
  if (!(error instanceof StartError)) throw error ?? new Error(`${path} was restored`)
  return error.message
}

type Craft = (entries: Crafted[]) => void

const find = (entries: Crafted[], name: string) => entries.find((entry) => entry.name.startsWith(name))!

/** Changes the text of an entry. */
const text =
  (name: string, change: (text: string) => string): Craft =>
  (entries) => {
    const entry = find(entries, name)
    entry.text = change(entry.text)
  }

/** Sets a value in the JSON of an entry: `tables.0.name` is the name of the first table; undefined removes it. */
const set = (name: string, path: string, value: unknown): Craft =>
  text(name, (text) => {
    const json = JSON.parse(text)
    const keys = path.split('.')
    const parent = keys.slice(0, -1).reduce((value, key) => value[key], json)
    Object.assign(parent, { [keys.at(-1)!]: value })
    return JSON.stringify(json)
  })
const manifest = (path: string, value: unknown) => set('manifest.json', path, value)
const tables = (entries: Crafted[]): { name: string }[] =>
  JSON.parse(find(entries, 'manifest.json').text).tables
const insert =
  (before: string, added: Crafted): Craft =>
  (entries) =>
    void entries.splice(entries.indexOf(find(entries, before)), 0, added)
const append =
  (name: string, text = '!', header?: Partial<TarHeader>): Craft =>
  (entries) =>
    void entries.push({ name, text, ...(header && { header }) })
const rename =
  (name: string, to: string): Craft =>
  (entries) =>
    void Object.assign(find(entries, name), { name: to })
const repeat =
  (name: string): Craft =>
  (entries) =>
    insert(name, { ...find(entries, name) })(entries)

/** Changes rows of a table together with their description in the archive. */
const rows =
  (table: string, change: (rows: string) => string): Craft =>
  (entries) => {
    text(`tables/${table}/`, change)(entries)
    const changed = find(entries, `tables/${table}/`).text
    const sha256 = createHash('sha256').update(Buffer.from(changed, 'latin1')).digest('hex')
    set('tables.json', table, { rows: changed.split('\n').length - 1, sha256 })(entries)
  }

/** Adds a table that the app doesn't have, with as many rows as `users`. */
const addTable =
  (name: string): Craft =>
  (entries) => {
    manifest(`tables.${tables(entries).length}`, { name, columns: ['id'] })(entries)
    set('tables.json', name, JSON.parse(find(entries, 'tables.json').text).users)(entries)
  }

const escaped = /"uploads\/.*escaped" does not belong there/

const crafted: [string, Craft, RegExp][] = [
  ['no manifest', (entries) => entries.shift(), /"tables\/activity_log\/1" does not belong there/],
  ['nothing but an end', (entries) => entries.splice(0), /it has no tables.json/],
  [
    'no counts and no files',
    (entries) => entries.splice(entries.indexOf(find(entries, 'tables.json'))),
    /it has no tables.json/,
  ],
  ['a manifest that is not JSON', text('manifest.json', () => '{"format":1'), /manifest.json is not JSON/],
  ['a manifest that is null', text('manifest.json', () => 'null'), /manifest.json has at/],
  [
    'a manifest of 2 MB',
    text('manifest.json', (text) => text + ' '.repeat(2e6)),
    /manifest.json is too large/,
  ],
  ['deep nesting', text('manifest.json', () => '['.repeat(4e5) + ']'.repeat(4e5)), /manifest.json has at/],
  ['two manifests', repeat('manifest.json'), /"manifest.json" does not belong there/],
  ['a number as a text', manifest('version', '1795255557283'), /at "version"/],
  ['a text as the list of tables', manifest('tables', 'bookings'), /at "tables"/],
  ['a number as a column', manifest('tables.0.columns', [1]), /at "tables.0.columns.0"/],
  ['a time that is none', manifest('takenAt', '\u001b[2Jnow'), /at "takenAt"/],
  [
    'a version that never was',
    manifest('version', nextVersion - 1),
    /no Trunkshow has the database version 9+8/,
  ],
  [
    'a version from before the first migration',
    manifest('version', 1795617953070),
    /was made by a version of Trunkshow too old to upgrade from: restore it with commit [0-9a-f]{8}, back up there/,
  ],
  ['a newer format', manifest('format', 3), /was made by a newer version/],
  ['a newer version', manifest('version', nextVersion + 1), /was made by a newer version/],
  [
    'a table of PostgreSQL',
    manifest('tables.0.name', 'pg_class'),
    /"tables\/activity_log\/1" does not belong there/,
  ],
  [
    'a table that nothing counts',
    (entries) => manifest(`tables.${tables(entries).length}`, { name: 'zebras', columns: [] })(entries),
    /nothing of .* zebras/,
  ],
  ['one more table', addTable('zebras'), /has other tables, at zebras \(id\)/],
  [
    'a table less',
    (entries) =>
      manifest(`tables.${tables(entries).findIndex(({ name }) => name === 'users')}.name`, 'zebras')(entries),
    /"tables\/users\/1" does not belong/,
  ],
  [
    'SQL as a table',
    manifest('tables.0.name', 'bookings" FROM STDIN; DROP SCHEMA public; --'),
    /at "tables.0.name"/,
  ],
  [
    'SQL as a column',
    manifest('tables.0.columns.0', 'id) FROM PROGRAM $$id$$; --'),
    /at "tables.0.columns.0"/,
  ],
  [
    'a column of no table',
    manifest('tables.0.columns.0', 'zebra'),
    /has other tables, at activity_log \(zebra,/,
  ],
  ['SQL as a sequence', manifest('sequences.bookings_id_seq', '1); DROP'), /at "sequences.bookings_id_seq"/],
  ['a sequence past its end', manifest('sequences.bookings_id_seq', '9'.repeat(19)), /contains: .* out of/],
  ['a count as a text', set('tables.json', 'users.rows', '2'), /at "users.rows"/],
  ['no count of a table', set('tables.json', 'users', undefined), /says nothing of the table users/],
  [
    'another count',
    set('tables.json', 'users.rows', 4),
    /The table users was restored with 3 rows that differ/,
  ],
  ['a piece twice', repeat('tables/users/1'), /"tables\/users\/1" does not belong there/],
  [
    'a piece without a number',
    rename('tables/users/1', 'tables/users/x'),
    /"tables\/users\/x" does not belong/,
  ],
  [
    'a file before the tables',
    insert('tables/', { name: 'uploads/a.jpg', text: '' }),
    /"tables\/.* does not belong/,
  ],
  ['an entry of another program', append('package.json'), /"package.json" does not belong there/],
  ['a file above the storage', append('uploads/../../escaped'), escaped],
  ['a file at the root', append('uploads//tmp/escaped'), escaped],
  ['a file above it on Windows', append('uploads/..\\..\\escaped'), escaped],
  [
    'a file above it by a long name',
    append('uploads/a', '!', { pax: { path: 'uploads/../../escaped' } }),
    escaped,
  ],
  ['a file without a name', append('uploads/.'), /"uploads\/\." does not belong there/],
  [
    'commands to a terminal as a name',
    append('uploads/\u001b[2J'),
    /"uploads\/\?\[2J" does not belong there/,
  ],
  ...(['symlink', 'link', 'directory', 'fifo', 'character-device', 'block-device'] as const).map(
    (type): (typeof crafted)[number] => [
      `a ${type}`,
      append('uploads/a.jpg', '', { type, linkname: '/etc/passwd' }),
      RegExp(`"uploads/a.jpg" is no file, but a ${type}`),
    ],
  ),
  [
    'an entry of 101 MB',
    append('uploads/a.jpg', '\0'.repeat(101e6)),
    /"uploads\/a.jpg" has more than 100 MB/,
  ],
  [
    'a text for a number',
    rows('users', (rows) => `x${rows}`),
    /\(COPY users, line 1\): invalid input syntax/,
  ],
  [
    'commands to a terminal in a row',
    rows('users', (rows) => `\u001b[2J${rows}`),
    /invalid input .*: "\?\[2J3"/,
  ],
  ['too few columns', rows('users', () => '1\n'), /\(COPY users, line 1\): missing data for column/],
  [
    'a byte that no text has',
    rows('users', (rows) => rows.replace('nora', 'no\0ra')),
    /\(COPY users, line 3\)/,
  ],
  ['a row twice', rows('users', (rows) => rows + rows), /duplicate key value violates unique constraint/],
  [
    'rows of nobody',
    rows('companies', (rows) => rows.replace(/^1/m, '3')),
    /violates foreign key constraint/,
  ],
  [
    'a day that the upgrade refuses',
    rows('time_slots', (rows) => rows.replace('2099', '3099')),
    /violated by some row/,
  ],
  [
    'a secret that is not that of the rows',
    insert('tables/', { name: 'app-secret', text: 'a secret that someone else knows' }),
    /its app-secret is not the one it was made with/,
  ],
]

/** A changed copy of the valid backup's entries. */
function change(craft: Craft): Crafted[] {
  const entries = sound.map((entry) => ({ ...entry }))
  craft(entries)
  return entries
}

test.each(crafted)(
  'an archive with %s is refused in a sentence, and changes nothing',
  async (_, craft, says) => {
    const path = await write(change(craft))
    const target = await openTarget()
    const before = await target.list()
    const sentence = await refusal(target, path)
    expect(sentence).toMatch(says)
    expect(sentence).toMatch(/ Use another backup|: restore it with that version|Nothing was restored/)
    expect(sentence).not.toMatch(/\p{C}/u)
    expect(await target.list()).toEqual(before)
  },
)

test.each([
  ['no file', () => join(folder, 'none'), /cannot be read: ENOENT/],
  ['an empty file', () => writeBytes(Buffer.alloc(0)), /is empty/],
  [
    'a folder',
    () => mkdir(join(folder, 'folder'), { recursive: true }).then(() => join(folder, 'folder')),
    /no file|not a file/,
  ],
  ['what is not gzip', () => writeBytes(Buffer.from('PK\u0003\u0004')), /is not a backup of Trunkshow/],
  ['gzip of what is no tar', () => writeBytes(gzipSync(randomBytes(4000))), /is not a backup of Trunkshow/],
  ['gzip of nothing', () => writeBytes(gzipSync('')), /was cut short/],
  ['an end that is not JSON', () => write(sound, '{'), /end.json is not JSON/],
  ['an end that is a number', () => write(sound, '7'), /end.json has at/],
  [
    'the end of another backup',
    () => write(sound, `{"sha256":"${'0'.repeat(64)}"}`),
    /is damaged: its content/,
  ],
])('%s is refused in a sentence, and changes nothing', async (_, make, says) => {
  const path = await make()
  const target = await openTarget()
  const before = await target.list()
  expect(await refusal(target, path)).toMatch(says)
  expect(await target.list()).toEqual(before)
})

test('a pipe, which cannot be read twice, is refused instead of waited for', async () => {
  expect(await refusal(await openTarget(), '/dev/zero')).toMatch('is not a file')
})

test('a file that the storage cannot keep is named, with what was stored before it', async () => {
  const path = await write(change(append(`uploads/${'a'.repeat(240)}`)))
  const target = await openTarget()
  const { relations } = await target.list()
  expect(await refusal(target, path)).toMatch(
    /^The file a+ cannot be stored: ENAMETOOLONG.*\. The database is still empty, but the storage has 2 files of this backup: empty it before you restore another\.$/,
  )
  expect((await target.list()).relations).toEqual(relations)
})

test('a file twice, or another one that is there already, is never replaced', async () => {
  const { name } = find(sound, 'uploads/')
  const key = name.slice('uploads/'.length)
  const twice = await openTarget()
  expect(await refusal(twice, await write(change(append(name, 'another'))))).toMatch(
    `The storage has another file ${key} than this backup. The database is still empty, but`,
  )
  expect((await twice.list()).relations).toEqual([])

  const filled = await openTarget()
  await filled.files.put(key, 'theirs')
  expect(await refusal(filled, await write(sound))).toMatch('than this backup. Nothing was restored.')
  expect(await filled.files.get(key)).toBe('theirs')
})

test('what could not be restored is not backed up', async () => {
  const target = await openTarget()
  await restoreBackup({ ...target, path: await write(sound) }, migrations)
  await target.files.put('films/show.mp4', Buffer.alloc(101e6))
  const path = join(folder, 'too-large.tar.gz')
  await expect(makeBackup({ ...target, path })).rejects.toThrow('films/show.mp4 is too large for a backup')
  expect(await readdir(folder)).not.toContain('too-large.tar.gz')
})
