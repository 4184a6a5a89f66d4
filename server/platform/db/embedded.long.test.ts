import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, chown, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { runSql } from '../../test/run-sql.ts'
import { acquireAppLock, startEmbeddedPostgres } from './embedded.ts'
import { findPostgresPlace, findPostmaster, runAs } from './postgres-place.ts'

const asRoot = process.getuid?.() === 0
const nobody = { name: 'nobody', uid: 65534, gid: 65534 }
const script = fileURLToPath(new URL('../../test/processes/hold-database.ts', import.meta.url))
const nobodyCanRead = asRoot && (await runAs(nobody, process.execPath, ['--check', script])).ok

let parent: string
let dataDir: string
let said: string[]
let apps: ChildProcess[]

beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'trunkshow-embedded-'))
  await chmod(parent, 0o711)
  dataDir = join(parent, 'data')
  said = []
  apps = []
})
afterEach(async () => {
  for (const app of apps) app.kill('SIGKILL')
  const { home } = await findPostgresPlace(dataDir)
  if (await findPostmaster(join(home, 'cluster'))) await (await start()).stop()
  await rm(home, { recursive: true, force: true })
  await rm(parent, { recursive: true })
})

function start() {
  return startEmbeddedPostgres({ dataDir, say: (sentence) => said.push(sentence) })
}

/** Starts another app on the same folder; returns its process and a promise of its result or error. */
function startApp(account?: { uid: number; gid: number }) {
  const app = spawn(process.execPath, ['--import', 'tsx', script, dataDir], {
    stdio: ['pipe', 'pipe', 'inherit'],
    ...(account && { uid: account.uid, gid: account.gid }),
  })
  apps.push(app)
  const lines = createInterface(app.stdout!)
  const outcome = new Promise<string>((found) =>
    lines.on('line', (line) => (/^(holds|refused)/.test(line) ? found(line) : said.push(line))),
  )
  return { app, outcome, urlOf: async () => (await outcome).replace(/^holds /, '') }
}

