import { randomUUID } from 'node:crypto'
import { performance } from 'node:perf_hooks'
import { setTimeout } from 'node:timers/promises'
import type { Show } from './show.ts'
import { type Answer, call } from './show.ts'

/** A guest's pauses before a retry and between two bookings. */
const RETRY_MS = 50
const PAUSE_MS = 5

/** After this long without a booking, the app counts as down for good. */
const OUTAGE_LIMIT_MS = 60_000

export interface TimedAnswer {
  /** When the answer came, and how long it took, in milliseconds. */
  at: number
  took: number
  status: number
}

/**
 * Starts guests who book one spot after another, in all time slots in turn. Each booking has its own idempotency key, is retried
 * until it is acknowledged, and is recorded as soon as the acknowledgement arrives.
 *
 * @param pick the address to send the next request to: one of several processes, or the one that is up
 */
export function startGuests(options: {
  pick: () => string
  show: Show
  clients: number
  /** Milliseconds between two bookings of a guest. */
  pauseMs?: number
  /** Also read pages and calls that need the database, with this session. */
  cookie?: string
}) {
  const { pick, show, clients, pauseMs = PAUSE_MS, cookie } = options
  const acknowledged: string[] = []
  const answered: TimedAnswer[] = []
  const faults: string[] = []
  /** The sentences of answers 503. */
  const refusals = new Set<string>()
  const count = { attempted: 0, lost: 0, replayed: 0, refused: 0 }
  let isRunning = true

  /** @returns undefined if no answer came */
  async function send(path: string, request: Parameters<typeof call>[1]): Promise<Answer | undefined> {
    const sent = performance.now()
    let answer: Answer | undefined
    try {
      answer = await call(pick() + path, request)
    } catch {
      count.lost++
    }
    const at = performance.now()
    answered.push({ at, took: at - sent, status: answer?.status ?? 0 })
    if (answer?.status === 503) {
      count.refused++
      if (answer.body) refusals.add(answer.body.message)
      if (!answer.headers.get('retry-after')) faults.push(`${path} answered 503 without Retry-After`)
    }
    return answer
  }

  async function book(slot: number) {
    const key = randomUUID()
    const guest = { attendeeName: 'Grace Okafor', attendeeEmail: `guest-${key}@mail.test` }
    const request = { method: 'POST', body: guest, headers: { 'idempotency-key': key } }
    count.attempted++
    for (;;) {
      const answer = await send(`/api/timeslots/${slot}/book`, request)
      if (answer?.status === 201) {
        acknowledged.push(answer.body.id)
        if (answer.headers.get('idempotent-replayed')) count.replayed++
        return
      }
      if (answer && answer.status !== 503) {
        faults.push(`a booking was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
        return
      }
      await setTimeout(RETRY_MS)
    }
  }

  async function keepBooking() {
    while (isRunning) {
      await book(show.slots[count.attempted % show.slots.length]!)
      await setTimeout(pauseMs)
    }
  }

  async function keepReading() {
    const paths = ['/api/user', `/event/${show.urlSlug}`, `/api/events/${show.id}/timeslots`, '/']
    for (let turn = 0; isRunning; turn++) {
      const path = paths[turn % paths.length]!
      const answer = await send(path, { headers: { cookie: cookie! } })
      if (answer && ![200, 503].includes(answer.status)) faults.push(`${path} answered ${answer.status}`)
      await setTimeout(RETRY_MS)
    }
  }

  const tasks = [
    ...Array.from({ length: clients }, keepBooking),
    ...(cookie ? [keepReading(), keepReading()] : []),
  ]
  return {
    acknowledged,
    answered,
    faults,
    refusals,
    count,
    /** Waits for this many more acknowledgements. */
    async waitForMore(bookings: number) {
      const goal = acknowledged.length + bookings
      const deadline = performance.now() + OUTAGE_LIMIT_MS
      while (acknowledged.length < goal) {
        if (performance.now() > deadline) throw new Error('The app no longer takes bookings')
        await setTimeout(5)
      }
    },
    /** Waits briefly for a request to fail after this time; a short failure may cause none. */
    async waitForRefusal(instant: number) {
      const refused = ({ at, status }: TimedAnswer) => at > instant && status === 503
      while (!answered.findLast(refused) && performance.now() < instant + 1000) await setTimeout(5)
    },
    /** When the first booking requested after this time was acknowledged; infinity after a minute. */
    async firstSuccessAfter(instant: number): Promise<number> {
      for (;;) {
        if (performance.now() > instant + OUTAGE_LIMIT_MS) return Number.POSITIVE_INFINITY
        const first = answered.find(({ at, took, status }) => at - took > instant && status === 201)
        if (first) return first.at
        await setTimeout(5)
      }
    },
    /** Waits for every booking that is being made. */
    async stop() {
      isRunning = false
      await Promise.all(tasks)
    },
  }
}

export type Guests = ReturnType<typeof startGuests>
