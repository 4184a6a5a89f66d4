import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { type Endpoint, listEndpoints } from '@trunkshow/contract/api.ts'
import { roles } from '@trunkshow/contract/permissions.ts'
import fc from 'fast-check'
import type { InjectOptions } from 'fastify'
import { describe, expect, test } from 'vitest'
import { makeCoHost, makeCompany, makeUser, type TestUser } from '../factories.ts'
import { table } from './table.ts'
import { app, makeWorld, snapshot, startWorld } from './world.ts'

startWorld()

/**
 * Sends mutated requests: each must get a status below 500, the process must survive with bounded memory, and no row of
 * another company may change. The seed is fixed to repeat a run; FUZZ_SEED and FUZZ_RUNS widen the search.
 */
const seed = Number(process.env.FUZZ_SEED ?? 20_261)
const runs = Number(process.env.FUZZ_RUNS ?? 6)

/** Values known to break parsers, databases and arithmetic, and near misses of valid ones. */
const oddTexts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '\ud800',
  '\u202e\u200b',
  '👩‍👩‍👧'.repeat(40),
  'x'.repeat(100_000),
  "'; DROP TABLE users; --",
  '<script>alert(1)</script>',
  '../../../../etc/passwd',
  'a\r\nBcc: all@mail.test',
  '2026-02-30',
  '0000-00-00',
  '9999-12-31',
  '275760-09-14',
  '24:00',
  '10:00:00.000Z',
  '1e309',
  '-0',
  'NaN',
  '99999999999999999999',
  '1234.567',
  '-1',
  '%s%n',
  '{{7*7}}',
  '=1+1',
  'null',
  'true',
]
const oddNumbers = [
  0,
  -1,
  0.1,
  1.5,
  2 ** 31 - 1,
  2 ** 31,
  -(2 ** 31),
  Number.MAX_SAFE_INTEGER,
  1e21,
  1e308,
  5e-324,
]
const nestedArray = (levels: number): unknown => (levels === 0 ? 1 : [nestedArray(levels - 1)])

const oddValue: fc.Arbitrary<unknown> = fc.oneof(
  fc.constantFrom<unknown>(...oddTexts, ...oddNumbers, null, true, false, [], {}, [null], nestedArray(200)),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.constantFrom<unknown>('__proto__', 'constructor', { toString: 1 }, { length: 1e9 }, Array(5000).fill(1)),
)

const oddText = fc.constantFrom<unknown>(...oddTexts)
const leaveOut = Symbol('left out')

/** A valid body with up to three values, at any depth, replaced, removed or added. */
function mutated(good: unknown): fc.Arbitrary<unknown> {
  const odd = fc.oneof(
    { weight: 3, arbitrary: oddText },
    { weight: 3, arbitrary: oddValue },
    { weight: 1, arbitrary: fc.constant(leaveOut) },
  )
  return fc
    .array(fc.tuple(fc.constantFrom(...placesIn(good)), odd), { maxLength: 3 })
    .map((changes) => changes.reduce((body, [place, value]) => replaceAt(body, place, value), good))
}

/** Returns the paths of all values in a body, plus a new one in each object. */
function placesIn(body: unknown, way: string[] = []): string[][] {
  if (typeof body !== 'object' || body === null) return [way]
  const inside = Object.entries(body).flatMap(([key, value]) => placesIn(value, [...way, key]))
  return [way, [...way, 'companyId'], ...inside]
}

function replaceAt(body: unknown, [key, ...rest]: string[], value: unknown): unknown {
  if (key === undefined) return value === leaveOut ? undefined : value
  if (typeof body !== 'object' || body === null) return body
  const replaced = replaceAt((body as Record<string, unknown>)[key], rest, value)
  if (Array.isArray(body)) return body.map((item, index) => (String(index) === key ? replaced : item))
  const { [key]: _, ...others } = body as Record<string, unknown>
  return replaced === undefined ? others : { ...others, [key]: replaced }
}

/** Bodies that aren't JSON, or don't match their content type. */
const odderBody = fc.oneof(
  fc.constantFrom(
    '',
    '{',
    '[]',
    'null',
    '"',
    '{"a":1,"a":2}',
    '\ud800',
    `${'['.repeat(5000)}`,
    '{"__proto__":{}}',
  ),
  fc.string({ unit: 'binary', maxLength: 60 }),
)
const contentTypes = [
  'application/json',
  'application/json; charset=utf-16',
  'text/plain',
  'text/csv',
  'application/x-www-form-urlencoded',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  '\u00e9',
]

