import { setImmediate } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { createSharedResults, type SharedResultsOptions } from './shared-results.ts'

/** Shared results on a clock of the test's own, each the number of its making. */
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

test('a hundred at once and the next second’s share one, and the second after gets another', async () => {
  const { clock, made, ask } = open()
  const first = await Promise.all(Array.from({ length: 100 }, () => ask('page')))
  expect(new Set(first)).toEqual(new Set([1]))
  clock.now = 999
  expect(await ask('page')).toBe(1)
  clock.now = 1000
  expect(await ask('page')).toBe(2)
  expect(made).toEqual(['page', 'page'])
})

test('a busy process gives a result out for another second while it makes the next', async () => {
  const { clock, made, ask } = open({ isBusy: () => true })
  await ask('page')
  clock.now = 1999
  expect(await Promise.all([ask('page'), ask('page')])).toEqual([1, 1])
  await vi.waitFor(async () => expect(await ask('page')).toBe(2))
  expect(made).toHaveLength(2)
  clock.now = 4000
  expect(await ask('page')).toBe(3)
})

test('a busy process never gives an old result to who has changed something', async () => {
  const { clock, ask } = open({ isBusy: () => true })
  await ask('page')
  clock.now = 1500
  const [old, fresh] = [ask('page'), ask('page', { mustBeFresh: true })]
  expect([await old, await fresh]).toEqual([1, 2])
})

test('who has changed something gets one begun after, which others share from then on', async () => {
  const { made, ask } = open()
  const old = ask('page')
  const fresh = ask('page', { mustBeFresh: true })
  expect([await old, await fresh, await ask('page')]).toEqual([1, 2, 2])
  // Those who come while it waits for its turn have changed something before it, too.
  const [, second, third] = [
    ask('page', { mustBeFresh: true }),
    ask('page', { mustBeFresh: true }),
    ask('page', { mustBeFresh: true }),
  ]
  expect(await second).toBe(await third)
  expect(made).toHaveLength(4)
})

test('what failed is told to all who waited, and tried again by the next', async () => {
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

test('a company’s are made one after the other, and another company’s between them', async () => {
  const { made, ask } = open()
  const busy = Array.from({ length: 50 }, (_, index) => ask(`busy-${index}`))
  await setImmediate()
  await ask('calm', { owner: 2 })
  expect(made.indexOf('calm')).toBeLessThan(5)
  await Promise.all(busy)
  expect(made).toHaveLength(51)
})

test('a busy company pushes out its own, by number and by size, never a calm one’s', async () => {
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

test('nothing is held for longer than it is good for', async () => {
  const { shared, clock, ask } = open({ life: 1 })
  await ask('page')
  clock.now = 1
  await expect.poll(() => shared.size().entries).toBe(0)
})
