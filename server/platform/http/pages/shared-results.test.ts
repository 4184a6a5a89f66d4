import { setImmediate } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { expect, test, vi } from 'vitest'
import { acceptsGzip, deflatePiece, gzipPieces, storePiece } from './shared-page.ts'
import { createSharedResults, type SharedResultsOptions } from './shared-results.ts'

/** Shared results with their own clock; each result is its number. */
function open(options: SharedResultsOptions = {}) {
  const clock = { now: 0 }
  const shared = createSharedResults({ isBusy: () => false, ...options, now: () => clock.now })
  const made: string[] = []
  const ask = (key: string, { owner = 1, mustBeFresh = false, bytes = 1 } = {}) =>
    shared.get({ owner, key, mustBeFresh }, async () => {
      made.push(key)
      const value = made.length
      await setImmediate()
      return { value, bytes }
    })
  return { shared, clock, made, ask }
}

test('a hundred at once and the next second’s callers share a result, and later ones get another', async () => {
  const { clock, made, ask } = open()
  const first = await Promise.all(Array.from({ length: 100 }, () => ask('page')))
  expect(new Set(first)).toEqual(new Set([1]))
  clock.now = 999
  expect(await ask('page')).toBe(1)
  clock.now = 1000
  expect(await ask('page')).toBe(2)
  expect(made).toEqual(['page', 'page'])
})

test('a busy process reuses a result for another second while it makes the next', async () => {
  const { clock, made, ask } = open({ isBusy: () => true })
  await ask('page')
  clock.now = 1999
  expect(await Promise.all([ask('page'), ask('page')])).toEqual([1, 1])
  await vi.waitFor(async () => expect(await ask('page')).toBe(2))
  expect(made).toHaveLength(2)
  clock.now = 4000
  expect(await ask('page')).toBe(3)
})

test('a busy process never returns an old result to a caller who changed something', async () => {
  const { clock, ask } = open({ isBusy: () => true })
  await ask('page')
  clock.now = 1500
  const [old, fresh] = [ask('page'), ask('page', { mustBeFresh: true })]
  // The second is queued for others, and may read a replica.
  expect([await old, await fresh]).toEqual([1, 3])
})

test('a caller who changed something gets a new result, which others share from then on', async () => {
  const { made, ask } = open()
  const old = ask('page')
  const fresh = ask('page', { mustBeFresh: true })
  expect([await old, await fresh, await ask('page')]).toEqual([1, 2, 2])
  // Callers that arrive while it is queued may use it too: it has not begun.
  const [, second, third] = [
    ask('page', { mustBeFresh: true }),
    ask('page', { mustBeFresh: true }),
    ask('page', { mustBeFresh: true }),
  ]
  expect(await second).toBe(await third)
  expect(made).toHaveLength(4)
})

test('a failure reaches all callers who waited, and the next one retries', async () => {
  const { shared } = open()
  let tries = 0
  const ask = () =>
    shared.get({ owner: 1, key: 'page' }, async () => {
      tries += 1
      await setImmediate()
      if (tries === 1) throw new Error('away')
      return { value: tries, bytes: 1 }
    })
  const outcomes = await Promise.allSettled([ask(), ask()])
  expect(outcomes.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await ask()).toBe(2)
})

test('results of a company are made one at a time, with other companies’ in between', async () => {
  const { made, ask } = open()
  const busy = Array.from({ length: 50 }, (_, index) => ask(`busy-${index}`))
  await setImmediate()
  await ask('calm', { owner: 2 })
  expect(made.indexOf('calm')).toBeLessThan(5)
  await Promise.all(busy)
  expect(made).toHaveLength(51)
})

test('a busy company only evicts its own results, by number and by size', async () => {
  for (const [limits, bytes] of [
    [{ entries: 10 }, 1],
    [{ bytes: 1000 }, 100],
  ] as const) {
    const { shared, made, ask } = open(limits)
    await ask('calm', { owner: 2, bytes })
    for (let index = 0; index < 100; index++) await ask(`busy-${index}`, { bytes })
    expect(shared.size()).toEqual({ entries: 10, bytes: 10 * bytes })
    await ask('calm', { owner: 2, bytes })
    await ask('busy-99', { bytes })
    expect(made).toHaveLength(101)
    await ask('busy-0', { bytes })
    expect(made).toHaveLength(102)
  }
})

test('results are removed when they expire', async () => {
  const { shared, clock, ask } = open({ life: 1, lifeWhenBusy: 1 })
  await ask('page')
  clock.now = 1
  await expect.poll(() => shared.size().entries).toBe(0)
})

test('pieces that are compressed once form one gzip file of about the usual size', async () => {
  const texts = [
    '<li>Friday, April 16 – 10:00 AM</li>'.repeat(3000),
    'own-key',
    '',
    'é'.repeat(40_000),
    'x'.repeat(65_535),
    '!',
  ]
  const pieces = [
    await deflatePiece(texts[0]!),
    storePiece(texts[1]!),
    await deflatePiece(texts[2]!),
    await deflatePiece(texts[3]!),
    storePiece(texts[4]!),
    await deflatePiece(texts[5]!),
  ]
  expect(gunzipSync(gzipPieces(pieces)).toString()).toBe(texts.join(''))
  expect(gunzipSync(gzipPieces([])).toString()).toBe('')
  expect(gzipPieces(pieces.slice(0, 4)).length).toBeLessThan(
    1.2 * gzipSync(texts.slice(0, 4).join('')).length,
  )
})

test.each([
  ['gzip, deflate, br, zstd', true],
  ['br, gzip;q=0.8', true],
  ['GZIP', true],
  ['gzip;q=0', false],
  ['br, gzip ; q=0.000', false],
  ['x-gzipped', false],
  ['br', false],
  ['identity', false],
  [undefined, false],
])('an Accept-Encoding of %j accepts it: %s', (accepted, takes) => {
  expect(acceptsGzip(accepted)).toBe(takes)
})
