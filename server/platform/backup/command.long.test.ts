import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type EmailType, emailTypes } from '@trunkshow/contract/emails/rules.ts'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { packageFolder } from '../../package-folder.ts'
import { findBookingFaults } from '../../test/booking-faults.ts'
import { startProduct } from '../../test/product.ts'
import { runSql } from '../../test/run-sql.ts'
import { archivedSecret, archivePath, listVersions } from '../../test/versions.ts'
import { createPool } from '../db/pool.ts'
import { openFiles } from '../files/storage.ts'
import { signId } from '../http/tokens.ts'
import { writeArchive } from './archive.ts'
import { restoreBackup } from './restore-backup.ts'

let folder: string
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'trunkshow-command-'))
  await chmod(folder, 0o711) // for PostgreSQL's own user, if the tests run as root
})
afterAll(() => rm(folder, { recursive: true }))

/** Runs the command as npm does, for a caller who is in the test's folder. Returns what it printed, and its exit code. */
async function execute(command: 'backup' | 'restore', file: string, dataDir: string) {
  const args = [join(packageFolder, 'dist/backup.js'), command, file]
  const env = { PATH: process.env.PATH, INIT_CWD: folder, DATA_DIR: join(folder, dataDir) }
  const ended = await promisify(execFile)(process.execPath, args, { env }).catch((error) => error)
  return { code: 0, ...ended, stderr: ended.stderr as string, stdout: ended.stdout as string }
}

/** As `execute`. Returns what it printed, or its refusal. */
async function run(...command: Parameters<typeof execute>): Promise<string> {
  const { stderr, stdout } = await execute(...command)
  return stderr || stdout
}

test.runIf(process.platform !== 'win32')(
  'a running app is backed up by one command, restored by another, and people continue there',
  async () => {
    const app = await startProduct({ DATA_DIR: join(folder, 'old') })
    const post = (url: string, body: object, cookie = '') =>
      fetch(url, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'content-type': 'application/json', origin: new URL(url).origin, cookie },
      })
    const account = { username: 'helena', password: 'a long password', name: 'Helena Vale' }
    const registered = await post(`${app.url}/api/register`, { ...account, email: 'helena@vale.test' })
    expect(registered.status).toBe(201)
    expect(await run('restore', 'missing.tar.gz', 'old')).toMatch(
      /^Trunkshow already runs on this data folder/,
    )
    expect(await run('backup', 'shop.tar.gz', 'old')).toMatch(
      /Backed up \d+ rows of \d+ tables and 0 files to \S+shop.tar.gz/,
    )
    await app.end()
    expect((await stat(join(folder, 'shop.tar.gz'))).mode & 0o777).toBe(0o600)
    expect(await run('backup', 'shop.tar.gz', 'old')).toMatch(/shop.tar.gz exists: choose another name/)
    expect(await run('backup', 'stopped.tar.gz', 'old')).toMatch(/Backed up/)
    expect(await run('backup', 'nothing.tar.gz', 'nowhere')).toMatch(/nowhere has no database/)

    async function* entries() {
      yield { name: 'manifest.json', content: Buffer.from('{') }
    }
    await writeArchive(join(folder, 'crafted.tar.gz'), entries())
    expect(await execute('restore', 'crafted.tar.gz', 'new')).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^\S+crafted.tar.gz is not a backup of Trunkshow[^\n]*\n$/),
    })
    expect(await run('restore', 'shop.tar.gz', 'new')).toMatch(/Restored \d+ rows of \d+ tables and 0 files/)
    const moved = await startProduct({ DATA_DIR: join(folder, 'new') })
    // The session was signed with the secret of the old data folder.
    const [cookie] = registered.headers.getSetCookie()[0]!.split(';')
    const user = await fetch(`${moved.url}/api/user`, { headers: { cookie: cookie! } })
    expect(await user.json()).toMatchObject({ username: 'helena' })
    expect((await post(`${moved.url}/api/login`, account)).status).toBe(200)
    await moved.end()
  },
)