/** A URL with one of its ids or query values replaced. */
function mutatedUrl(url: string): fc.Arbitrary<string> {
  const [path = '', query = ''] = url.split('?')
  const parts = path.split('/')
  const odd = fc.oneof(
    fc.constantFrom(
      '0',
      '-1',
      '2147483648',
      '99999999999999999999',
      '1e3',
      '%00',
      '%',
      '..',
      '%2e%2e',
      'null',
      '٣',
    ),
    fc.constantFrom(...oddTexts).map((text) => encodeURIComponent(text.toWellFormed().slice(0, 3000))),
    fc.nat(200).map(String),
  )
  const oddPath = fc
    .tuple(fc.integer({ min: 2, max: Math.max(2, parts.length - 1) }), odd)
    .map(([at, value]) => parts.map((part, index) => (index === at ? value : part)).join('/'))
  const keys = [
    'limit',
    'cursor',
    'q',
    'sort',
    'status',
    'date',
    'ids',
    'email',
    'tab',
    'from',
    'to',
    'eventId',
  ]
  const oddQuery = fc
    .array(fc.tuple(fc.constantFrom(...keys), odd), { maxLength: 3 })
    .map((pairs) => pairs.map(([key, value]) => `${key}=${value}`).join('&'))
  return fc
    .tuple(
      fc.oneof({ weight: 3, arbitrary: fc.constant(path) }, { weight: 1, arbitrary: oddPath }),
      fc.oneof({ weight: 2, arbitrary: fc.constant(query) }, { weight: 1, arbitrary: oddQuery }),
    )
    .map(([path, query]) => (query ? `${path}?${query}` : path))
}

const oddHeaders = fc.oneof(
  { weight: 5, arbitrary: fc.constant({}) },
  {
    weight: 1,
    arbitrary: fc.dictionary(
      fc.constantFrom(
        'idempotency-key',
        'if-none-match',
        'x-user-id',
        'accept',
        'range',
        'referer',
        'x-forwarded-for',
      ),
      fc.string({ maxLength: 300 }),
      { maxKeys: 3 },
    ),
  },
)

interface OddCall {
  url: string
  headers: Record<string, string>
  payload: Buffer | undefined
}

function oddCall([url, body]: [url: string, body?: unknown]): fc.Arbitrary<OddCall> {
  const json = mutated(body instanceof FormData ? { orderId: 1 } : body).map((value) => ({
    type: 'application/json',
    text: value === undefined ? undefined : JSON.stringify(value),
  }))
  const any = fc.tuple(fc.constantFrom(...contentTypes), odderBody).map(([type, text]) => ({ type, text }))
  return fc
    .tuple(
      mutatedUrl(url),
      oddHeaders,
      fc.oneof({ weight: 4, arbitrary: json }, { weight: 1, arbitrary: any }),
    )
    .map(([url, headers, { type, text }]) => ({
      url,
      headers: { ...headers, ...(text !== undefined && { 'content-type': type }) },
      payload: text === undefined ? undefined : Buffer.from(text),
    }))
}

/** Replaces each value of a valid request with values that PostgreSQL and JavaScript treat differently. */
function everyPlaceOdd([url, body]: [url: string, body?: unknown]): OddCall[] {
  if (typeof body !== 'object' || body instanceof FormData) return []
  const values = ['a\0b', '\ud800', 2 ** 31, 1e308, 0.5, null, [], {}]
  return placesIn(body).flatMap((place) =>
    values.map((value) => ({
      url,
      headers: { 'content-type': 'application/json' },
      payload: Buffer.from(JSON.stringify(replaceAt(body, place, value))),
    })),
  )
}

const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const starts = [
  pixel,
  Buffer.from('%PDF-1.7\n'),
  Buffer.from('GIF89a'),
  Buffer.from([0xff, 0xd8, 0xff, 0xe0]),
  Buffer.alloc(0),
]

