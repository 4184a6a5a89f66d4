import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { makeRequestId } from '../../app.ts'
import { startTestApp, unique } from '../../test/app.ts'
import { makeCompany, makeEvent } from '../../test/factories.ts'
import { startProduct } from '../../test/product.ts'
import { describeError, hideAddresses, writeError } from './log.ts'

const app = startTestApp()

/** Starts the product on this test's database, and collects what it prints. */
async function startLogged(variables: Record<string, string>) {
  const { appSecret, databaseUrl } = app.config
  const dataDir = await mkdtemp(join(tmpdir(), 'trunkshow-log-'))
  const lines: string[] = []
  const product = await startProduct(
    { DATA_DIR: dataDir, DATABASE_URL: databaseUrl!, APP_SECRET: appSecret, ...variables },
    { stdio: ['ignore', 'pipe', 'pipe'], onLine: (line) => lines.push(line) },
  )
  onTestFinished(async () => {
    await product.end('SIGKILL')
    await rm(dataDir, { recursive: true })
  })
  return { ...product, lines }
}

test('each line is JSON, each request has one with its route, and a fault is found by the id of its answer', async () => {
  const host = await makeCompany(app)
  const event = await makeEvent(host, { urlSlug: unique('secret-slug') })
  // A database that rejects what a guest and a user typed, in a statement of ours and in one of Drizzle's.
  await app.rows(`ALTER TABLE bookings ADD CONSTRAINT refused CHECK (attendee_name NOT LIKE 'canary%')`)
  await app.rows(`ALTER TABLE users ADD CONSTRAINT refused CHECK (username NOT LIKE 'canary%')`)
  const product = await startLogged({ LOG_FORMAT: 'json', LOG_LEVEL: 'info' })
  const send = (path: string, body: object) =>
    fetch(product.url + path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-request-id': 'chosen-by-a-stranger' },
      body: JSON.stringify(body),
    })
  for (const path of [`/event/${event.urlSlug}?from=canary-query`, '/healthz'])
    await fetch(product.url + path).then((answer) => answer.text())
  const failed = await Promise.all([
    send(`/api/timeslots/${event.slots[0]!.id}/book`, {
      attendeeName: 'canary guest',
      attendeeEmail: 'canary@guest.test',
    }),
    send('/api/register', {
      username: 'canary-user',
      email: 'canary@user.test',
      name: 'A',
      password: 'a secret of it',
    }),
  ])
  expect(failed.map(({ status }) => status)).toEqual([500, 500])
  const ids = await Promise.all(
    failed.map(async (answer) => /Request (\S+)\)/.exec((await answer.json()).message)![1]!),
  )
  expect(await product.end()).toEqual([0, null])

  const entries = product.lines.map((line) => JSON.parse(line))
  expect(entries.map(({ msg }) => msg)).toContain(`Trunkshow is ready at ${product.url}`)
  const requests = entries.filter(({ msg }) => msg === 'request')
  expect(requests.map(({ method, route, status }) => `${method} ${route} ${status}`).sort()).toEqual([
    'GET /event/:idOrSlug 200',
    'POST /api/register 500',
    'POST /api/timeslots/:id/book 500',
  ])
  for (const [index, table] of ['bookings', 'users'].entries()) {
    const reqId = ids[index]
    expect(reqId).toMatch(/^[0-9a-f]{12}$/)
    const [fault, ...others] = entries.filter((entry) => entry.reqId === reqId && entry.err)
    expect(others).toEqual([])
    expect(fault).toMatchObject({
      level: 'error',
      process: 'web',
      err: { code: '23514', table, constraint: 'refused', stack: expect.stringContaining(' at ') },
    })
    expect(requests.find((entry) => entry.reqId === reqId)).toMatchObject({
      status: 500,
      ms: expect.any(Number),
    })
  }
  const printed = product.lines.join('\n')
  for (const text of ['canary', event.urlSlug, '127.0.0.1"', 'guest.test', 'stranger'])
    expect(printed.match(new RegExp(`.{0,200}${text}.{0,50}`))?.[0], text).toBeUndefined()
})

