import { setTimeout } from 'node:timers/promises'
import { type Answer, type Call, call, makeGuest, type Show, until } from '../bench/harness.ts'
import type { Stage } from './stage.ts'

/** A guest's pause before a retry, and between two pages of a reader. */
const RETRY_MS = 50

/** After this long without a booking, the app counts as down for good. */
const OUTAGE_LIMIT_SECONDS = 60

/** How many guests book at once, with a pause in milliseconds between two bookings of each, and how many keep rescheduling. */
export interface Load {
  clients: number
  pauseMs?: number
  movers?: number
}

/**
 * Starts guests who book one spot after another, in all time slots in turn. Each booking is retried with its idempotency key
 * until it is acknowledged, and recorded then. With `cookie`, they also read pages and make calls with this session.
 */
export function startGuests(
  stage: Stage,
  {
    url,
    show,
    load,
    cookie,
    seesOwn = false,
  }: {
    /** Where each request goes; a function names one of several processes. */
    url: string | (() => string)
    show: Show
    load: Load
    cookie?: string
    /** Whether each guest looks whether the page counts their booking, also through another process. */
    seesOwn?: boolean
  },
) {
  const pick = typeof url === 'string' ? () => url : url
  const { clients, pauseMs = 5, movers = 0 } = load
  const acknowledged: string[] = []
  /** When each answer came, and how long it took, in milliseconds; its status is 0 if none came. */
  const answered: { at: number; took: number; status: number }[] = []
  const { faults } = stage
  /** The sentences of answers 503. */
  const refusals = new Set<string>()
  const count = { attempted: 0, lost: 0, replayed: 0, refused: 0, compared: 0, stale: 0 }
  /** Acknowledged bookings by slot. */
  const taken = new Map<number, number>()
  let isRunning = true
  /** Whether no one waits for the bookings under way any more, since the scenario ended or failed. */
  let isOver = false
  stage.later(async () => {
    isRunning = false
    isOver = true
  })

  /** @returns undefined if no answer came */
  async function send(path: string, request: Call): Promise<Answer | undefined> {
    const sent = performance.now()
    const answer = await call(pick() + path, request).catch(() => void count.lost++)
    const at = performance.now()
    answered.push({ at, took: at - sent, status: answer?.status ?? 0 })
    if (answer?.status === 503) {
      count.refused++
      if (answer.body) refusals.add(answer.body.message)
      if (!answer.headers.get('retry-after')) faults.push(`${path} answered 503 without Retry-After`)
    }
    return answer || undefined
  }

  /** Looks whether the page's time slots count every booking of this slot that was acknowledged before. */
  async function compare(slot: number, booked: Answer) {
    const cookie = booked.headers
      .getSetCookie()
      .map((set) => set.split(';')[0])
      .join('; ')
    const least = taken.get(slot)!
    const path = `/api/events/${show.id}/timeslots`
    const answer = await send(path, { headers: { cookie } })
    if (answer?.status !== 200) return
    const shown = answer.body.find(({ id }: { id: number }) => id === slot)
    count.compared++
    if (shown.totalSlots - shown.availableSpots < least) count.stale++
  }

  async function book(slot: number) {
    const guest = makeGuest()
    while (!isOver) {
      const answer = await send(`/api/timeslots/${slot}/book`, guest)
      if (answer?.status === 201) {
        acknowledged.push(answer.body.id)
        taken.set(slot, (taken.get(slot) ?? 0) + 1)
        if (seesOwn) await compare(slot, answer)
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
      await book(show.slots[++count.attempted % show.slots.length]!)
      await setTimeout(pauseMs)
    }
  }

  async function keepReading(cookie: string) {
    const paths = ['/api/user', `/event/${show.urlSlug}`, `/api/events/${show.id}/timeslots`, '/']
    for (let turn = 0; isRunning; turn++) {
      const path = paths[turn % paths.length]!
      const answer = await send(path, { headers: { cookie } })
      if (answer && ![200, 503].includes(answer.status)) faults.push(`${path} answered ${answer.status}`)
      await setTimeout(RETRY_MS)
    }
  }

  async function keepMoving() {
    const anyOf = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]
    for (; isRunning; await setTimeout(2)) {
      const token = anyOf(acknowledged)
      if (!token) continue
      const body = { newTimeSlotId: anyOf(show.slots) }
      const answer = await send(`/api/bookings/manage/${token}/reschedule`, { method: 'POST', body })
      if (answer && ![200, 409, 429, 503].includes(answer.status))
        faults.push(`a move was answered ${answer.status}: ${JSON.stringify(answer.body)}`)
    }
  }

  const tasks = [
    ...Array.from({ length: clients }, keepBooking),
    ...Array.from({ length: movers }, keepMoving),
    ...(cookie ? [keepReading(cookie), keepReading(cookie)] : []),
  ]
  return {
    acknowledged,
    answered,
    refusals,
    count,
    /** Waits for this many more acknowledgements. */
    async waitForMore(bookings: number) {
      const goal = acknowledged.length + bookings
      const isReached = () => acknowledged.length >= goal
      await until(isReached, OUTAGE_LIMIT_SECONDS, 'The app no longer takes bookings')
    },
    /** Waits briefly for a request to fail after this time; a short failure may cause none. */
    async waitForRefusal(instant: number) {
      await until(() => answered.findLast(({ at, status }) => at > instant && status === 503), 1)
    },
    /** Milliseconds until the first booking requested after this time was acknowledged; infinity after a minute. */
    async outageSince(instant: number): Promise<number> {
      const find = () => answered.find(({ at, took, status }) => at - took > instant && status === 201)
      await until(find, OUTAGE_LIMIT_SECONDS)
      return (find()?.at ?? Number.POSITIVE_INFINITY) - instant
    },
    /** @returns the longest time without a booking after an instant, in milliseconds; one has to be acknowledged since */
    longestGapSince(instant: number): number {
      const booked = answered.filter(({ at, status }) => at > instant && status === 201).map(({ at }) => at)
      return Math.max(...booked.map((at, n) => at - (booked[n - 1] ?? instant)))
    },
    times: () => answered.map(({ took }) => took),
    /** Waits for every booking that is being made. */
    async stop() {
      isRunning = false
      await Promise.all(tasks)
    },
  }
}

export type Guests = ReturnType<typeof startGuests>
