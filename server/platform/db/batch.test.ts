import { expect, test, vi } from 'vitest'
import { batched, twoAtATime } from './batch.ts'
import type { Database } from './transaction.ts'

/** A read whose queries are answered by hand, in the order in which they began. */
function setUp() {
  const queries: { keys: number[]; answer: (rows: string[]) => void; fail: (error: Error) => void }[] = []
  const read = batched(
    (_, keys: number[]) => new Promise<string[]>((answer, fail) => queries.push({ keys, answer, fail })),
    (row) => Number(row.split(' ')[0]),
  )
  const ctx = { db: {} as Database }
  return {
    queries,
    ask: (key: number, db = ctx.db) => read({ db }, key),
    settle: () => new Promise(setImmediate),
  }
}

test('those who ask while a query runs share the next, which asks for each key once', async () => {
  const { queries, ask, settle } = setUp()
  const first = ask(1)
  await settle()
  const others = [ask(1), ask(2), ask(2), ask(3)]
  await settle()
  // The one that runs may have read before they asked.
  expect(queries.map(({ keys }) => keys)).toEqual([[1]])
  queries[0]!.answer(['1 before'])
  expect(await first).toBe('1 before')
  await settle()
  expect(queries[1]!.keys).toEqual([1, 2, 3])
  queries[1]!.answer(['3 c', '1 after'])
  expect(await Promise.all(others)).toEqual(['1 after', undefined, undefined, '3 c'])
})

test('a query that fails fails for those who share it, and the next one runs', async () => {
  const { queries, ask, settle } = setUp()
  const failed = [ask(1), ask(2)].map((asked) => asked.catch((error: Error) => error.message))
  await settle()
  const next = ask(1)
  queries[0]!.fail(new Error('gone'))
  expect(await Promise.all(failed)).toEqual(['gone', 'gone'])
  await settle()
  queries[1]!.answer(['1 again'])
  expect(await next).toBe('1 again')
})

test('a query that hangs holds up no other for long', async () => {
  const { queries, ask, settle } = setUp()
  ask(1)
  await settle()
  const other = ask(2)
  await vi.waitFor(() => expect(queries.length).toBe(2))
  queries[1]!.answer(['2 at last'])
  expect(await other).toBe('2 at last')
})

test('a database, such as a transaction, never waits for another', async () => {
  const { queries, ask, settle } = setUp()
  ask(1)
  const inTransaction = ask(1, {} as Database)
  await settle()
  queries[1]!.answer(['1 inside'])
  expect(await inTransaction).toBe('1 inside')
})

test('work of one key is done by two at a time, in order, and what fails lets the next begin', async () => {
  const inTurn = twoAtATime<string>()
  const begun: number[] = []
  const ends: (() => void)[] = []
  const doing = [0, 1, 2, 3].map((n) =>
    inTurn('a', () => {
      begun.push(n)
      return new Promise<number>((end, fail) => {
        ends[n] = () => (n === 0 ? fail(new Error('gone')) : end(n))
      })
    }).catch((error: Error) => error.message),
  )
  expect(await inTurn('b', async () => 'another key')).toBe('another key')
  expect(begun).toEqual([0, 1])
  ends[0]!()
  await vi.waitFor(() => expect(begun).toEqual([0, 1, 2]))
  ends[1]!()
  await vi.waitFor(() => expect(begun).toEqual([0, 1, 2, 3]))
  ends[2]!()
  ends[3]!()
  expect(await Promise.all(doing)).toEqual(['gone', 1, 2, 3])
})
