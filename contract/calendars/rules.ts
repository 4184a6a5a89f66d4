import { addDays, daysBetween, toMinutes } from '../dates.ts'
import type { SlotTime } from '../zones.ts'

const A_SUNDAY = '2023-01-01'

/** The days (`yyyy-MM-dd`) of a date's week, Sunday first. */
export function weekOf(date: string): string[] {
  const sunday = addDays(date, -(((daysBetween(A_SUNDAY, date) % 7) + 7) % 7))
  return Array.from({ length: 7 }, (_, day) => addDays(sunday, day))
}

/**
 * The lines between the rows of a calendar, in minutes after midnight: where a slot starts or ends, and the full hours
 * between. Times are on each slot's own clock, so the hour that clocks skip is one without slots, and the one that they
 * repeat is one row, as everywhere (decision 049). Empty without slots.
 */
export function gridLines(slots: readonly SlotTime[]): number[] {
  const edges = slots.flatMap(({ startTime, endTime }) => [toMinutes(startTime), toMinutes(endTime)])
  if (edges.length === 0) return []
  const first = Math.floor(Math.min(...edges) / 60)
  const last = Math.ceil(Math.max(...edges) / 60)
  const hours = Array.from({ length: last - first + 1 }, (_, hour) => (first + hour) * 60)
  return [...new Set([...edges, ...hours])].sort((a, b) => a - b)
}

/** A slot in its day's column. */
export interface PlacedSlot<Slot> {
  slot: Slot
  /** Its place among those that stand side by side, from 0, and how many places there are. */
  lane: number
  lanes: number
  /** Whether it is the first of its event on that day. */
  isFirst: boolean
}

type OnDay = SlotTime & { id: number; eventId: number }
/** Those of an event that must not share a lane with others, from its first start to its last end. */
interface Run<Slot> {
  lanes: Slot[][]
  start: string
  end: string
  /** Its first lane. */
  at: number
}

/**
 * Places the slots of one day: events whose hours overlap stand side by side for all of them, so that each is a column,
 * and the others have the day's whole width. Slots of one event that overlap get lanes of their own within it.
 */
export function placeSlots<Slot extends OnDay>(slots: readonly Slot[]): PlacedSlot<Slot>[] {
  const sorted = slots.toSorted((a, b) => momentOf(a).localeCompare(momentOf(b)) || a.id - b.id)
  const runs = [...Map.groupBy(sorted, ({ eventId }) => eventId).values()].map(runOf)
  const placed: PlacedSlot<Slot>[] = []
  let cluster: Run<Slot>[] = []
  const close = () => {
    const lanes = Math.max(0, ...cluster.map((run) => run.at + run.lanes.length))
    for (const run of cluster)
      for (const [index, lane] of run.lanes.entries())
        for (const slot of lane)
          placed.push({ slot, lane: run.at + index, lanes, isFirst: slot === run.lanes[0]![0] })
  }
  for (const run of runs) {
    if (cluster.every(({ end }) => end <= run.start)) {
      close()
      cluster = []
    }
    const beside = cluster.filter(({ end }) => end > run.start)
    const isFree = (at: number) =>
      beside.every((other) => at + run.lanes.length <= other.at || at >= other.at + other.lanes.length)
    while (!isFree(run.at)) run.at++
    cluster.push(run)
  }
  close()
  return placed.sort((a, b) => momentOf(a.slot).localeCompare(momentOf(b.slot)) || a.lane - b.lane)
}

/** @param slots of one event, by time; at least one */
function runOf<Slot extends OnDay>(slots: Slot[]): Run<Slot> {
  const lanes: Slot[][] = []
  for (const slot of slots) {
    const free = lanes.find((lane) => lane.at(-1)!.endTime <= slot.startTime)
    if (free) free.push(slot)
    else lanes.push([slot])
  }
  const end = slots.reduce((last, { endTime }) => (endTime > last ? endTime : last), '')
  return { lanes, start: slots[0]!.startTime, end, at: 0 }
}

const momentOf = ({ startTime, endTime }: SlotTime) => `${startTime} ${endTime}`

/** How full a time slot is, in a word or two: `Full`, `Open`, `3 open`, `1 of 3`. */
export function shortFill({ totalSlots, availableSpots }: { totalSlots: number; availableSpots: number }) {
  if (availableSpots <= 0) return 'Full'
  if (availableSpots < totalSlots) return `${totalSlots - availableSpots} of ${totalSlots}`
  return totalSlots === 1 ? 'Open' : `${totalSlots} open`
}
