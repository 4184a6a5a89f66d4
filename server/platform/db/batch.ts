import { setTimeout } from 'node:timers/promises'
import DataLoader from 'dataloader'
import type { Database } from './transaction.ts'

/** How long others wait for a query that hangs, in milliseconds, before theirs begins beside it. */
const MAX_WAIT_MS = 250

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
      last = Promise.race([reading.catch(() => {}), setTimeout(MAX_WAIT_MS, undefined, { ref: false })])
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