test('a first start creates a database that a restart finds again', async () => {
  const first = await start()
  const [server] = await runSql(
    first.adminUrl,
    `SELECT current_setting('data_checksums') AS checksums, current_setting('fsync') AS fsync,
      datlocprovider AS provider, datlocale AS locale, pg_encoding_to_char(encoding) AS encoding,
      current_setting('listen_addresses') AS addresses, current_setting('unix_socket_directories') AS sockets
      FROM pg_database WHERE datname = current_database()`,
  )
  expect(server).toEqual({
    checksums: 'on',
    fsync: 'on',
    provider: 'b',
    locale: 'C.UTF-8',
    encoding: 'UTF8',
    addresses: '127.0.0.1',
    sockets: '',
  })
  await runSql(first.url, 'CREATE TABLE kept AS SELECT 7 AS row')
  await first.stop()
  await expect(runSql(first.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')

  const second = await start()
  expect(second.joined).toBeUndefined()
  expect(await runSql(second.url, 'SELECT * FROM kept')).toEqual([{ row: 7 }])
  await expect(runSql(second.url.replace(/:[^:@]+@/, ':wrong@'), 'SELECT 1')).rejects.toThrow('password')
  const { home } = await findPostgresPlace(dataDir)
  expect((await stat(join(home, 'password'))).mode & 0o077).toBe(0)
})

test('the server of an app that was killed is reused with all rows', async () => {
  const killed = startApp()
  await runSql(await killed.urlOf(), 'CREATE TABLE kept AS SELECT 7 AS row')
  killed.app.kill('SIGKILL')
  await once(killed.app, 'exit')

  const next = await start()
  const lock = await acquireAppLock(next, () => expect.unreachable())
  expect(next.joined).toBeTypeOf('number')
  expect(next.url).toBe(await killed.urlOf())
  expect(await runSql(next.url, 'SELECT * FROM kept')).toEqual([{ row: 7 }])
  await lock.stop()
})

test('a server that is killed is restarted on the same port with all rows', async () => {
  const postgres = await start()
  const lock = await acquireAppLock(postgres, () => expect.unreachable())
  await runSql(postgres.url, 'CREATE TABLE kept AS SELECT 7 AS row')
  const { home } = await findPostgresPlace(dataDir)
  process.kill((await findPostmaster(join(home, 'cluster')))!.pid, 'SIGKILL')
  const holders = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted`
  await vi.waitFor(async () => expect(await runSql(postgres.url, holders)).toHaveLength(1), 60_000)
  expect(await runSql(postgres.url, 'SELECT * FROM kept')).toEqual([{ row: 7 }])
  await lock.stop()
  await expect(runSql(postgres.url, 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
})

test('of two first starts at once, one gets the folder and the other is rejected without harm', async () => {
  const [one, other] = [startApp(), startApp()]
  const outcomes = await Promise.all([one.outcome, other.outcome])
  const holder = outcomes[0]!.startsWith('holds') ? one : other
  expect(outcomes.toSorted()).toEqual([
    expect.stringMatching(/^holds postgres:/),
    `refused: Trunkshow already runs on this data folder as process ${holder.app.pid}: stop that first, or choose another DATA_DIR and PORT.`,
  ])
  expect(await runSql(await holder.urlOf(), 'SELECT 1 AS one')).toEqual([{ one: 1 }])
  expect((await readdir(dataDir)).filter((name) => name.includes('draft'))).toEqual([])

  holder.app.stdin!.end()
  expect(await once(holder.app, 'exit')).toEqual([0, null])
  await expect(runSql(await holder.urlOf(), 'SELECT 1')).rejects.toThrow('ECONNREFUSED')
})

test('the lock is taken again when its connection breaks, and lost when another app takes it first', async () => {
  const postgres = await start()
  const onLost = vi.fn()
  const lock = await acquireAppLock(postgres, onLost)
  const breakConnection = () =>
    runSql(
      postgres.url,
      `SELECT pg_terminate_backend(pid) FROM pg_locks WHERE locktype = 'advisory' AND granted`,
    )
  const holders = `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND granted`

  await breakConnection()
  await expect.poll(() => runSql(postgres.url, holders), { timeout: 60_000 }).toHaveLength(1)
  expect(onLost).not.toHaveBeenCalled()

  const rival = startApp()
  await vi.waitFor(async () => {
    expect(
      await runSql(postgres.url, `SELECT 1 FROM pg_locks WHERE locktype = 'advisory' AND NOT granted`),
    ).toHaveLength(1)
  }, 60_000)
  await breakConnection()
  expect(await rival.outcome).toMatch(/^holds/)
  await vi.waitFor(() => expect(onLost).toHaveBeenCalledOnce(), 60_000)
  await lock.stop()
  expect(await runSql(postgres.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('a stale pid file is removed, even if another process now has its pid', async () => {
  await (await start()).stop()
  const { home } = await findPostgresPlace(dataDir)
  await writeFile(join(home, 'cluster', 'postmaster.pid'), `${process.pid}\n${home}\n0\n5432\n\n127.0.0.1\n`)
  expect(await runSql((await start()).url, 'SELECT 1 AS one')).toEqual([{ one: 1 }])
})

test('the draft of a first start that was killed is removed', async () => {
  await mkdir(join(dataDir, 'postgres.draft-999999999', 'cluster'), { recursive: true })
  await start()
  expect((await readdir(dataDir)).filter((name) => name.includes('draft'))).toEqual([])
})

describe.runIf(asRoot)('as root', () => {
  test('the database goes to a folder its user can enter when only root can enter the data folder', async () => {
    await chmod(parent, 0o700)
    const first = await start()
    const { home } = await findPostgresPlace(dataDir)
    expect(home).toMatch(/^\/var\/lib\/trunkshow\/.*trunkshow-embedded-.*-data-[\da-f]{12}$/)
    expect(said).toEqual([
      expect.stringContaining(`keeps the data in ${home}, as that user cannot enter ${dataDir}.`),
    ])
    await runSql(first.url, 'CREATE TABLE kept AS SELECT 7 AS row')
    await first.stop()

    await chmod(parent, 0o711)
    expect(await runSql((await start()).url, 'SELECT * FROM kept')).toEqual([{ row: 7 }])
  })

  test('a database that cannot be reached is rejected, not replaced by an empty one', async () => {
    await (await start()).stop()
    await chmod(parent, 0o700)
    await expect(start()).rejects.toThrow(/^The database in .* is out of reach for its owner/)
    await chmod(parent, 0o711)
  })

  test('a database whose files were restored as root is given back to PostgreSQL’s user', async () => {
    await (await start()).stop()
    await runAs(undefined, 'chown', ['-R', '0:0', dataDir])
    await start()
  })

  test.runIf(nobodyCanRead)('another user than root needs no help', async () => {
    await chown(parent, nobody.uid, nobody.gid)
    const plain = startApp(nobody)
    expect(await plain.outcome).toMatch(/^holds/)
    expect(said).toEqual([])
    expect((await stat(join(dataDir, 'postgres', 'cluster'))).uid).toBe(nobody.uid)
    plain.app.stdin!.end()
    await once(plain.app, 'exit')
    await start() // root continues as the owner of the existing folder
  })

  test.runIf(nobodyCanRead)('another user is refused a database that is not its own', async () => {
    await (await start()).stop()
    expect(await startApp(nobody).outcome).toMatch(/^refused: The database in .* belongs to another user/)
  })
})
