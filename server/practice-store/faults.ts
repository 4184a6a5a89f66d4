/** What can go wrong with a call, other than by what it says. */
export type Fault =
  /** 503, and nothing was done. */
  | 'unavailable'
  /** Everything was done, and the connection breaks before the answer. */
  | 'dropped'
  /** The connection breaks before anything is done. */
  | 'cut'
  | 'throttled'
  /** The token has ended, and with it every other of this shop. */
  | 'expired'
  | 'slow'
  /** The call is refused with a sentence for a person. */
  | 'userError'
  /** What Shopify says when a limit by the minute or the day is reached; nothing was done. */
  | 'tooManyAttempts'
  /** The store is paused or frozen (SHOP_INACTIVE); nothing was done. */
  | 'inactive'
  /** Of pictures, which are asked for as `picture`: it is none, it is elsewhere, it never ends. */
  | 'garbled'
  | 'moved'
  | 'endless'

/** The call is refused for these reasons, each of a field. */
export interface Refused {
  userErrors: { field: string[] | null; message: string; code?: string | null }[]
}

/** Nothing is done, and the answer is this status, with the word for what is wrong; `retryAfter` is in seconds. */
export interface Status {
  status: number
  error?: string
  retryAfter?: number
}

type Verdict = Fault | Refused | Status | null

/**
 * Decides for each call, by the name of its operation and the key of its shop, what goes wrong with it. A token is
 * asked for as `token`: refusals in words do not befall it, nor do `expired` and `throttled`.
 */
export type FaultScript = (operation: string, shop: string) => Verdict | Promise<Verdict>

/** The given faults, each once, for the first call it fits, in this order. */
export function inTurn(...faults: [operation: string, fault: Fault | Refused | Status][]): FaultScript {
  return (operation) => {
    const at = faults.findIndex(([name]) => name === operation)
    return at < 0 ? null : faults.splice(at, 1)[0]![1]
  }
}

/** Faults with these shares of all operations, the same ones at every run; tokens are issued. */
export function atRandom(seed: number, shares: Partial<Record<Fault, number>>): FaultScript {
  let state = seed
  const random = () => {
    // mulberry32
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  return (operation) => {
    if (operation === 'token') return null
    let left = random()
    for (const [fault, share] of Object.entries(shares)) {
      left -= share
      if (left < 0) return fault as Fault
    }
    return null
  }
}
