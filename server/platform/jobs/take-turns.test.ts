import { afterEach, describe, expect, test, vi } from 'vitest'
import { Turns } from './take-turns.ts'

/** Work that records when it begins, and runs until it is released. */
function makeWorkshop() {
  const turns = new Turns()
  const begun: string[] = []
  const underWay: (() => void)[] = []
  const work = (companyId: number, name: string, abortSignal?: AbortSignal) => {
    const taken = turns.take(companyId, abortSignal, async () => {
      begun.push(name)
      await new Promise<void>((done) => underWay.push(done))
    })
    taken.catch(() => {})
    return taken
  }
  /** Completes all work one by one, and returns the order in which it began. */
  async function finish() {
    for (let idle = 0; idle < 3; idle++) {
      if (underWay.length > 0) idle = 0
      expect(underWay.length).toBeLessThan(2)
      underWay.shift()?.()
      await new Promise(setImmediate)
    }
    return begun
  }
  return { turns, work, begun, finish }
}

const many = Array.from({ length: 20 }, (_, n) => `A${n + 1}`)

describe('waiting pieces', () => {
  afterEach(() => vi.useRealTimers())

  test('of another company are next, however many the current company has', async () => {
    const { work, finish } = makeWorkshop()
    for (const name of many) void work(1, name)
    void work(2, 'B1')
    void work(2, 'B2')
    expect(await finish()).toEqual(['A1', 'B1', 'A2', 'B2', ...many.slice(2)])
  })

  test('of one company run in order', async () => {
    const { work, finish } = makeWorkshop()
    for (const name of [...many, 'B1']) void work(1, name)
    expect(await finish()).toEqual([...many, 'B1'])
  })

  test('run one per company in turn', async () => {
    const { work, finish } = makeWorkshop()
    for (const [company, name] of ['A', 'B', 'C'].entries())
      for (const n of [1, 2, 3]) void work(company, `${name}${n}`)
    expect(await finish()).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'C2', 'A3', 'B3', 'C3'])
  })

  test('that arrive between two turns start after the second', async () => {
    const { turns, work, finish } = makeWorkshop()
    const first = Promise.withResolvers<void>()
    const ended = turns.take(1, undefined, () => first.promise)
    void work(2, 'B1')
    first.resolve()
    await ended
    void work(3, 'C1')
    expect(await finish()).toEqual(['B1', 'C1'])
  })

  test('start after one that failed, and never start when aborted', async () => {
    const { turns, work, finish } = makeWorkshop()
    const first = Promise.withResolvers<void>()
    const failing = turns.take(1, undefined, () => first.promise)
    const [early, late] = [new AbortController(), new AbortController()]
    const given = [work(2, 'B1', early.signal), work(1, 'A1', late.signal), work(1, 'A2')]
    early.abort(new Error('given up'))
    await expect(given[0]).rejects.toThrow('given up')
    expect(turns.waiting(2)).toBe(0)
    first.reject(new Error('broken'))
    await expect(failing).rejects.toThrow('broken')
    const done = finish()
    late.abort(new Error('under way by then'))
    expect(await done).toEqual(['A1', 'A2'])
    await given[1]
    await expect(turns.take(3, early.signal, async () => 'free')).resolves.toBe('free')
  })

  test('are limited to 30 per company, without affecting others', async () => {
    const { work, turns } = makeWorkshop()
    for (let n = 0; n < 31; n++) void work(1, `A${n}`)
    expect(turns.waiting(1)).toBe(30)
    await expect(work(1, 'A31')).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfter: 8 } })
    expect(turns.waiting(1)).toBe(30)
    void work(2, 'B1')
    expect(turns.waiting(2)).toBe(1)
  })

  test('run as many at once as are allowed', async () => {
    const turns = new Turns({ atOnce: 2 })
    const ends: (() => void)[] = []
    const taken = [1, 1, 2].map((companyId) =>
      turns.take(companyId, undefined, () => new Promise<void>((end) => ends.push(end))),
    )
    await new Promise(setImmediate)
    expect([ends.length, turns.waiting(2)]).toEqual([2, 1])
    ends[0]!()
    await taken[0]
    await new Promise(setImmediate)
    expect([ends.length, turns.waiting(2)]).toEqual([3, 0])
    for (const end of ends) end()
    await Promise.all(taken)
  })

  test('wait at most 8 seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { work, finish, begun } = makeWorkshop()
    void work(1, 'A1')
    const second = work(1, 'A2')
    vi.advanceTimersByTime(7000)
    void work(1, 'A3')
    vi.advanceTimersByTime(1000)
    await expect(second).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfter: 8 } })
    expect(begun).toEqual(['A1'])
    expect(await finish()).toEqual(['A1', 'A3'])
  })
})
