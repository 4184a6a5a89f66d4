import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'

interface Wanted {
  /** The company that owns the result. */
  owner: number
  /** Everything the result depends on except stored data and time. */
  key: string
  /** Whether the work must begin after this call, for a caller who changed its data: other work may read a replica. */
  mustBeFresh?: boolean
}

interface Made<Value> {
  value: Value
  /** Approximate memory use. */
  bytes: number
}

interface Entry {
  owner: number
  bytes: number
  value: Promise<unknown>
  /** The previous result, returned while this one is in progress. */
  before?: Entry
  mustBeFresh: boolean
  /** When the work began; undefined while it is queued. */
  startedAt: number | undefined
  done: boolean
}

export interface SharedResultsOptions {
  /** The maximum age of a result, in milliseconds. */
  life?: number
  /** The maximum age while the process is busy, in milliseconds; at most as long as `rememberChange` lasts. */
  lifeWhenBusy?: number
  isBusy?: () => boolean
  entries?: number
  bytes?: number
  now?: () => number
}

/** How often load is measured, and the utilization from which a process counts as busy. */
const LOAD_INTERVAL_MS = 500
const BUSY_SHARE = 0.5

/** @returns whether the event loop was busy most of the time since the last measurement */
function watchEventLoop() {
  let [before, measuredAt, busy] = [performance.eventLoopUtilization(), performance.now(), false]
  return () => {
    if (performance.now() - measuredAt < LOAD_INTERVAL_MS) return busy
    const after = performance.eventLoopUtilization()
    busy = performance.eventLoopUtilization(after, before).utilization > BUSY_SHARE
    ;[before, measuredAt] = [after, performance.now()]
    return busy
  }
}

/**
 * Shares results between concurrent callers in this process (decision 033). Each company's work runs one at a time, and
 * beyond the limits the oldest results of the company with the most are evicted.
 */
export function createSharedResults({
  life = 1000,
  lifeWhenBusy = 2000,
  isBusy = watchEventLoop(),
  entries: maxEntries = 500,
  bytes: maxBytes = 32 * 1024 * 1024,
  now = () => performance.now(),
}: SharedResultsOptions = {}) {
  const entries = new Map<string, Entry>()
  const turns = new Map<number, Promise<unknown>>()

  function isGood({ startedAt, done, mustBeFresh: isFresh }: Entry, mustBeFresh: boolean) {
    if (startedAt === undefined) return isFresh || !mustBeFresh
    return !mustBeFresh && (!done || now() - startedAt < life)
  }

  /** Whether a finished result may be reused while a busy process makes the next. */
  const isGoodWhenBusy = ({ startedAt, done }: Entry) => done && now() - startedAt! < lifeWhenBusy && isBusy()

  /** Runs after the owner's earlier work, and lets other requests run in between. */
  function inTurn<Value>(owner: number, work: () => Promise<Value>): Promise<Value> {
    const before = turns.get(owner)
    const mine = before ? before.then(() => setImmediate()).then(work) : work()
    const over = mine
      .catch(() => {})
      .then(() => {
        if (turns.get(owner) === over) turns.delete(owner)
      })
    turns.set(owner, over)
    return mine
  }

  function drop(key: string, entry: Entry) {
    if (entries.get(key) === entry) entries.delete(key)
  }

  function dropOnceOld(key: string, entry: Entry) {
    setTimeout(() => {
      if (now() - entry.startedAt! < lifeWhenBusy) dropOnceOld(key, entry)
      else drop(key, entry)
    }, lifeWhenBusy).unref()
  }

  /** Returns how many results are stored and their memory use. */
  const size = () => ({
    entries: entries.size,
    bytes: [...entries.values()].reduce((sum, { bytes }) => sum + bytes, 0),
  })

  /** Evicts the oldest results of the owner with the largest share of entries and bytes, until everything fits. */
  function evictExcess() {
    for (let all = size(); all.entries > maxEntries || all.bytes > maxBytes; all = size()) {
      const shares = new Map<number, number>()
      for (const { owner, bytes } of entries.values())
        shares.set(owner, (shares.get(owner) ?? 0) + 1 / maxEntries + bytes / maxBytes)
      const [largest] = [...shares].reduce((most, share) => (share[1] > most[1] ? share : most))
      const [key] = [...entries].find(([, entry]) => entry.owner === largest)!
      entries.delete(key)
    }
  }

  function make<Value>(
    { owner, key, mustBeFresh = false }: Wanted,
    work: () => Promise<Made<Value>>,
    before?: Entry,
  ): Promise<Value> {
    const entry: Entry = {
      owner,
      bytes: 0,
      before,
      mustBeFresh,
      startedAt: undefined,
      done: false,
      value: Promise.resolve(),
    }
    const value = inTurn(owner, async () => {
      entry.startedAt = now()
      const made = await work()
      entry.bytes = made.bytes
      return made.value
    })
    entry.value = value
    entries.delete(key) // keeps the newest last
    entries.set(key, entry)
    evictExcess()
    value.then(
      () => {
        entry.done = true
        entry.before = undefined
        evictExcess()
        dropOnceOld(key, entry)
      },
      () => drop(key, entry),
    )
    return value
  }

  return {
    /**
     * Returns what `work` makes, or made within the last second for another caller.
     *
     * @throws what `work` throws, to every caller that awaits it; the next call retries
     */
    get<Value>(wanted: Wanted, work: () => Promise<Made<Value>>): Promise<Value> {
      const current = entries.get(wanted.key)
      const mustBeFresh = wanted.mustBeFresh ?? false
      if (current?.before && !mustBeFresh && isGoodWhenBusy(current.before))
        return current.before.value as Promise<Value>
      if (current && isGood(current, mustBeFresh)) return current.value as Promise<Value>
      if (!current || mustBeFresh || !isGoodWhenBusy(current)) return make(wanted, work)
      make(wanted, work, current).catch(() => {}) // callers that await it get the error
      return current.value as Promise<Value>
    },
    size,
  }
}

export type SharedResults = ReturnType<typeof createSharedResults>
