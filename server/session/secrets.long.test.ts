import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
import { createTestDatabase } from '../test/database.ts'
import { startProduct } from '../test/product.ts'
import { runSql } from '../test/run-sql.ts'

const PASSWORDS = ['the first secret', 'the second secret', 'a guess at it']

/** Starts the product at its most verbose log level and collects its output. */
async function startVerbose(databaseUrl: string, dataDir: string) {
  let output = ''
  const { url, end } = await startProduct(
    {
      DATA_DIR: dataDir,
      DATABASE_URL: databaseUrl,
      APP_SECRET: 'a secret of this test alone',
      LOG_LEVEL: 'trace',
    },
    { stdio: ['ignore', 'pipe', 'pipe'], onLine: (line) => (output += `${line}\n`) },
  )
  return {
    output: () => output,
    async call(method: string, path: string, body?: unknown, cookie = '') {
      const answer = await fetch(url + path, {
        method,
        headers: {
          accept: 'application/json',
          cookie,
          ...(body ? { 'content-type': 'application/json' } : {}),
        },
        ...(body ? { body: JSON.stringify(body) } : {}),
      })
      return {
        status: answer.status,
        text: await answer.text(),
        cookie: answer.headers.getSetCookie().join(),
      }
    },
    end,
  }
}

/** Returns the token from the newest email that links to this page. */
async function tokenFor(page: string, dataDir: string): Promise<string> {
  return vi.waitFor(async () => {
    const folder = join(dataDir, 'outbox')
    const mails = await Promise.all(
      (await readdir(folder)).map((file) => readFile(join(folder, file), 'utf8')),
    )
    const [, token] = new RegExp(`${page}/([\\w-]+)`).exec(mails.join('\n').replace(/=\r?\n/g, '')) ?? []
    expect(token).toBeTruthy()
    return token!
  }, 60_000)
}

test('passwords, sessions and links appear in no log, error, list or table', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'trunkshow-secrets-'))
  const databaseUrl = await createTestDatabase()
  const product = await startVerbose(databaseUrl, dataDir)
  const { call } = product
  const [first, second, guess] = PASSWORDS
  const registered = await call('POST', '/api/register', {
    username: 'maya',
    email: 'maya@mail.test',
    name: 'Maya Vale',
    password: first,
  })
  const cookie = /session=[^;]+/.exec(registered.cookie)![0]
  const session = decodeURIComponent(cookie.replace('session=', '')).split('.')[0]!
  await call('POST', '/api/company', { companyName: 'Maison Vale' }, cookie)
  await call('POST', '/api/company/users', { name: 'Nora', email: 'nora@mail.test' }, cookie)
  const invitation = await tokenFor('/invitation', dataDir)
  await call('POST', '/api/password/forgot', { email: 'maya@mail.test' })
  const reset = await tokenFor('/reset-password', dataDir)
  const answers = [
    await call('GET', `/api/invitations/${invitation}x`),
    await call('POST', '/api/login', { username: 'maya', password: guess }),
    await call('POST', '/api/password/reset', { token: `${reset}x`, password: second }),
    await call('POST', '/api/password/reset', { token: reset, password: '1' }),
    await call('GET', '/api/company/users', undefined, cookie),
    await call('GET', '/api/activity', undefined, cookie),
    await call('GET', '/api/user/sessions', undefined, cookie),
    await call('POST', `/api/invitations/${invitation}`, {
      username: 'nora',
      name: 'Nora',
      password: second,
    }),
    await call('POST', '/api/password/reset', { token: reset, password: second }),
  ]
  expect(answers.map(({ status }) => status)).toEqual([404, 401, 404, 400, 200, 200, 200, 201, 204])
  await product.end()

  const tables = await runSql<{ name: string }>(
    databaseUrl,
    `SELECT quote_ident(schemaname) || '.' || quote_ident(tablename) AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema')`,
  )
  const stored = []
  for (const { name } of tables)
    stored.push(JSON.stringify(await runSql(databaseUrl, `SELECT * FROM ${name}`)))
  await rm(dataDir, { recursive: true })

  const places = {
    log: product.output(),
    answers: answers.map(({ text }) => text).join('\n'),
    database: stored.join('\n'),
  }
  expect(places.log).toContain('Trunkshow is ready')
  expect(places.database).toContain('maya@mail.test')
  const secrets = [...PASSWORDS, session, invitation.split('-')[1]!, reset.split('-')[1]!]
  for (const [place, text] of Object.entries(places))
    for (const secret of secrets) expect(text.includes(secret), `${secret} in ${place}`).toBe(false)
})
