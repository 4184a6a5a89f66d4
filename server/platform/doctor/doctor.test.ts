import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer, request } from 'node:http'
import type { AddressInfo, Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { SMTPServer } from 'smtp-server'
import { describe, expect, inject, onTestFinished, test } from 'vitest'
import { packageFolder } from '../../package-folder.ts'
import { startTestApp } from '../../test/app.ts'
import { createTestDatabase } from '../../test/database.ts'
import { makeCompany, makeEvent } from '../../test/factories.ts'
import { openMailbox } from '../../test/mail/mailbox.ts'
import { openImapMailbox } from '../../test/processes/imap-mailbox.ts'
import { runSql } from '../../test/run-sql.ts'
import { startS3 } from '../../test/s3.ts'
import { nextVersion } from '../../test/versions.ts'
import journal from '../db/migrations/meta/_journal.json' with { type: 'json' }
import { judgeProxy } from './check-address.ts'
import { examine } from './examine.ts'
import { compareClocks, writeFinding } from './finding.ts'

const app = startTestApp()

async function makeFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'trunkshow-doctor-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  return folder
}

/** Runs the doctor, and returns its lines about one thing. Of everything else, it has what works. */
async function ask(about: string, variables: NodeJS.ProcessEnv = {}, sendTo?: string) {
  const { databaseUrl, appSecret } = app.config
  const given = {
    DATABASE_URL: databaseUrl,
    APP_SECRET: appSecret,
    DATA_DIR: await makeFolder(),
    ROLE: 'worker',
  }
  const findings = await examine({ ...given, ...variables }, sendTo)
  return findings.filter((finding) => finding.about === about).map(writeFinding)
}

const listenOn = async (server: Server) => {
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  return (server.address() as AddressInfo).port
}

test('every invalid variable is named at once', async () => {
  expect(await ask('Configuration', { PORT: 'http', LOG_LEVEL: 'loud' })).toEqual([
    expect.stringMatching(/^problem {2}Configuration: PORT must be a whole number/),
    expect.stringMatching(/^problem {2}Configuration: LOG_LEVEL must be one of/),
  ])
})

describe('the database', () => {
  test('is described when all is well, and its clock compared', async () => {
    expect(await ask('Database')).toEqual([
      expect.stringMatching(/^ok {7}Database: PostgreSQL 1\d\S* at 127\.0\.0\.1:\d+, \d+ MB of data\.$/),
      'ok       Database: has every migration of this version.',
    ])
    expect(await ask('Clock')).toEqual(['ok       Clock: agrees with that of the database.'])
  })

  test('that does not answer is a problem with its reason', async () => {
    const [line] = await ask('Database', { DATABASE_URL: 'postgres://a:b@127.0.0.1:1/x' })
    expect(line).toMatch(/^problem {2}Database: nothing usable answers at 127\.0\.0\.1:1: .*ECONNREFUSED/)
  })

  test('with a superuser, migrations to come, or those of a newer or too old version', async () => {
    const url = await createTestDatabase()
    const admin = Object.assign(new URL(inject('postgresAdminUrl')), { pathname: new URL(url).pathname }).href
    expect(await ask('Database', { DATABASE_URL: admin })).toContainEqual(
      expect.stringMatching(/^warning {2}Database: DATABASE_URL connects as a superuser\./),
    )
    const added = journal.entries.push({ ...journal.entries[0]!, when: nextVersion })
    onTestFinished(() => void journal.entries.splice(added - 1))
    expect((await ask('Database', { DATABASE_URL: url })).at(-1)).toMatch(
      /^warning {2}Database: 1 migration is not applied yet\./,
    )
    journal.entries.splice(added - 1)
    for (const [at, says] of [
      [nextVersion, /^problem {2}Database: a newer version of Trunkshow has used it\./],
      [
        1795617953070,
        /^problem {2}Database: a version of Trunkshow too old to upgrade from has used it\.\n.+Start commit /,
      ],
    ] as const) {
      await runSql(url, 'UPDATE drizzle.__drizzle_migrations SET created_at = $1', [at])
      expect((await ask('Database', { DATABASE_URL: url })).at(-1)).toMatch(says)
    }
  })

  test('of the app itself is not created by checking it', async () => {
    const DATA_DIR = join(await makeFolder(), 'data')
    const own = { DATABASE_URL: '', APP_SECRET: '', ROLE: '', PORT: '1', DATA_DIR }
    expect(await ask('Database', own)).toEqual([
      'ok       Database: is created in DATA_DIR at the first start.',
    ])
    expect((await ask('PUBLIC_URL', own))[0]).toMatch(/^warning {2}PUBLIC_URL: the app answers neither at /)
    expect(existsSync(DATA_DIR)).toBe(false)
  })
})

