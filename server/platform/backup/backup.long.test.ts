import { randomBytes } from 'node:crypto'
import { copyFile, mkdtemp, readdir, readFile, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, inject, test, vi } from 'vitest'
import { type Config, readConfig } from '../../config.ts'
import { startTestApp } from '../../test/app.ts'
import { addFile, makeOrder, photo } from '../../test/attachments.ts'
import { findBookingFaults } from '../../test/booking-faults.ts'
import { book, makeShow } from '../../test/factories.ts'
import { runSql } from '../../test/run-sql.ts'
import { startS3 } from '../../test/s3.ts'
import { migrate } from '../db/migrate.ts'
import { listFiles, openFiles } from '../files/storage.ts'
import { readArchive, writeArchive } from './archive.ts'
import { backUpDaily, listBackups, makeBackup } from './make-backup.ts'
import { restoreBackup } from './restore-backup.ts'

const app = startTestApp()
let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trunkshow-backup-'))
})
afterAll(() => rm(folder, { recursive: true }))

const newPath = () => join(folder, `${randomBytes(6).toString('hex')}.tar.gz`)

/** Opens an empty database and an empty folder or bucket, with the app's secret unless `variables` has another. */
async function openTarget(variables: Record<string, string> = {}) {
  const name = `restored_${randomBytes(6).toString('hex')}`
  await runSql(inject('postgresUrl'), `CREATE DATABASE ${name}`)
  const databaseUrl = Object.assign(new URL(inject('postgresUrl')), { pathname: name }).href
  const dataDir = await mkdtemp(join(folder, 'data-'))
  const given = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, APP_SECRET: app.config.appSecret }
  const config = readConfig({ ...given, ...variables })
  const files = await openFiles(config)
  const rows = <Row extends object>(sql: string) => runSql<Row>(databaseUrl, sql)
  return { databaseUrl, config, files, rows }
}

type Place = Awaited<ReturnType<typeof openTarget>>

const source = async (config: Config = app.config) => ({
  config,
  databaseUrl: app.config.databaseUrl!,
  files: await openFiles(config),
})

/** All rows of the app's own tables, and all files, each as text. */
async function dump({ databaseUrl, files }: Pick<Place, 'databaseUrl' | 'files'>) {
  const tables = await runSql<{ name: string }>(
    databaseUrl,
    `SELECT c.oid::regclass::text AS name FROM pg_class AS c JOIN pg_namespace AS n ON n.oid = relnamespace
     WHERE relkind = 'r' AND nspname IN ('public', 'names')`,
  )
  const found: Record<string, string[]> = {}
  for (const { name } of tables) {
    const rows = await runSql<{ row: string }>(
      databaseUrl,
      `SELECT t::text AS row FROM ${name} AS t ORDER BY 1`,
    )
    found[name] = rows.map(({ row }) => row)
  }
  for await (const key of listFiles(files))
    found[key] = [Buffer.from(await files.getBytes(key)).toString('base64')]
  return found
}

/** Makes an event with a booking, and another company's order with a photo. */
async function fill() {
  const { host, order } = await makeOrder(app)
  await addFile(host, order, await photo())
  const show = await makeShow(app)
  const { body } = await book(app, show.slots[0]!.id)
  return { ...show, token: body.id as string }
}

test('a backup restores every row and every file, and new rows get new ids', async () => {
  await fill()
  const path = newPath()
  const target = await openTarget()
  const summary = await makeBackup({ ...(await source()), path })
  expect(await restoreBackup({ ...target, path })).toEqual(summary)
  expect(await dump(target)).toEqual(await dump(await source()))
  const [added] = await target.rows<{ isNew: boolean }>(
    'INSERT INTO companies DEFAULT VALUES RETURNING id > (SELECT max(id) FROM companies) AS "isNew"',
  )
  expect(added).toEqual({ isNew: true })
  await expect(target.rows('DELETE FROM companies')).rejects.toThrow('foreign key')
})

