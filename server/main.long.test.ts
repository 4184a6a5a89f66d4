import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, expect, inject, test, vi } from 'vitest'
import { findFreePort } from './platform/db/embedded.ts'
import { findPostgresPlace, findPostmaster } from './platform/db/postgres-place.ts'
import { createTestDatabase, directUrl } from './test/database.ts'
import { throughPooler } from './test/processes/pooler.ts'
import { builtApp } from './test/product.ts'

let parent: string
let DATA_DIR: string
beforeEach(async () => {
  parent = await mkdtemp(join(tmpdir(), 'trunkshow-main-'))
  await chmod(parent, 0o711)
  DATA_DIR = join(parent, 'data')
})
afterEach(() => rm(parent, { recursive: true }))

/** Runs the app until it exits; `signal` is sent when it is ready. Returns its output and how it exited. */
async function run(
  command: string,
  args: string[],
  variables: Record<string, string>,
  signal?: NodeJS.Signals,
) {
  const app = spawn(command, args, {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    env: { PATH: process.env.PATH, DATA_DIR, LOG_LEVEL: 'warn', LOG_FORMAT: 'text', ...variables },
  })
  const printed = { out: '', err: '' }
  app.stderr.on('data', (text) => (printed.err += text))
  app.stdout.on('data', (text) => {
    printed.out += text
    if (signal && printed.out.includes('SMTP_URL')) app.kill(signal)
  })
  const [code, killedBy] = await once(app, 'close')
  return { ...printed, code, killedBy }
}

async function databaseRuns() {
  const { home } = await findPostgresPlace(DATA_DIR)
  return (await findPostmaster(join(home, 'cluster'))) !== undefined
}

const main = [builtApp]

test('an invalid variable is rejected in one sentence', async () => {
  const ended = await run(process.execPath, main, { PORT: 'http' })
  expect(ended).toEqual({
    out: '',
    err: 'PORT must be a whole number from 1 to 65535.\n',
    code: 1,
    killedBy: null,
  })
})

test('a port in use is rejected in one sentence, and the database is stopped again', async () => {
  const port = await findFreePort()
  const other = createServer().listen(port, '127.0.0.1')
  const { err, code } = await run(process.execPath, main, { PORT: String(port) })
  expect(err).toBe(`PORT ${port} of HOST 127.0.0.1 cannot be listened on: another program has it.\n`)
  expect(code).toBe(1)
  expect(await databaseRuns()).toBe(false)
  other.close()
})

test.runIf(process.platform !== 'win32').each(['SIGTERM', 'SIGINT'] as const)(
  '%s to npm start ends the app cleanly',
  async (signal) => {
    const port = await findFreePort()
    const ended = await run('npm', ['start', '--ignore-scripts'], { PORT: String(port) }, signal)
    expect(ended.out).toContain(`\nTrunkshow is ready at http://localhost:${port}\n`)
    expect(ended.out).not.toContain('PUBLIC_URL')
    expect(ended).toMatchObject({ code: 0, killedBy: null })
    expect(await databaseRuns()).toBe(false)
  },
)

test.runIf(process.platform !== 'win32')(
  'a server open to other computers says what they should open, unless PUBLIC_URL is set',
  async () => {
    const port = String(await findFreePort())
    const open = { PORT: port, HOST: '0.0.0.0' }
    expect((await run(process.execPath, main, open, 'SIGTERM')).out).toMatch(
      new RegExp(
        `ready at http://localhost:${port}\nOther computers are refused until PUBLIC_URL is .+ such as http://[\\d.]+:${port}\n`,
      ),
    )
    const told = { ...open, PUBLIC_URL: `http://shop.test:${port}` }
    expect((await run(process.execPath, main, told, 'SIGTERM')).out).not.toContain('Other computers')
  },
)

test.runIf(process.platform !== 'win32')(
  'a pooler that gives its connections no settings causes one warning',
  async () => {
    const variables = {
      PORT: String(await findFreePort()),
      APP_SECRET: 'a secret of the test',
      DATABASE_URL: directUrl(await createTestDatabase()),
      DATABASE_POOLER: 'transaction',
    }
    expect(await run(process.execPath, main, variables, 'SIGTERM')).toMatchObject({
      code: 0,
      err: 'The pooler at DATABASE_URL opens connections without statement_timeout and enable_seqscan=off: set its connect_query as in docs/scaling.md.\n',
    })
  },
)

test.runIf(process.platform !== 'win32')(
  'a DATABASE_URL that connects as a superuser causes one warning',
  async () => {
    const port = String(await findFreePort())
    const own = await createTestDatabase()
    const admin = Object.assign(new URL(inject('postgresAdminUrl')), { pathname: new URL(own).pathname }).href
    const pooler = throughPooler && { DATABASE_POOLER: 'transaction' }
    const variables = { PORT: port, APP_SECRET: 'a secret of the test', ...pooler }
    const plain = await run(process.execPath, main, { ...variables, DATABASE_URL: own }, 'SIGTERM')
    expect(plain).toMatchObject({ code: 0, err: '' })
    const warned = await run(process.execPath, main, { ...variables, DATABASE_URL: admin }, 'SIGTERM')
    expect(warned).toMatchObject({
      code: 0,
      err: 'DATABASE_URL connects as a superuser, who may do more than Trunkshow needs: give it a role that owns its database and no more.\n',
    })
  },
)

test.runIf(process.platform !== 'win32')(
  'an app whose output is closed survives an error that it would print',
  async () => {
    const port = await findFreePort()
    const app = spawn(process.execPath, main, {
      cwd: fileURLToPath(new URL('..', import.meta.url)),
      env: { PATH: process.env.PATH, DATA_DIR, PORT: String(port), LOG_LEVEL: 'warn', LOG_FORMAT: 'text' },
    })
    const exit = once(app, 'exit')
    // Pages answer before jobs run, and an app that is not ready yet ends with its database.
    for await (const line of createInterface(app.stdout)) if (line.startsWith('Trunkshow is ready')) break
    app.stdout.destroy()
    app.stderr.destroy()
    const cluster = join((await findPostgresPlace(DATA_DIR)).home, 'cluster')
    const killed = (await findPostmaster(cluster))!.pid
    process.kill(killed, 'SIGKILL')
    await vi.waitFor(async () => {
      const next = await findPostmaster(cluster)
      expect(next && next.pid !== killed).toBe(true)
    }, 90_000)
    await vi.waitFor(async () => {
      const { status } = await fetch(`http://localhost:${port}/readyz`, { signal: AbortSignal.timeout(2000) })
      expect(status).toBe(200)
    }, 90_000)
    app.kill('SIGTERM')
    expect(await exit).toEqual([0, null])
  },
)