/** A form with files that mixes valid and odd fields and may be truncated, unterminated or have duplicate parts. */
function oddForm(endpoint: Endpoint, [url, body]: [url: string, body?: unknown]): fc.Arbitrary<OddCall> {
  const good = body instanceof FormData ? [...body.keys()] : Object.keys((body as object | undefined) ?? {})
  const fields = [
    ...Object.keys(endpoint.images ?? {}),
    ...(endpoint.attachments?.fields ?? []),
    ...good,
    'x',
    '__proto__',
  ]
  const part = fc.record({
    field: fc.oneof(
      fc.constantFrom(...fields),
      fc.constantFrom(...oddTexts.filter((text) => text.length < 200)),
    ),
    filename: fc.option(
      fc.constantFrom('a.png', 'a.svg', 'a.html', '', '../../../a.png', 'a\0.png', 'é'.repeat(300)),
    ),
    type: fc.option(
      fc.constantFrom('image/png', 'image/webp', 'application/pdf', 'text/html', 'image/svg+xml', ''),
    ),
    content: fc.oneof(
      fc
        .tuple(fc.constantFrom(...starts), fc.uint8Array({ maxLength: 300 }))
        .map(([a, b]) => Buffer.concat([a, b])),
      fc.constantFrom(...oddTexts).map((text) => Buffer.from(text)),
    ),
  })
  return fc
    .record({
      url: mutatedUrl(url),
      parts: fc.array(part, { maxLength: 6 }),
      keepGood: fc.boolean(),
      cutAt: fc.option(fc.double({ min: 0, max: 1, noNaN: true }), { freq: 3 }),
      boundary: fc.constantFrom('x', 'x', 'x', '----WebKitFormBoundary7MA4YWxk', 'y'),
    })
    .map(({ url, parts, keepGood, cutAt, boundary }) => {
      const kept =
        keepGood && !(body instanceof FormData) ? Object.entries((body as object | undefined) ?? {}) : []
      const whole = Buffer.concat([
        ...kept.map(([name, value]) =>
          Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`),
        ),
        ...parts.flatMap(({ field, filename, type, content }) => [
          Buffer.from(
            `--x\r\nContent-Disposition: form-data; name="${field}"${filename === null ? '' : `; filename="${filename}"`}\r\n` +
              `${type === null ? '' : `Content-Type: ${type}\r\n`}\r\n`,
          ),
          content,
          Buffer.from('\r\n'),
        ]),
        Buffer.from('--x--\r\n'),
      ])
      return {
        url,
        headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
        payload: cutAt === null ? whole : whole.subarray(0, Math.floor(whole.length * cutAt)),
      }
    })
}

/** Sends a request and fails if its status is not allowed. */
async function send(method: InjectOptions['method'], call: OddCall, caller: TestUser | null) {
  const { statusCode, headers, body } = await app.app.inject({
    method,
    url: call.url,
    headers: { accept: 'application/json', ...call.headers, ...(caller && { cookie: caller.cookie }) },
    ...(call.payload && { payload: call.payload }),
  })
  // A full queue may respond 503 if it says when to retry.
  const waits = statusCode === 503 && headers['retry-after'] !== undefined
  if (statusCode >= 500 && !waits) throw new Error(`${statusCode}: ${body}`)
}

const endpoints = listEndpoints()
const withFiles = endpoints.filter(({ endpoint }) => endpoint.images || endpoint.attachments)
/** Endpoints that need a login. Anyone may call the others and change what they lead to. */
const closed = endpoints.filter(({ endpoint }) => !['public', 'token'].includes(String(endpoint.access)))

/** Unhandled rejections during these tests, each of which would crash the real process. */
const faults: unknown[] = []
process.on('unhandledRejection', (fault) => faults.push(fault))

describe('odd requests get a response, and never a server error', () => {
  test.each(endpoints)('$name', async ({ name, endpoint: { method } }) => {
    const world = await makeWorld()
    const callers = [
      null,
      ...(await Promise.all(roles.map((role) => makeUser(app, world.owner.companyId, role)))),
      await makeCoHost(app, world.event),
      await makeCompany(app),
    ]
    const good = table[name]!.aim(world)
    for (const call of everyPlaceOdd(good)) await send(method, call, world.owner)
    await fc.assert(
      fc.asyncProperty(oddCall(good), fc.constantFrom(...callers), (call, caller) =>
        send(method, call, caller),
      ),
      { seed, numRuns: runs * callers.length, endOnFailure: true },
    )
    expect(faults).toEqual([])
  })
})

test('2,000 odd forms with files get a response, in bounded memory', async () => {
  const world = await makeWorld()
  const callers = [world.owner, await makeUser(app, world.owner.companyId, 'order management'), null]
  const forms = fc.oneof(
    ...withFiles.map(({ name, endpoint }) =>
      oddForm(endpoint, table[name]!.aim(world)).map((call) => ({ method: endpoint.method, call })),
    ),
  )
  const round = (numRuns: number, seed: number) =>
    fc.assert(
      fc.asyncProperty(forms, fc.constantFrom(...callers), ({ method, call }, caller) =>
        send(method, call, caller),
      ),
      { seed, numRuns, endOnFailure: true },
    )
  await round(500, seed)
  const before = usedMegabytes()
  await round(1500, seed + 1)
  expect(usedMegabytes() - before).toBeLessThan(30)
  expect(faults).toEqual([])
})

test('odd requests from outside change nothing in a company', async () => {
  const world = await makeWorld()
  const outside = [null, await makeCompany(app), await makeCompany(app, 'order management')]
  const before = await snapshot(world)
  for (const { name, endpoint } of closed)
    await fc.assert(
      fc.asyncProperty(oddCall(table[name]!.aim(world)), fc.constantFrom(...outside), (call, caller) =>
        send(endpoint.method, call, caller),
      ),
      { seed, numRuns: runs * outside.length, endOnFailure: true },
    )
  expect(await snapshot(world)).toEqual(before)
})

/** Returns the megabytes in use after garbage collection. */
function usedMegabytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  const { heapUsed, external } = process.memoryUsage()
  return (heapUsed + external) / 2 ** 20
}
