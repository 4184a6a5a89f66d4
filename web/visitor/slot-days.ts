import type { TimeSlot } from '@trunkshow/contract/slots/schema.ts'

/** One date of the slot picker with its times in order. */
export interface SlotDay {
  date: string
  slots: TimeSlot[]
}

/** The slots visitors see, by date and start time: all but those marked unavailable (spec booking §2, §7). */
export function groupByDay(slots: TimeSlot[]): SlotDay[] {
  const shown = slots
    .filter((slot) => slot.isAvailable !== false)
    .sort((a, b) => (a.slotDate + a.startTime < b.slotDate + b.startTime ? -1 : 1))
  const days: SlotDay[] = []
  for (const slot of shown) {
    const day = days.at(-1)
    if (day?.date === slot.slotDate) day.slots.push(slot)
    else days.push({ date: slot.slotDate, slots: [slot] })
  }
  return days
}

export function isFull(slot: TimeSlot) {
  return slot.availableSpots <= 0
}

/** The slot a plain post named, by id, if it can be picked again: it may be full or gone by now. */
export function findFree(slots: TimeSlot[] | null, typedId: string | undefined): number | null {
  return slots?.find((slot) => String(slot.id) === typedId && !isFull(slot))?.id ?? null
}

/** `x of y`: places still free, and all places, of the slots visitors see (spec booking §2). */
export function countPlaces(days: SlotDay[]) {
  const slots = days.flatMap((day) => day.slots)
  return {
    free: slots.reduce((sum, slot) => sum + Math.max(0, slot.availableSpots), 0),
    all: slots.reduce((sum, slot) => sum + slot.totalSlots, 0),
  }
}

/** How many dates the strip shows at a time (spec booking §9). */
export const STRIP_LENGTH = 4

/** Where the strip starts after a press of an arrow: one date stays in sight (spec booking §2). */
export function shiftStrip(start: number, direction: 1 | -1, count: number): number {
  const last = Math.max(0, count - STRIP_LENGTH)
  return Math.min(last, Math.max(0, start + direction * (STRIP_LENGTH - 1)))
}