test('at a terminal, sentences and errors are for people, and requests are not shown', async () => {
  const product = await startLogged({ LOG_FORMAT: 'text', LOG_LEVEL: 'info' })
  await fetch(`${product.url}/`).then((answer) => answer.text())
  expect(await product.end()).toEqual([0, null])
  expect(product.lines[0]).toMatch(/^[A-Z][^{]+$/)
  expect(product.lines).toContain(`Trunkshow is ready at ${product.url}`)
  expect(product.lines.join('\n')).not.toMatch(/\{|request|GET/)
})

test('a request takes its id from the proxy in front, if it is short and plain, and from no one else', () => {
  const idOf = (trustProxy: false | number, given: string) =>
    makeRequestId({ trustProxy })({ headers: { 'x-request-id': given } } as never)
  expect(idOf(1, 'a1b2-C3.d_4')).toBe('a1b2-C3.d_4')
  const odd = ['', 'a'.repeat(65), 'a b', 'a\nb', 'a"b', 'a@mail.test', '../a']
  const made = [...odd.map((given) => idOf(1, given)), idOf(false, 'a1b2')]
  expect(new Set(made).size).toBe(made.length)
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{12}$/)
})

const guest = 'Grace Okafor'
const email = 'grace.o’kafor+shows@mail.example.com'

/** An error as the driver makes it. */
function databaseError(fields: Partial<pg.DatabaseError> & { message: string }) {
  const { message, ...rest } = fields
  return Object.assign(new pg.DatabaseError(message, message.length, 'error'), rest)
}

function expectNobody(error: unknown) {
  for (const text of [JSON.stringify(describeError(error)), writeError(describeError(error))])
    for (const secret of [guest, email, 'mail.example.com']) expect(text).not.toContain(secret)
}

test('a statement that PostgreSQL rejects is named by its constraint, without the row', () => {
  const error = databaseError({
    message: 'duplicate key value violates unique constraint "users_email"',
    code: '23505',
    table: 'users',
    constraint: 'users_email',
    detail: `Key (lower(email))=(${email}) already exists.`,
    where: `unnamed portal parameter $1 = '${guest}'`,
  })
  expect(describeError(error)).toMatchObject({
    message: 'duplicate key value violates unique constraint "users_email"',
    code: '23505',
    table: 'users',
    constraint: 'users_email',
    stack: expect.stringMatching(/^ {4}at .*log\.test\.ts/),
  })
  expectNobody(error)
})

test('a value that PostgreSQL cannot convert is left out', () => {
  const error = databaseError({
    message: `invalid input syntax for type integer: "${guest} "quoted" ${email}"`,
    code: '22P02',
  })
  expect(describeError(error).message).toBe('invalid input syntax for type integer: "…"')
  expectNobody(error)
})

test('a failed query is shown without its values, and with its cause', () => {
  const cause = databaseError({
    message: 'new row violates check constraint "a"',
    code: '23514',
    detail: `Failing row contains (${guest}).`,
  })
  const error = new Error(`Failed query: insert into bookings values ($1, $2)\nparams: ${guest},${email}`, {
    cause,
  })
  expect(describeError(error)).toMatchObject({
    message: 'Failed query: insert into bookings values ($1, $2)',
    cause: { code: '23514' },
  })
  expectNobody(error)
})

test('what a mail server or a JSON parser quotes is left out', () => {
  expectNobody(new Error(`Can't send mail: 450 4.2.1 <${email}> mailbox busy`))
  expect(hideAddresses(`450 4.2.1 <${email}>, try ${email}.`)).toBe('450 4.2.1 <[email]>, try [email].')
  const parse = () => JSON.parse(`{"name": ${guest}`)
  expect(parse).toThrow(SyntaxError)
  try {
    parse()
  } catch (error) {
    expectNobody(error)
  }
})

test('properties of an error, which may be anything, are not shown', () =>
  expectNobody(Object.assign(new Error('refused'), { rejected: [email], input: { name: guest } })))

test('paths with an at sign stay whole', () =>
  expect(hideAddresses('at /app/node_modules/@fastify/session/lib/fastifySession.js:1:2')).toContain(
    '/@fastify/session/lib',
  ))

test('causes that go in circles end', () => {
  const error = new Error('around')
  error.cause = error
  expect(writeError(describeError(error))).toMatch(/^Error: around\n/)
})
