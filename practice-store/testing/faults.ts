import { setTimeout } from 'node:timers/promises'
import { type Interceptor, jsonResponse } from '../open-store.ts'
import { tooManyAttempts } from '../orders.ts'
import { failure, throttledAnswer } from '../run-operation.ts'

/** What can go wrong with a call, whatever it asks for. */
export type Fault =
  /** 503, and nothing was done. */
  | 'unavailable'
  /** Everything was done, and the connection breaks before the response. */
  | 'dropped'
  /** The connection breaks before anything is done. */
  | 'cut'
  | 'throttled'
  /** The token has expired, and so has every other token of this shop. */
  | 'expired'
  | 'slow'
  /** The call is refused with a sentence for a person. */
  | 'userError'
  /** Shopify's user error at a limit by the minute or the day; nothing was done. */
  | 'tooManyAttempts'
  /** The store is paused or frozen (SHOP_INACTIVE); nothing was done. */
  | 'inactive'
  /** For the operation `picture`: it is no image, it is at another address, it never ends. */
  | 'garbled'
  | 'moved'
  | 'endless'

/** The call is refused with these user errors. */
export interface Refused {
  userErrors: { field: string[] | null; message: string; code?: string | null }[]
}

/** Nothing is done, and the response has this status and error code; `retryAfter` is in seconds. */
export interface Status {
  status: number
  error?: string
  retryAfter?: number
}

type Verdict = Fault | Refused | Status | null

/**
 * Decides what goes wrong with a call, by the name of its operation and the key of its shop. Faults that answer in
 * place of a GraphQL operation, such as `throttled`, do nothing to `token`.
 */
export type FaultScript = (operation: string, shopKey: string) => Verdict | Promise<Verdict>

const SLOW_RESPONSE_MS = 1500

const cut: Interceptor = async () => null
const unavailable: Interceptor = async () => jsonResponse(503, { errors: 'Service Unavailable' })
const png = { 'content-type': 'image/png' }

/** The faults that each kind of call can have; any other does nothing to it. */
const pictureFaults: Partial<Record<Fault, Interceptor>> = {
  cut,
  unavailable,
  garbled: async () => ({ status: 200, headers: png, body: 'This is no picture.' }),
  moved: async () => ({ status: 302, headers: { location: '/s/files/there/ffffff.png' } }),
  endless: async () => ({ status: 200, headers: png, body: streamForever() }),
}
const callFaults: Partial<Record<Fault, Interceptor>> = {
  cut,
  unavailable,
  async dropped(_, respond) {
    await respond()
    return null
  },
  async slow(_, respond) {
    await setTimeout(SLOW_RESPONSE_MS)
    return respond()
  },
  throttled: (_, respond) => respond((shop) => throttledAnswer(shop)),
  expired: (_, respond) =>
    respond((shop) => {
      shop.tokens = {}
      return null
    }),
  userError: refuse([{ field: null, message: 'The store refuses this today.' }]),
  tooManyAttempts: refuse([tooManyAttempts]),
  inactive: (_, respond) => respond(() => failure('The shop is not active.', 'SHOP_INACTIVE')),
}

function refuse(userErrors: Refused['userErrors']): Interceptor {
  return ({ operation }, respond) => respond(() => ({ data: { [operation]: { userErrors } } }))
}

async function* streamForever() {
  const megabyte = Buffer.alloc(1024 * 1024)
  for (;;) yield megabyte
}

/** Attaches a script to a store: pass it to `openPracticeStore`. */
export function injectFaults(script: FaultScript): Interceptor {
  return async (call, respond) => {
    const fault = await script(call.operation, call.shopKey)
    if (fault === null) return respond()
    if (typeof fault === 'string') {
      const faults = call.operation === 'picture' ? pictureFaults : callFaults
      return faults[fault]?.(call, respond) ?? respond()
    }
    if ('userErrors' in fault) return refuse(fault.userErrors)(call, respond)
    const { status, error, retryAfter } = fault
    return jsonResponse(status, { error }, retryAfter && { 'retry-after': String(retryAfter) })
  }
}

/** The given faults, each once, for the first call with its operation, in this order. */
export function inTurn(...faults: [operation: string, fault: Fault | Refused | Status][]): FaultScript {
  return (operation) => {
    const at = faults.findIndex(([name]) => name === operation)
    return at < 0 ? null : faults.splice(at, 1)[0]![1]
  }
}

/** Faults for these shares of all operations, the same ones on each run; tokens are issued. */
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
