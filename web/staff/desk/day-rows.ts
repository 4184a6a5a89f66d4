import { type Attendance, attendanceLabels, spotsOf } from '@trunkshow/contract/bookings/rules.ts'
import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { DeskDay } from '@trunkshow/contract/desk/schema.ts'
import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { Queue, Queued } from './queue.ts'

/** A guest of the day as this device sees it: with what is still in its queue. */
export interface DeskRow {
  key: string
  name: string
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
        ? [{ entry, partySize: entry.change.partySize }]
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
        ...added.map(({ entry: walkIn, partySize }) => {
          const { change, name } = walkIn
          return { key: change.key, name, partySize, attendance: 'arrived' as const, waits: true, walkIn }
        }),
      ],
    }
  })
}

function rowOf(booking: Booking, queue: Queue): DeskRow {
  const mark = queue.findLast(
    ({ change, problem }) => change.kind === 'mark' && change.bookingId === booking.id && !problem,
  )?.change
  const { id, attendeeName: name, partySize } = booking
  const attendance = mark?.kind === 'mark' ? mark.attendance : booking.attendance
  return { key: String(id), name, partySize, attendance, waits: mark !== undefined, booking }
}

/** Whether the guest is among those who are shown. */
export function matches({ name, attendance, booking }: DeskRow, words: string, state: DeskState): boolean {
  if (state !== 'all' && (attendance ?? 'expected') !== state) return false
  const text = [name, booking?.attendeeEmail, booking?.phone].join(' ').toLowerCase()
  return words
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

/** By which state guests are shown, and its name. */
export const deskStates = { all: 'All', expected: 'Expected', ...attendanceLabels }
export type DeskState = keyof typeof deskStates

/** How many guests are in a state. */
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