describe('the disk', () => {
  test('must be writable, and the secret on it unreadable for others', async () => {
    const DATA_DIR = await makeFolder()
    await writeFile(join(DATA_DIR, 'uploads'), 'a file where the folder should be')
    await writeFile(join(DATA_DIR, 'app-secret'), 'sixteen letters and more', { mode: 0o600 })
    const lines = await ask('Disk', { DATA_DIR })
    expect(lines[0]).toMatch(/^(ok|warning) +Disk: .+ is writable, with \d+ MB free/)
    expect(lines[1]).toMatch(/^problem {2}Disk: .+uploads cannot be written: ENOTDIR/)
    const own = { DATA_DIR, DATABASE_URL: '', APP_SECRET: '', ROLE: '', PORT: '1' }
    expect(await ask('Secrets', own)).toEqual([])
    await chmod(join(DATA_DIR, 'app-secret'), 0o644)
    if (process.platform !== 'win32')
      expect((await ask('Secrets', own))[0]).toMatch(
        /^problem {2}Secrets: other users .+app-secret\.\n.+chmod o-rwx/,
      )
  })

  test('has a backup that is not old, if backups are scheduled', async () => {
    expect((await ask('Backups'))[0]).toMatch(/^warning {2}Backups: none are scheduled\./)
    const BACKUP_DIR = await makeFolder()
    const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000).toISOString().slice(0, 19)
    const add = (hours: number) =>
      writeFile(join(BACKUP_DIR, `trunkshow-${hoursAgo(hours).replaceAll(':', '-')}Z.tar.gz`), '')
    expect((await ask('Backups', { BACKUP_DIR }))[0]).toMatch(/^warning {2}Backups: .+ has none yet\./)
    await add(50)
    expect((await ask('Backups', { BACKUP_DIR }))[0]).toMatch(/^problem {2}Backups: .+ is 50 hours old\./)
    await add(2)
    expect((await ask('Backups', { BACKUP_DIR }))[0]).toMatch(/^ok {7}Backups: .+ is 2 hours old\./)
  })
})

describe('email', () => {
  test('is checked without sending any, and one is sent if asked for', async () => {
    const mailbox = await openMailbox()
    onTestFinished(() => mailbox.close())
    const mail = { SMTP_URL: mailbox.url, MAIL_FROM: 'shows@trunkshow.test' }
    expect(await ask('Email', mail)).toEqual([
      expect.stringMatching(/^ok {7}Email: .+ accepts the connection\.$/),
    ])
    expect(mailbox.mails).toEqual([])
    expect((await ask('Email', mail, 'me@mail.test'))[1]).toMatch(
      /^ok {7}Email: a test email to me@mail\.test was/,
    )
    expect(mailbox.to('me@mail.test')).toHaveLength(1)
  })

  test('that comes back is looked for in a mailbox that has to open', async () => {
    const [outgoing, returned] = [await openMailbox(), await openImapMailbox([])]
    onTestFinished(async () => void (await Promise.all([outgoing.close(), returned.close()])))
    const mail = { SMTP_URL: outgoing.url, MAIL_FROM: 'shows@trunkshow.test' }
    expect((await ask('Email', { ...mail, IMAP_URL: returned.url }))[1]).toMatch(
      /^ok {7}Email: .+ opens the mailbox that emails come back to\.$/,
    )
    const stranger = returned.url.replace('shows:secret', 'nobody:hidden')
    const [, line] = await ask('Email', { ...mail, IMAP_URL: stranger })
    expect(line).toMatch(/^problem {2}Email: returned emails cannot be read from .+: Unknown user\./)
    expect(line).not.toContain('hidden')
  })

  test('that has to be encrypted and is not is a problem, and without that a warning', async () => {
    const [outgoing, returned] = [await openMailbox(), await openImapMailbox([])]
    onTestFinished(async () => void (await Promise.all([outgoing.close(), returned.close()])))
    const MAIL_FROM = 'shows@trunkshow.test'
    const [required] = await ask('Email', { MAIL_FROM, SMTP_URL: `${outgoing.url}?tls=required` })
    expect(required).toMatch(/^problem {2}Email: 127\.0\.0\.1:\d+ cannot be used: .*STARTTLS/)
    const mailbox = { MAIL_FROM, SMTP_URL: outgoing.url, IMAP_URL: `${returned.url}?tls=required` }
    expect((await ask('Email', mailbox))[1]).toMatch(
      /^problem {2}Email: returned emails cannot be read from .+: Server does not support STARTTLS\./,
    )
    // As if on another machine.
    const away = outgoing.url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
    expect((await ask('Email', { MAIL_FROM, SMTP_URL: away }))[1]).toMatch(
      /^warning {2}Email: the connection to .+ is not encrypted\./,
    )
  })

  test('with a wrong password, or to a server that is not there, is a problem', async () => {
    const server = new SMTPServer({
      disabledCommands: ['STARTTLS'],
      allowInsecureAuth: true,
      onAuth: ({ password }, _session, done) =>
        password === 'right' ? done(null, { user: 'me' }) : done(new Error('Invalid username or password')),
    })
    server.on('error', () => {})
    const port = await listenOn(server.server)
    const login = (password: string) => ({
      SMTP_URL: `smtp://me:${password}@127.0.0.1:${port}`,
      MAIL_FROM: 'a@b.test',
    })
    expect((await ask('Email', login('right')))[0]).toMatch(
      /^ok {7}Email: .+ accepts the connection and the login\./,
    )
    const [line] = await ask('Email', login('wrong'))
    expect(line).toMatch(/^problem {2}Email: 127\.0\.0\.1:\d+ rejects the login: /)
    expect(line).not.toContain('wrong')
    const [gone] = await ask('Email', { SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'a@b.test' })
    expect(gone).toMatch(/^problem {2}Email: 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED/)
  })
})