test('a booking made while the backup is written is in all its tables or in none', async () => {
  const { event, slots, token } = await fill()
  const path = newPath()
  const holder = new pg.Client({ connectionString: app.config.databaseUrl })
  await holder.connect()
  // Of the tables in the order of their names, this one is between bookings and time slots.
  await holder.query('BEGIN; LOCK TABLE discount_codes')
  const written = makeBackup({ ...(await source()), path })
  await vi.waitUntil(
    async () =>
      (
        await app.rows(`SELECT 1 FROM pg_stat_activity WHERE application_name = 'trunkshow backup'
         AND datname = current_database() AND wait_event_type = 'Lock'`)
      ).length,
    { timeout: 120_000 },
  )
  const late = await book(app, slots[1]!.id)
  await holder.query('COMMIT')
  await holder.end()
  await written
  const target = await openTarget()
  await restoreBackup({ ...target, path })
  expect(late.status).toBe(201)
  const query = (sql: string, values?: unknown[]) => runSql(target.databaseUrl, sql, values)
  expect(await findBookingFaults(query as never, event.id, [token])).toEqual([])
})

test('files move from disk to a bucket and back', async () => {
  await fill()
  const [first, second] = [newPath(), newPath()]
  await makeBackup({ ...(await source()), path: first })
  const bucket = await openTarget(await startS3())
  await restoreBackup({ ...bucket, path: first })
  await makeBackup({ ...bucket, path: second })
  const disk = await openTarget()
  await restoreBackup({ ...disk, path: second })
  expect(await dump(disk)).toEqual(await dump(await source()))
})

test('a restore that was stopped leaves the database empty and can be repeated', async () => {
  await fill()
  const path = newPath()
  await makeBackup({ ...(await source()), path })
  const target = await openTarget()
  const stopping = new AbortController()
  const say = (sentence: string) => sentence.startsWith('time_slots') && stopping.abort(new Error('stopped'))
  await expect(restoreBackup({ ...target, path, say, stopping: stopping.signal })).rejects.toThrow('stopped')
  expect(await dump(target)).toEqual({})
  await restoreBackup({ ...target, path })
  expect(await dump(target)).toEqual(await dump(await source()))
})

/** Writes a changed copy of an archive. */
async function rewrite(path: string, change: (name: string, text: string) => string): Promise<string> {
  const changed = newPath()
  async function* entries() {
    for await (const { name, content } of readArchive(path))
      yield { name, content: Buffer.from(change(name, Buffer.from(content).toString('latin1')), 'latin1') }
  }
  await writeArchive(changed, entries())
  return changed
}

test('what cannot be restored is refused in one sentence, and nothing is changed', async () => {
  await fill()
  const path = newPath()
  await makeBackup({ ...(await source()), path })
  const content = await readFile(path)
  const write = async (bytes: Buffer) => {
    const other = newPath()
    await writeFile(other, bytes)
    return other
  }
  const tar = gunzipSync(content)
  const changed = Buffer.from(tar)
  changed[tar.indexOf('Grace Okafor')] = 'H'.charCodeAt(0)
  const end = tar.indexOf('end.json')
  const newer = (name: string, text: string) =>
    name === 'manifest.json' ? text.replace(/"version":\d+/, '"version":9999999999999') : text
  const refusals: [string, RegExp][] = [
    [newPath(), /cannot be read: ENOENT/],
    [await write(Buffer.from('a letter')), /is not a backup of Trunkshow/],
    [await write(content.subarray(0, content.length - 50)), /was cut short/],
    [await write(gzipSync(tar.subarray(0, end))), /was cut short/],
    [await write(gzipSync(changed)), /is damaged: its content is not what was written/],
    [await rewrite(path, newer), /was made by a newer version/],
    [
      await rewrite(path, (name, text) => (name === 'manifest.json' ? '{"format":2}' : text)),
      /newer version/,
    ],
  ]
  const target = await openTarget()
  for (const [file, sentence] of refusals)
    await expect(restoreBackup({ ...target, path: file })).rejects.toThrow(sentence)
  expect(await dump(target)).toEqual({})
})

