import { afterEach, describe, expect, test, vi } from 'vitest'
import { Turns } from './take-turns.ts'

/** Work that is told of when it begins, and takes until it is let go. */
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
  /** Lets everything end, one piece after the other, and answers the order in which they began. */
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

describe('of pieces that wait', () => {
  afterEach(() => vi.useRealTimers())

  test('another company’s is next, however many the one under way has waiting', async () => {
    const { work, finish } = makeWorkshop()
    for (const name of many) void work(1, name)
    void work(2, 'B1')
    void work(2, 'B2')
    expect(await finish()).toEqual(['A1', 'B1', 'A2', 'B2', ...many.slice(2)])
  })

  test('those of one company come in their order, the last one last', async () => {
    const { work, finish } = makeWorkshop()
    for (const name of [...many, 'B1']) void work(1, name)
    expect(await finish()).toEqual([...many, 'B1'])
  })

  test('each company has one in turn', async () => {
    const { work, finish } = makeWorkshop()
    for (const [company, name] of ['A', 'B', 'C'].entries())
      for (const n of [1, 2, 3]) void work(company, `${name}${n}`)
    expect(await finish()).toEqual(['A1', 'B1', 'C1', 'A2', 'B2', 'C2', 'A3', 'B3', 'C3'])
  })

  test('one that came between a turn and the next begins when that has ended', async () => {
    const { turns, work, finish } = makeWorkshop()
    const first = Promise.withResolvers<void>()
    const ended = turns.take(1, undefined, () => first.promise)
    void work(2, 'B1')
    first.resolve()
    await ended
    void work(3, 'C1')
    expect(await finish()).toEqual(['B1', 'C1'])
  })

  test('one that failed lets the next begin, and those given up never do', async () => {
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

  test('at most 30 of a company do; the others’ still may', async () => {
    const { work, turns } = makeWorkshop()
    for (let n = 0; n < 31; n++) void work(1, `A${n}`)
    expect(turns.waiting(1)).toBe(30)
    await expect(work(1, 'A31')).rejects.toMatchObject({ code: 'unavailable', detail: { retryAfter: 8 } })
    expect(turns.waiting(1)).toBe(30)
    void work(2, 'B1')
    expect(turns.waiting(2)).toBe(1)
  })

  test('none does longer than 8 seconds', async () => {
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
