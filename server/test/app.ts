import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import type { Disk } from 'flydrive'
import type pg from 'pg'
import { afterAll, beforeAll } from 'vitest'
import { createApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { createPool, type Replica, watchReplica } from '../platform/db/pool.ts'
import { openFiles } from '../platform/files/storage.ts'
import type { SharedResultsOptions } from '../platform/http/pages/shared-results.ts'
import { createTestDatabase } from './database.ts'

export interface TestApp {
  app: FastifyInstance
  config: Config
  pool: pg.Pool
  /** Stored files, as the app has them. */
  files: Disk
  /** With DATABASE_READ_URL; it may lag for an hour. */
  replica: Replica | undefined
  /** How often the app asked to send email. */
  wakes: number
  call: (
    method: InjectOptions['method'],
    url: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Answer>
  /** Runs a query, to check what the API doesn't show. */
  rows: <Row extends pg.QueryResultRow>(sql: string, values?: unknown[]) => Promise<Row[]>
}

export interface Answer {
  status: number
  // biome-ignore lint/suspicious/noExplicitAny: answers are compared whole or by the field a test names
  body: any
  text: string
  headers: Record<string, string | string[] | number | undefined>
}

/**
 * Starts the real app on its own database. Limits are off unless a test sets them.
 *
 * @param variables of the environment, or what finds them before the first test
 * @param sharing how long pages are cached; by default only while they are rendered, so that tests see their own
 *   changes
 */
export function startTestApp(
  variables: Record<string, string> | (() => Promise<Record<string, string>>) = {},
  sharing: SharedResultsOptions = { life: 0 },
): TestApp {
  const test = { wakes: 0 } as TestApp
  let dataDir: string
  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'trunkshow-app-'))
    const given = typeof variables === 'function' ? await variables() : variables
    const url = given.DATABASE_URL ?? (await createTestDatabase())
    const config = readConfig({
      APP_SECRET: randomBytes(32).toString('hex'),
      DATABASE_URL: url,
      DATABASE_POOLER: process.env.DATABASE_POOLER,
      DATA_DIR: dataDir,
      LOG_LEVEL: 'silent',
      RATE_LIMIT: 'off',
      ...given,
    })
    // On a slow machine, a store takes longer than people are asked to wait.
    test.config = { ...config, storeWaitSeconds: 120 }
    test.files = await openFiles(test.config)
    test.pool = createPool(url, config.databasePooler)
    // On slow machines, hundreds of concurrent requests wait longer for a connection than guests ever should.
    test.pool.options.connectionTimeoutMillis = 60_000
    const { databaseReadUrl, databasePooler } = config
    test.replica = databaseReadUrl
      ? watchReplica({ primary: test.pool, url: databaseReadUrl, pooler: databasePooler, maxAge: 3_600_000 })
      : undefined
    test.app = await createApp({
      config: test.config,
      pool: test.pool,
      replica: test.replica,
      wakeEmailWorker: () => test.wakes++,
      wake() {},
      sharing: { isBusy: () => false, ...sharing },
    })
    test.call = (method, url, body, headers) => call(test.app, method, url, body, headers)
    test.rows = async (sql, values) => (await test.pool.query(sql, values)).rows
  })
  afterAll(async () => {
    await test.app?.close()
    await test.replica?.stop()
    await test.pool?.end()
    await rm(dataDir, { recursive: true, force: true })
  })
  return test
}

async function call(
  app: FastifyInstance,
  method: InjectOptions['method'] = 'GET',
  url: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const payload = body instanceof FormData ? new Response(body) : undefined
  const answer = await app.inject({
    method,
    url,
    headers: {
      accept: 'application/json',
      ...(payload && { 'content-type': payload.headers.get('content-type')! }),
      ...(!payload && body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(payload && { payload: Buffer.from(await payload.arrayBuffer()) }),
    ...(!payload &&
      body !== undefined && { payload: typeof body === 'string' ? body : JSON.stringify(body) }),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return {
    status: answer.statusCode,
    body: isJson && answer.body ? answer.json() : null,
    text: answer.body,
    headers: answer.headers as Answer['headers'],
  }
}

/** Returns the cookies a response sets, as the browser would send them back. */
export function cookiesOf({ headers }: Pick<Answer, 'headers'>): string {
  return [headers['set-cookie'] ?? []]
    .flat()
    .map((cookie) => String(cookie).split(';')[0])
    .join('; ')
}

/** Returns a word that no other test uses. */
export function unique(prefix = 't'): string {
  return `${prefix}${randomUUID().slice(0, 8)}`
}
