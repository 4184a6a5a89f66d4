import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { SlotDate } from '@trunkshow/contract/visitor-page.ts'

/** One date of the slot picker with its times in order. */
export interface SlotDay extends SlotDate {
  /** Null where the page does not have them yet (decision 033). */
  slots: TimeSlot[] | null
}

/**
 * The slots visitors see, by date and start time: all but those marked unavailable (docs/product.md, The event page).
 *
 * @param dates further dates, whose slots the page does not have
 * @param fits which of the slots can be chosen; a date without one is left out
 */
export function groupByDay(
  slots: TimeSlot[],
  dates: SlotDate[] = [],
  fits: (slot: TimeSlot) => boolean = () => true,
): SlotDay[] {
  const held = new Map<string, TimeSlot[]>()
  for (const slot of slots) {
    if (slot.isAvailable === false) continue
    const day = held.get(slot.slotDate)
    if (day) day.push(slot)
    else held.set(slot.slotDate, [slot])
  }
  const days: SlotDay[] = dates.filter(({ date }) => !held.has(date)).map((day) => ({ ...day, slots: null }))
  for (const [date, all] of held) {
    const fitting = all.filter(fits).sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
    if (fitting.length > 0) days.push({ date, slots: fitting, ...countSpots(fitting) })
  }
  return days.sort((a, b) => (a.date < b.date ? -1 : 1))
}

const countSpots = (slots: TimeSlot[]) => ({
  free: slots.reduce((sum, slot) => sum + Math.max(0, slot.availableSpots), 0),
  all: slots.reduce((sum, slot) => sum + slot.totalSlots, 0),
})

export function isFull(slot: TimeSlot) {
  return slot.availableSpots <= 0
}

/** The slot a plain post named, by id, if it can be picked again: it may be full or gone by now. */
export function findFree(slots: TimeSlot[] | null, typedId: string | undefined): number | null {
  return slots?.find((slot) => String(slot.id) === typedId && !isFull(slot))?.id ?? null
}

/** `x of y`: places still free, and all places, of the slots visitors see (docs/product.md, The event page). */
export function countPlaces(days: SlotDay[]) {
  return {
    free: days.reduce((sum, day) => sum + day.free, 0),
    all: days.reduce((sum, day) => sum + day.all, 0),
  }
}

/** How many dates the strip shows at a time. */
export const STRIP_LENGTH = 4

/** How many dates are links at least, where scripts do not run and there are as many. */
const DATES_PER_PAGE = 28

/** Where the strip starts after a press of an arrow: one date stays in sight. */
export function shiftStrip(start: number, direction: 1 | -1, count: number): number {
  const last = Math.max(0, count - STRIP_LENGTH)
  return Math.min(last, Math.max(0, start + direction * (STRIP_LENGTH - 1)))
}

/**
 * The dates that are links while scripts do not run: those whose times the page has, with the next ones up to four
 * weeks of them, and where to go on from there.
 */
export function pageOfDates(days: SlotDay[]) {
  const start = days.findIndex((day) => day.slots)
  const end = Math.max(start + DATES_PER_PAGE, days.findLastIndex((day) => day.slots) + 1)
  return {
    shown: days.slice(start, end),
    before: start > 0 ? days[Math.max(0, start - DATES_PER_PAGE)] : undefined,
    after: days[end],
  }
}