test('a table that differs after the restore is reported, and nothing is kept', async () => {
  await fill()
  const path = newPath()
  await makeBackup({ ...(await source()), path })
  // The archive as a whole is valid, but its rows are not those that were counted.
  const wrong = await rewrite(path, (name, text) =>
    name.startsWith('tables/bookings/') ? text.replace('Grace Okafor', 'Grace Okafer') : text,
  )
  const target = await openTarget()
  await expect(restoreBackup({ ...target, path: wrong })).rejects.toThrow(/The table bookings was restored/)
  expect(await dump(target)).not.toHaveProperty('bookings')
})

test('a restore replaces nothing: the database and the storage must be empty', async () => {
  await fill()
  const path = newPath()
  await makeBackup({ ...(await source()), path })
  const used = await openTarget()
  await migrate(used.databaseUrl)
  await expect(restoreBackup({ ...used, path })).rejects.toThrow('The database is not empty')
  const withFile = await openTarget()
  await withFile.files.put('images/theirs/60.webp', 'a picture')
  await expect(restoreBackup({ ...withFile, path })).rejects.toThrow('it has images/theirs/60.webp')
  expect(await dump(withFile)).toEqual({ 'images/theirs/60.webp': [expect.any(String)] })
})

test('a secret the app keeps itself comes along, and one that was given is asked for', async () => {
  const kept = join(folder, 'kept-secret')
  await writeFile(kept, app.config.appSecret)
  const [own, given] = [newPath(), newPath()]
  await makeBackup({ ...(await source({ ...app.config, appSecretFile: kept })), path: own })
  await makeBackup({ ...(await source()), path: given })

  const target = await openTarget()
  const appSecretFile = join(target.config.dataDir, 'app-secret')
  const fresh = { ...target, config: { ...target.config, appSecret: 'another secret', appSecretFile } }
  await expect(restoreBackup({ ...fresh, path: given })).rejects.toThrow('Only the old server has it.')
  await restoreBackup({ ...fresh, path: own })
  expect(await readFile(appSecretFile, 'utf8')).toBe(app.config.appSecret)

  const other = await openTarget({ APP_SECRET: 'the secret of another server' })
  const refused = restoreBackup({ ...other, path: own })
  await expect(refused).rejects.toThrow(`It is in the backup: tar -xzOf ${own} app-secret`)
})

test('a database without the app is not backed up, and nothing is written', async () => {
  const empty = await openTarget()
  const path = newPath()
  await expect(makeBackup({ ...empty, path })).rejects.toThrow('The database has no tables of Trunkshow')
  await expect(makeBackup({ ...(await source()), path: join(path, 'x') })).rejects.toThrow(
    'cannot be written',
  )
  expect((await readdir(folder)).filter((name) => path.endsWith(name) || name.endsWith('.partial'))).toEqual(
    [],
  )
})

test('the worker writes one backup a day and keeps as many as it should', async () => {
  const backupDir = await mkdtemp(join(folder, 'daily-'))
  const options = { ...(await source()), config: { ...app.config, backupDir, backupsToKeep: 2 } }
  await backUpDaily({ ...options, config: { ...options.config, backupDir: null } })
  await backUpDaily(options)
  await backUpDaily(options)
  const [newest, ...others] = await readdir(backupDir)
  expect(others).toEqual([])
  const old = ['01', '02', '03'].map((day) => `trunkshow-2026-01-${day}T03-07-00Z.tar.gz`)
  const [draft, theirs] = ['trunkshow-2026-01-01T03-07-00Z.tar.gz.7.partial', 'before-the-move.tar.gz']
  for (const name of [...old, draft, theirs]) await copyFile(join(backupDir, newest!), join(backupDir, name))
  await utimes(join(backupDir, draft), 0, 0)
  await rm(join(backupDir, newest!))
  await backUpDaily(options)
  const kept = (await listBackups(backupDir)).map(({ name }) => name)
  expect(kept).toEqual([old[2], expect.stringMatching(/^trunkshow-20/)])
  expect(await readdir(backupDir)).toEqual([theirs, ...kept].sort())
  await restoreBackup({ ...(await openTarget()), path: join(backupDir, kept[1]!) })
})
