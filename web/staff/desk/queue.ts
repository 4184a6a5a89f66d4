import { type Attendance, attendanceLabels, spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import {
  type DeskAnswer,
  type DeskDay,
  MAX_DESK_CHANGES,
  type MarkChange,
  type WalkInChange,
} from '@trunkshow/contract/desk/schema.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'

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

/** A guest of the day as this device sees it: with what is still in its queue. */
export interface DeskRow {
  key: string
  name: string
  phone?: string
  partySize: number
  attendance: Attendance | null
  /** Whether the server does not have what the row shows. */
  waits: boolean
  /** Absent for a walk-in that was not sent yet. */
  booking?: Booking
  walkIn?: Queued
}

/** A time slot with its guests. */
export interface DeskGroup {
  slot: TimeSlot
  /** Open spots, less those of walk-ins in the queue; below 0 once the host agreed to more. */
  left: number
  rows: DeskRow[]
}

/** Groups a day's guests by time slot, in the order of their times; slots without guests are left out unless they are open. */
export function groupDay({ event, slots, bookings }: DeskDay, queue: Queue): DeskGroup[] {
  return slots.map((slot) => {
    const walkIns = queue.flatMap((entry) =>
      entry.change.kind === 'walkIn' && entry.change.timeSlotId === slot.id
        ? [{ entry, partySize: entry.change.partySize, phone: entry.change.phone }]
        : [],
    )
    const added = walkIns.filter(({ entry }) => !entry.problem)
    return {
      slot,
      left: walkIns.reduce((left, { partySize }) => left - spotsOf(event, partySize), slot.availableSpots),
      rows: [
        ...bookings
          .filter(({ timeSlotId }) => timeSlotId === slot.id)
          .map((booking) => rowOf(booking, queue)),
        ...added.map(({ entry: walkIn, partySize, phone }) => {
          const { change, name } = walkIn
          return {
            key: change.key,
            name,
            phone,
            partySize,
            attendance: 'arrived' as const,
            waits: true,
            walkIn,
          }
        }),
      ],
    }
  })
}

function rowOf(booking: Booking, queue: Queue): DeskRow {
  const mark = queue.findLast(
    ({ change, problem }) => change.kind === 'mark' && change.bookingId === booking.id && !problem,
  )?.change
  const { id, attendeeName: name, phone, partySize } = booking
  const attendance = mark?.kind === 'mark' ? mark.attendance : booking.attendance
  return { key: String(id), name, phone, partySize, attendance, waits: mark !== undefined, booking }
}

/** Whether the guest is among those who are shown. */
export function matches({ name, phone, attendance, booking }: DeskRow, words: string, state: DeskState) {
  if (state !== 'all' && (attendance ?? 'expected') !== state) return false
  const text = [name, booking?.attendeeEmail, phone].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** By which state guests are shown, and its name. */
export const deskStates = { all: 'All', expected: 'Expected', ...attendanceLabels }
export type DeskState = keyof typeof deskStates

export const countInState = (groups: readonly DeskGroup[], state: DeskState) =>
  groups.flatMap(({ rows }) => rows).filter((row) => matches(row, '', state)).length

/**
 * Returns where a walk-in goes with one tap: the time slot that is running, or the next with an open spot. If none has
 * one, the first, whose spots the host is asked about; undefined once the day's hours are over.
 *
 * @param time the venue's, `HH:mm`
 */
export function slotForWalkIn(groups: readonly DeskGroup[], time: string): DeskGroup | undefined {
  const open = groups.filter(({ slot }) => slot.isAvailable && slot.endTime > time)
  return open.find(({ left }) => left > 0) ?? open[0]
}
