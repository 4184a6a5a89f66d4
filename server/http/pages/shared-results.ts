import { performance } from 'node:perf_hooks'
import { setImmediate } from 'node:timers/promises'

interface Wanted {
  /** The company whose it is. */
  owner: number
  /** Everything the result depends on but what is stored and the time. */
  key: string
  /** Whether a result is wanted that was begun after this call: the caller has just changed what it shows. */
  mustBeFresh?: boolean
}

interface Made<Value> {
  value: Value
  /** About how much memory it takes. */
  bytes: number
}

interface Entry {
  owner: number
  bytes: number
  value: Promise<unknown>
  /** The one before, given out while this one is made. */
  before?: Entry | undefined
  /** When its making began; undefined while it waits for its turn. */
  begun: number | undefined
  done: boolean
}

export interface SharedResultsOptions {
  /** How old a result may become, in milliseconds. */
  life?: number
  /** How old while the process is busy, in milliseconds: no more than a guest is known to have just booked. */
  lifeWhenBusy?: number
  isBusy?: () => boolean
  entries?: number
  bytes?: number
  now?: () => number
}

/** How often the load is measured, in milliseconds, and from what share of the time on a process is busy. */
const LOAD_INTERVAL_MS = 500
const BUSY_SHARE = 0.5

/** @returns whether the event loop was busy for most of the time since it was last measured */
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
 * Results that everybody who asks for the same shares, in this process (decision 033). What is being made is waited for,
 * and what was made is given out for a second, by a busy process for up to two while the next one is made. The results of a company are made one after the other, so that one
 * with many never holds up the others for longer than one takes. Where they are too many or too large, the oldest of
 * the company that has most of them goes.
 */
export function createSharedResults({
  life = 1000,
  lifeWhenBusy = 2000,
  isBusy = watchEventLoop(),
  entries: mostEntries = 500,
  bytes: mostBytes = 32 * 1024 * 1024,
  now = () => performance.now(),
}: SharedResultsOptions = {}) {
  const entries = new Map<string, Entry>()
  const turns = new Map<number, Promise<unknown>>()

  function isGood({ begun, done }: Entry, mustBeFresh: boolean) {
    if (begun === undefined) return true
    return !mustBeFresh && (!done || now() - begun < life)
  }

  /** A finished result that is good enough while another is made, which a busy process takes long for. */
  const isGoodWhenBusy = ({ begun, done }: Entry) => done && now() - begun! < lifeWhenBusy && isBusy()

  /** Runs after everything of this owner that came before, and lets other requests come between. */
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

  /** How much of the room each owner takes, by number or by size, whichever is more. */
  function findGreediest() {
    const shares = new Map<number, { count: number; bytes: number }>()
    let [count, bytes] = [0, 0]
    for (const entry of entries.values()) {
      const share = shares.get(entry.owner) ?? { count: 0, bytes: 0 }
      shares.set(entry.owner, { count: share.count + 1, bytes: share.bytes + entry.bytes })
      count += 1
      bytes += entry.bytes
    }
    if (count <= mostEntries && bytes <= mostBytes) return undefined
    const takes = (share: { count: number; bytes: number }) =>
      Math.max(share.count / mostEntries, share.bytes / mostBytes)
    return [...shares].reduce((most, share) => (takes(share[1]) > takes(most[1]) ? share : most))[0]
  }

  function makeRoom() {
    for (let owner = findGreediest(); owner !== undefined; owner = findGreediest()) {
      const [key] = [...entries].find(([, entry]) => entry.owner === owner)!
      entries.delete(key)
    }
  }

  let sweeping = false

  /** Lets go of what is too old to be given out. */
  function sweepLater() {
    if (sweeping) return
    sweeping = true
    setTimeout(() => {
      sweeping = false
      for (const [key, entry] of entries) if (entry.done && !isGood(entry, false)) entries.delete(key)
      if (entries.size > 0) sweepLater()
    }, life).unref()
  }

  function make<Value>(
    { owner, key }: Wanted,
    work: () => Promise<Made<Value>>,
    before?: Entry,
  ): Promise<Value> {
    const entry: Entry = { owner, bytes: 0, before, begun: undefined, done: false, value: Promise.resolve() }
    const value = inTurn(owner, async () => {
      entry.begun = now()
      const made = await work()
      entry.bytes = made.bytes
      return made.value
    })
    entry.value = value
    entries.delete(key) // the newest stands last
    entries.set(key, entry)
    makeRoom()
    value.then(
      () => {
        entry.done = true
        entry.before = undefined
        makeRoom()
        sweepLater()
      },
      () => drop(key, entry),
    )
    return value
  }

  return {
    /**
     * What `work` makes, or has made within the last second for another caller.
     *
     * @throws what `work` throws, to everyone who waits for it; the next caller has it tried again
     */
    get<Value>(wanted: Wanted, work: () => Promise<Made<Value>>): Promise<Value> {
      const held = entries.get(wanted.key)
      const mustBeFresh = wanted.mustBeFresh ?? false
      if (held?.before && !mustBeFresh && isGoodWhenBusy(held.before))
        return held.before.value as Promise<Value>
      if (held && isGood(held, mustBeFresh)) return held.value as Promise<Value>
      if (!held || mustBeFresh || !isGoodWhenBusy(held)) return make(wanted, work)
      make(wanted, work, held).catch(() => {}) // whoever waits for it hears of it
      return held.value as Promise<Value>
    },
    /** How many are held, and how much memory they take. */
    size: () => ({
      entries: entries.size,
      bytes: [...entries.values()].reduce((sum, { bytes }) => sum + bytes, 0),
    }),
  }
}

export type SharedResults = ReturnType<typeof createSharedResults>
