import { readStoredUser } from './stored-user.ts'

/**
 * What the desk keeps in this browser: a small table of values by key, which survives a restart (decision 057). Other
 * screens only clear it.
 */
const NAME = 'trunkshow-desk'
const TABLE = 'kept'

/** Parts of a key: the kind of value, then the user, so that one user's values are one range. */
type Key = readonly (number | string)[]
type UserKey = readonly [kind: string, userId: number, ...rest: (number | string)[]]

interface Kept {
  value: unknown
  /** Milliseconds since 1970. */
  keptAt: number
}

let database: Promise<IDBDatabase> | undefined

function open(): Promise<IDBDatabase> {
  database ??= new Promise((resolve, reject) => {
    const request = indexedDB.open(NAME, 1)
    request.onupgradeneeded = () => request.result.createObjectStore(TABLE)
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error)
  })
  return database
}

async function run<T>(
  mode: IDBTransactionMode,
  work: (table: IDBObjectStore) => IDBRequest<T>,
  opened?: IDBDatabase,
): Promise<T> {
  const transaction = (opened ?? (await open())).transaction(TABLE, mode, { durability: 'strict' })
  const request = work(transaction.objectStore(TABLE))
  return new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve(request.result)
    transaction.onerror = () => reject(transaction.error)
    transaction.onabort = () => reject(transaction.error)
  })
}

/** All keys that begin with these parts; arrays sort after texts and numbers. */
const under = (start: Key) => IDBKeyRange.bound(start, [...start, []])

/** Keeps a value of the logged-in user: an answer that arrives after they logged out, in any tab, is not kept. */
export async function keep(key: UserKey, value: unknown): Promise<void> {
  const isLoggedIn = () => readStoredUser()?.id === key[1]
  const database = await open()
  if (!isLoggedIn()) return
  localStorage.setItem(NAME, 'yes')
  // Begins at once, so that what a log-out removes from now on includes it.
  await run(
    'readwrite',
    (table) => table.put({ value, keptAt: Date.now() } satisfies Kept, [...key]),
    database,
  )
  // Another tab's log-out may not have been known yet.
  if (!isLoggedIn()) await forget(key)
}

/** Removes the value of a key and all values under it. */
export const forget = (start: Key) => run('readwrite', (table) => table.delete(under(start)))

/** Returns the values under a key, in the order of their keys. */
export async function listKept<T>(start: Key): Promise<T[]> {
  const rows = await run<Kept[]>('readonly', (table) => table.getAll(under(start)))
  return rows.map(({ value }) => value as T)
}

/** How long guests' names stay on a device (docs/product.md, The desk). */
const LIFE_MS = 24 * 3_600_000

/** Removes the days of all users that are older than 24 hours; what was not sent stays. */
export async function forgetOldDays(): Promise<void> {
  const keys = await run('readonly', (table) => table.getAllKeys(under(['day'])))
  const rows = await run<Kept[]>('readonly', (table) => table.getAll(under(['day'])))
  for (const [at, { keptAt }] of rows.entries())
    if (keptAt < Date.now() - LIFE_MS) await forget(keys[at] as (number | string)[])
}
