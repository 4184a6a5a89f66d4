import type { Attendance } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import {
  type DeskAnswer,
  MAX_DESK_CHANGES,
  type MarkChange,
  type WalkInChange,
} from '@trunkshow/contract/desk/schema.ts'

/** A change that the server has not done yet (decision 057). */
export interface Queued {
  change: MarkChange | WalkInChange
  /** The guest. */
  name: string
  order: number
  /** Whether the server may have it: then it is sent again as it is, never changed. */
  sent: boolean
  /** Why it was not done; a person decides. */
  problem?: Problem
}
type Problem = Pick<DeskAnswer, 'message' | 'spots'> & { outcome: 'conflict' | 'refused' }
export type Queue = readonly Queued[]

const stateOf = ({ attendance, attendanceVersion: version }: Booking): MarkChange['seen'] => ({
  attendance,
  version,
})

const isMarkOf = (bookingId: number) => (entry: Queued) =>
  entry.change.kind === 'mark' && entry.change.bookingId === bookingId

export function append(queue: Queue, entry: Pick<Queued, 'change' | 'name'>): Queue {
  return [...queue, { ...entry, order: (queue.at(-1)?.order ?? 0) + 1, sent: false }]
}

export const drop = (queue: Queue, entry: Queued) => queue.filter((other) => other !== entry)
const replace = (queue: Queue, entry: Queued, by: Queued) =>
  queue.map((other) => (other === entry ? by : other))

/**
 * Queues a mark. One that was not sent yet is changed instead, or removed if it would leave the booking as it was; after
 * one that was sent, the new one waits for its answer.
 *
 * @param booking as the server last showed it
 * @param key of the change
 */
export function queueMark(queue: Queue, booking: Booking, attendance: Attendance | null, key: string): Queue {
  const seen = stateOf(booking)
  const last = queue.findLast(isMarkOf(booking.id))
  if (last?.change.kind !== 'mark' || (last.sent && !last.problem)) {
    const now = last?.change.kind === 'mark' ? last.change.attendance : seen.attendance
    if (now === attendance) return queue
    const change = { key, kind: 'mark', bookingId: booking.id, attendance, seen } as const
    return append(queue, { change, name: booking.attendeeName })
  }
  const before = last.problem ? seen : last.change.seen
  if (before.attendance === attendance) return drop(queue, last)
  const { problem: _asked, ...rest } = last
  return replace(queue, last, { ...rest, sent: false, change: { ...last.change, attendance, seen: before } })
}

/** Returns what can be sent now, in order: no more than one mark of a booking, and nothing that waits for a person. */
export function readyToSend(queue: Queue): Queue {
  const ready = queue.filter(({ change, problem }, at) => {
    if (problem) return false
    return change.kind === 'walkIn' || queue.findIndex(isMarkOf(change.bookingId)) === at
  })
  return ready.slice(0, MAX_DESK_CHANGES)
}

export function markSent(queue: Queue, batch: Queue): Queue {
  return queue.map((entry) => (batch.includes(entry) ? { ...entry, sent: true } : entry))
}

/** Removes what is done, and keeps the rest with its reason. A later mark of the same booking goes on from there. */
export function settle(queue: Queue, answers: readonly DeskAnswer[]): Queue {
  return answers.reduce((queue, { key, outcome, message, spots, booking }) => {
    const entry = queue.find(({ change }) => change.key === key)
    if (!entry) return queue
    const problem = outcome === 'done' ? undefined : { outcome, message, spots }
    const later = queue.find(
      (other) => other !== entry && entry.change.kind === 'mark' && isMarkOf(entry.change.bookingId)(other),
    )
    const left = later ?? (problem && entry)
    const others = queue.filter((other) => other !== entry && other !== later)
    if (!left) return others
    const { problem: _earlier, ...rest } = left
    const next = { ...rest, sent: false, ...(problem && { problem }) }
    if (left.change.kind === 'walkIn') return inOrder([...others, next])
    const seen = booking ? stateOf(booking) : left.change.seen
    if (left.change.attendance === seen.attendance && outcome !== 'refused') return others
    return inOrder([...others, { ...next, change: { ...left.change, seen } }])
  }, queue)
}

const inOrder = (queue: Queue) => queue.toSorted((a, b) => a.order - b.order)

/** Sends a change that waited for a person, now that the person has seen what it crossed. */
export function doAnyway(queue: Queue, entry: Queued): Queue {
  const { problem, change, ...rest } = entry
  const agreed = change.kind === 'walkIn' ? { ...change, upToSpots: problem?.spots } : change
  return replace(queue, entry, { ...rest, change: agreed })
}