test('a bucket must take, give and delete a probe', async () => {
  const s3 = await startS3()
  expect(await ask('S3', s3)).toEqual([
    expect.stringMatching(/^ok {7}S3: a probe in shows at .+ was stored, read and deleted\.$/),
  ])
  expect((await ask('S3', { ...s3, S3_ACCESS_KEY_ID: 'another' }))[0]).toMatch(
    /^problem {2}S3: a probe in shows at .+ cannot be stored: /,
  )
})

describe('PUBLIC_URL', () => {
  /** Starts a proxy in front of the app that adds its caller's address, if it adds any. */
  async function startProxy(addsAddress: boolean) {
    if (!app.app.server.listening) await app.app.listen({ port: 0, host: '127.0.0.1' })
    const { port } = app.app.server.address() as AddressInfo
    const proxy = createServer(({ url, headers, socket }, response) => {
      const forwarded = `${headers['x-forwarded-for']}, ${socket.remoteAddress}`
      const sent = addsAddress ? { ...headers, 'x-forwarded-for': forwarded } : headers
      request({ port, host: '127.0.0.1', path: url, headers: sent }, (answer) => {
        response.writeHead(answer.statusCode!, answer.headers)
        answer.pipe(response)
      }).end()
    })
    return `http://localhost:${await listenOn(proxy)}`
  }
  const asOwner = { ROLE: 'web', PORT: '1' }

  test('leads to the app, and TRUST_PROXY fits what is in front of it', async () => {
    const behind = { ...asOwner, PUBLIC_URL: await startProxy(true) }
    expect(await ask('PUBLIC_URL', behind)).toEqual([
      `ok       PUBLIC_URL: the app is ready at ${behind.PUBLIC_URL}.`,
    ])
    expect((await ask('TRUST_PROXY', behind))[0]).toMatch(
      /^problem {2}TRUST_PROXY: is off behind a proxy.+\n.+TRUST_PROXY=on\.$/,
    )
    const direct = { ...asOwner, PUBLIC_URL: await startProxy(false) }
    expect((await ask('TRUST_PROXY', direct))[0]).toMatch(/^ok {7}TRUST_PROXY: is off/)
    const stranger = { ...direct, APP_SECRET: 'another secret of it' }
    expect((await ask('TRUST_PROXY', stranger))[0]).toMatch(
      /^warning {2}TRUST_PROXY: the app did not recognize/,
    )
  })

  test('that leads to another program, or nowhere, is not the app', async () => {
    const other = createServer((_, response) => response.end('Welcome to nginx!'))
    const PUBLIC_URL = `http://localhost:${await listenOn(other)}`
    expect((await ask('PUBLIC_URL', { ...asOwner, PUBLIC_URL }))[0]).toMatch(
      /^problem {2}PUBLIC_URL: another program answers/,
    )
    await startProxy(true)
    const { port } = app.app.server.address() as AddressInfo
    const [line] = await ask('PUBLIC_URL', {
      ROLE: 'web',
      PORT: String(port),
      PUBLIC_URL: 'http://localhost:1',
    })
    expect(line).toMatch(
      /^problem {2}PUBLIC_URL: the app runs at .+, but http:\/\/localhost:1 cannot be reached/,
    )
  })

  test.each([
    ['off, no proxy', false, '10.0.0.9', '192.0.2.1', 'ok'],
    ['on, no proxy: anyone can choose their address', 1, '192.0.2.1', '192.0.2.1', 'problem'],
    ['on, one proxy that adds', 1, '10.0.0.9', '192.0.2.1, 10.0.0.9', 'ok'],
    ['on, one proxy that replaces', 1, '10.0.0.9', '10.0.0.9', 'ok'],
    ['on, two proxies', 1, '10.0.0.2', '192.0.2.1, 10.0.0.9, 10.0.0.2', 'problem'],
    ['two, two proxies', 2, '10.0.0.9', '192.0.2.1, 10.0.0.9, 10.0.0.2', 'ok'],
    ['two, one proxy', 2, '192.0.2.1', '192.0.2.1, 10.0.0.9', 'problem'],
  ] as const)('TRUST_PROXY %s', (_, trustProxy, address, forwarded, state) => {
    expect(judgeProxy(trustProxy, { address, forwarded }).state).toBe(state)
  })
})

