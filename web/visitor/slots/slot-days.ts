import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'
import type { SlotDate } from '@trunkshow/contract/visitor-page.ts'

/** One date of the slot picker with its times in order. */
export interface SlotDay extends SlotDate {
  /** Null if the page hasn't loaded them yet (decision 033). */
  slots: TimeSlot[] | null
}

/**
 * Groups available slots by date, sorted by start time (docs/product.md, The event page).
 *
 * @param dates further dates, whose slots the page hasn't loaded
 * @param fits whether a slot can be selected; dates without one are left out
 */
export function groupByDay(
  slots: TimeSlot[],
  dates: SlotDate[] = [],
  fits: (slot: TimeSlot) => boolean = () => true,
): SlotDay[] {
  const slotsByDate = new Map<string, TimeSlot[]>()
  for (const slot of slots) {
    if (slot.isAvailable === false) continue
    const day = slotsByDate.get(slot.slotDate)
    if (day) day.push(slot)
    else slotsByDate.set(slot.slotDate, [slot])
  }
  const days: SlotDay[] = dates
    .filter(({ date }) => !slotsByDate.has(date))
    .map((day) => ({ ...day, slots: null }))
  for (const [date, all] of slotsByDate) {
    const fitting = all.filter(fits).sort((a, b) => (a.startTime < b.startTime ? -1 : 1))
    if (fitting.length > 0) days.push({ date, slots: fitting, ...countSpots(fitting) })
  }
  return days.sort((a, b) => (a.date < b.date ? -1 : 1))
}

const countSpots = (slots: TimeSlot[]) => ({
  free: slots.reduce((sum, slot) => sum + Math.max(0, slot.availableSpots), 0),
  all: slots.reduce((sum, slot) => sum + slot.totalSlots, 0),
  most: Math.max(0, ...slots.map((slot) => slot.availableSpots)),
})

export function isFull(slot: TimeSlot) {
  return slot.availableSpots <= 0
}

/** The ID of the slot a plain post selected, if it is still open. */
export function findFree(slots: TimeSlot[] | null, typedId: string | undefined): number | null {
  return slots?.find((slot) => String(slot.id) === typedId && !isFull(slot))?.id ?? null
}

/** `x of y`: open spots and all spots of the slots guests see (docs/product.md, The event page). */
export function countAllSpots(days: SlotDay[]) {
  return {
    free: days.reduce((sum, day) => sum + day.free, 0),
    all: days.reduce((sum, day) => sum + day.all, 0),
  }
}

/** How many dates the strip shows at a time. */
export const STRIP_LENGTH = 4

/** Without scripts, the page links at least this many dates, if there are as many. */
const DATES_PER_PAGE = 28

/** The strip's first date after an arrow press: one date stays visible. */
export function shiftStrip(start: number, direction: 1 | -1, count: number): number {
  const last = Math.max(0, count - STRIP_LENGTH)
  return Math.min(last, Math.max(0, start + direction * (STRIP_LENGTH - 1)))
}

/** The dates linked without scripts: those with loaded times, up to four weeks, and those of the pages around. */
export function pageOfDates(days: SlotDay[]) {
  const start = days.findIndex((day) => day.slots)
  const end = Math.max(start + DATES_PER_PAGE, days.findLastIndex((day) => day.slots) + 1)
  return {
    shown: days.slice(start, end),
    before: start > 0 ? days[Math.max(0, start - DATES_PER_PAGE)] : undefined,
    after: days[end],
  }
}
