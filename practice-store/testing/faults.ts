import { setTimeout } from 'node:timers/promises'
import { type Interceptor, jsonResponse } from '../open-store.ts'
import { tooManyAttempts } from '../orders.ts'
import { failure, throttledAnswer } from '../run-operation.ts'

/** Refuses the call with these user errors. */
export interface Refused {
  userErrors: { field: string[] | null; message: string; code?: string | null }[]
}

/** Responds with this status and error code without doing anything; `retryAfter` is in seconds. */
export interface StatusFault {
  status: number
  error?: string
  retryAfter?: number
}

type Verdict = Fault | Refused | StatusFault | null

/** Picks a call's fault by operation name and shop key. Faults of GraphQL, such as `throttled`, leave `token` alone. */
export type FaultScript = (operation: string, shopKey: string) => Verdict | Promise<Verdict>

const SLOW_RESPONSE_MS = 1500

/** Breaks the connection before doing anything. */
const cut: Interceptor = async () => null
const unavailable: Interceptor = async () => jsonResponse(503, { errors: 'Service Unavailable' })
const png = { 'content-type': 'image/png' }

/** Faults of the operation `picture`; others are ignored. */
const pictureFaults = {
  cut,
  unavailable,
  garbled: async () => ({ status: 200, headers: png, body: 'This is no picture.' }),
  moved: async () => ({ status: 302, headers: { location: '/s/files/there/ffffff.png' } }),
  endless: async () => ({ status: 200, headers: png, body: streamForever() }),
} satisfies Record<string, Interceptor>

/** Faults of any other call; others are ignored. */
const callFaults = {
  cut,
  unavailable,
  /** Does everything, then breaks the connection before the response. */
  async dropped(_, respond) {
    await respond()
    return null
  },
  async slow(_, respond) {
    await setTimeout(SLOW_RESPONSE_MS)
    return respond()
  },
  throttled: (_, respond) => respond((shop) => throttledAnswer(shop)),
  /** All tokens of this shop have expired. */
  expired: (_, respond) =>
    respond((shop) => {
      shop.tokens = {}
      return null
    }),
  userError: refuse([{ field: null, message: 'The store refuses this today.' }]),
  tooManyAttempts: refuse([tooManyAttempts]),
  inactive: (_, respond) => respond(() => failure('The shop is not active.', 'SHOP_INACTIVE')),
} satisfies Record<string, Interceptor>

export type Fault = keyof typeof pictureFaults | keyof typeof callFaults

function refuse(userErrors: Refused['userErrors']): Interceptor {
  return ({ operation }, respond) => respond(() => ({ data: { [operation]: { userErrors } } }))
}

async function* streamForever() {
  const megabyte = Buffer.alloc(1024 * 1024)
  for (;;) yield megabyte
}

/** Returns an interceptor for `openPracticeStore` that runs a fault script. */
export function injectFaults(script: FaultScript): Interceptor {
  return async (call, respond) => {
    const fault = await script(call.operation, call.shopKey)
    if (fault === null) return respond()
    if (typeof fault === 'string') {
      const faults: Partial<Record<Fault, Interceptor>> =
        call.operation === 'picture' ? pictureFaults : callFaults
      return faults[fault]?.(call, respond) ?? respond()
    }
    if ('userErrors' in fault) return refuse(fault.userErrors)(call, respond)
    const { status, error, retryAfter } = fault
    return jsonResponse(status, { error }, retryAfter && { 'retry-after': String(retryAfter) })
  }
}

/** Applies each fault once, in this order, to the next call with its operation. */
export function inTurn(...faults: [operation: string, fault: Fault | Refused | StatusFault][]): FaultScript {
  return (operation) => {
    const at = faults.findIndex(([name]) => name === operation)
    return at < 0 ? null : faults.splice(at, 1)[0]![1]
  }
}

/** Applies faults to these shares of all operations except tokens, repeatable by seed. */
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
