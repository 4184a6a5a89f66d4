import { setTimeout } from 'node:timers/promises'
import DataLoader from 'dataloader'
import type { Database } from './transaction.ts'

/** How long work waits for earlier work that hangs, in milliseconds, before it begins beside it. */
const MAX_WAIT_MS = 250

/** Waits until earlier work has ended in any way, but not for long. */
const waitFor = (earlier: Promise<unknown>) =>
  Promise.race([earlier.catch(() => {}), setTimeout(MAX_WAIT_MS, undefined, { ref: false })])

/**
 * Returns a function that does work of one key by two at a time, in the order of its calls: more would wait for one row,
 * each with a connection that others need (decision 076).
 */
export function twoAtATime<Key>() {
  const newest = new Map<Key, Promise<unknown>[]>()
  return async <Result>(key: Key, work: () => Promise<Result>): Promise<Result> => {
    const [last, lastButOne] = newest.get(key) ?? []
    const mine = lastButOne ? waitFor(lastButOne).then(work) : work()
    newest.set(key, last ? [mine, last] : [mine])
    try {
      return await mine
    } finally {
      if (newest.get(key)?.[0] === mine) newest.delete(key)
    }
  }
}

/**
 * Returns a read of one row by its key. Calls that come while one is under way share the next query, so that many guests
 * of one page cost little more than one. Every query begins after its callers asked, and reads what was committed by then.
 *
 * @param read finds rows by distinct keys, in any order
 */
export function batched<Key extends string | number, Row>(
  read: (ctx: { db: Database }, keys: Key[]) => Promise<Row[]>,
  keyOf: (row: Row) => Key,
) {
  const loaders = new WeakMap<Database, DataLoader<Key, Row | undefined>>()

  function openLoader(db: Database) {
    let last: Promise<unknown> = Promise.resolve()
    async function readAll(keys: readonly Key[]) {
      const reading = read({ db }, [...new Set(keys)])
      last = waitFor(reading)
      const found = new Map((await reading).map((row) => [keyOf(row), row]))
      return keys.map((key) => found.get(key))
    }
    const loader = new DataLoader(readAll, { cache: false, batchScheduleFn: (send) => void last.then(send) })
    loaders.set(db, loader)
    return loader
  }

  return ({ db }: { db: Database }, key: Key): Promise<Row | undefined> =>
    (loaders.get(db) ?? openLoader(db)).load(key)
}