/** Each version's backup contains the same shop, which grows with the tables. */
test.each(listVersions())(
  'the app starts on the data of version %s, and people continue',
  async (version) => {
    const name = `version_${randomBytes(6).toString('hex')}`
    await runSql(inject('postgresUrl'), `CREATE DATABASE ${name}`)
    const databaseUrl = Object.assign(new URL(inject('postgresUrl')), { pathname: name }).href
    const dataDir = await mkdtemp(join(tmpdir(), 'trunkshow-version-'))
    const config = readConfig({
      DATABASE_URL: databaseUrl,
      DATABASE_POOLER: process.env.DATABASE_POOLER,
      DATA_DIR: dataDir,
      APP_SECRET: archivedSecret,
      LOG_LEVEL: 'silent',
    })
    await restoreBackup({ config, databaseUrl, files: await openFiles(config), path: archivePath(version) })

    const pool = createPool(databaseUrl, config.databasePooler)
    const app = await createApp({ config, pool, wakeEmailWorker() {}, wake() {}, sharing: { life: 0 } })
    const call = async (method: 'GET' | 'POST', url: string, payload?: object, cookie = '') => {
      const answer = await app.inject({ method, url, headers: { cookie }, ...(payload && { payload }) })
      return { ...answer, status: answer.statusCode, read: () => answer.json(), cookies: answer.cookies }
    }
    try {
      const account = { username: 'helena', password: 'a long password' }
      const loggedIn = await call('POST', '/api/login', account)
      const cookie = loggedIn.cookies
        .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
        .join('; ')
      const events = await call('GET', '/api/events', undefined, cookie)
      expect(events.read()).toContainEqual(expect.objectContaining({ name: 'Spring Bridal Trunk Show' }))
      expect((await call('GET', '/event/spring-show')).status).toBe(200)
      const token = signId(config, 'booking', '1')
      const manage = await call('GET', `/api/bookings/manage/${token}`)
      expect(manage.read()).toMatchObject({ attendeeName: 'Grace Okafor', slotDate: '2099-06-05' })
      const guest = { attendeeName: 'Theo Brandt', attendeeEmail: 'theo@brandt.test' }
      const booked = await call('POST', '/api/timeslots/2/book', guest)
      expect(booked.status).toBe(201)
      const query = <Row extends object>(sql: string, values?: unknown[]) =>
        runSql<Row>(databaseUrl, sql, values)
      expect(await findBookingFaults(query, 1, [token, booked.read().id])).toEqual([])
      const emails = await query<{ type: EmailType; audience: string }>(
        'SELECT DISTINCT email_type AS type, audience FROM email_notifications ORDER BY 1',
      )
      expect(emails.length).toBeGreaterThan(2)
      expect(emails).toEqual(emails.map(({ type }) => ({ type, audience: emailTypes[type].audience })))
      expect(
        await query(
          `SELECT ARRAY(SELECT username FROM names.usernames ORDER BY 1) AS usernames,
             ARRAY(SELECT email FROM names.confirmed_emails ORDER BY 1) AS emails,
             ARRAY(SELECT slug FROM names.event_slugs ORDER BY 1) AS slugs`,
        ),
      ).toEqual([
        {
          usernames: ['helena', 'nora'],
          emails: ['helena@vale.test', 'nora@lind.test'],
          slugs: ['past-show', 'spring-show'],
        },
      ])
      const [customer] = (await call('GET', '/api/customers?q=grace', undefined, cookie)).read()
      expect(customer).toMatchObject({ lastName: 'Okafor', phone: '212 555 0178' })
      // The archived form was written by hand and lacks what the details of a form always have.
      const [order] = (await call('GET', '/api/orders?fields=summary', undefined, cookie)).read()
      expect(order).toMatchObject({ orderNumber: 1001, total: '994.50', discountCode: { code: 'VIP10' } })
      // Paid before there were entries, it has one of its total, which is the same cent as before.
      expect(
        await query(
          `SELECT e.cents, total_cents, received_cents, method, received_on::text AS day, reference FROM orders AS o
           LEFT JOIN order_entries AS e ON e.order_id = o.id WHERE status NOT IN ('pending', 'cancelled')`,
        ),
      ).toEqual([
        {
          ...{
            cents: 99_450,
            total_cents: 99_450,
            received_cents: 99_450,
            method: 'other',
            day: '2026-11-23',
          },
          reference: 'Recorded before payments were tracked',
        },
      ])
      const file = await call(
        'GET',
        '/uploads/order-1/a3f1c07e5b9d4826a3f1c07e5b9d4826.jpg',
        undefined,
        cookie,
      )
      expect(file.rawPayload.subarray(0, 2)).toEqual(Buffer.from([0xff, 0xd8]))
    } finally {
      await app.close()
      await pool.end()
      await rm(dataDir, { recursive: true })
    }
  },
)