test('clocks that differ are reported with by how much', () => {
  const now = Date.parse('2026-11-23T12:00:00Z')
  const compare = (seconds: number) =>
    writeFinding(compareClocks('it', new Date(now + seconds * 1000), now, 1))
  expect(compare(-4)).toBe('ok       Clock: agrees with that of it.')
  expect(compare(21)).toMatch(/^warning {2}Clock: this machine's clock is behind that of it by 20 seconds\./)
  expect(compare(-301)).toMatch(
    /^problem {2}Clock: this machine's clock is ahead of that of it by 300 seconds\./,
  )
})

test('rules of time zones that the database has from another release are named, with what to do', async () => {
  const { timeZone } = await makeEvent(await makeCompany(app), { timeZone: 'Australia/Lord_Howe' })
  expect(await ask('Time zones')).toEqual([
    expect.stringMatching(/^ok {7}Time zones: Pages and time slots have the rules of \d+[a-z]\.$/),
  ])
  const change = (release: string) =>
    app.rows('UPDATE time_zones SET release = $1, offsets[1] = 0 WHERE name = $2', [release, timeZone])
  await change('2020a')
  expect((await ask('Time zones'))[0]).toMatch(
    /^warning {2}Time zones: The rules of Australia\/Lord_Howe are older than this Node's \(.+\)\.\n.+next start/,
  )
  await change('2999z')
  expect((await ask('Time zones'))[0]).toMatch(
    /^problem {2}Time zones: The database has the rules of 2999z for Australia\/Lord_Howe, and this Node those of .+\.\n.+newest version/,
  )
})

test('the app tells nobody else how a request arrived', async () => {
  for (const token of ['', '1', `${Math.floor(Date.now() / 60_000)}-${'0'.repeat(32)}`])
    expect((await app.call('GET', '/readyz', undefined, { 'x-doctor': token })).body).toEqual({
      status: 'ok',
      version: expect.stringMatching(/^\d+\.\d+\.\d+$/),
    })
})

test('npm run doctor ends with 1 when there is a problem', async () => {
  const run = async (variables: Record<string, string>) =>
    promisify(execFile)(process.execPath, [join(packageFolder, 'dist/doctor.js')], {
      env: { PATH: process.env.PATH, DATA_DIR: '/nowhere', PORT: '1', ...variables },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }) => ({ code, stdout }),
    )
  expect(await run({})).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/\n0 problems, \d warnings\n$/),
  })
  expect(await run({ PORT: 'a' })).toMatchObject({
    code: 1,
    stdout: expect.stringMatching(/\n1 problem, 0 warnings\n$/),
  })
})
