import { type EventPlan, isOnClocks, isOutsideEvent, planSlots, type SlotTime } from '../events/rules.ts'
import type { SlotSync } from './schema.ts'

/** How many time slots an event can have on one date, so that any date fits on a page (decision 033). */
export const MAX_SLOTS_PER_DATE = 500

/** A slot as "Match slots to event hours" sees it; `everBooked` counts cancelled bookings too. */
export interface ExistingSlot extends SlotTime {
  id: number
  everBooked: boolean
}

/**
 * What "Match slots to event hours" does: adds the slots of the event's days and hours for which there is room, and removes
 * those outside them, or at a time that spring skips, that were never booked. A time that an existing slot covers, even in part, is not lacking: a
 * host may have lengthened that slot (docs/product.md, Matching slots to the event).
 */
export function planSync(event: EventPlan, slots: readonly ExistingSlot[]) {
  const outside = slots.filter((slot) => isOutsideEvent(slot, event) || !isOnClocks(slot))
  const days = Map.groupBy(slots, ({ slotDate }) => slotDate)
  const missing = planSlots(event).filter(
    (plan) =>
      !days
        .get(plan.slotDate)
        ?.some((slot) => slot.startTime < plan.endTime && slot.endTime > plan.startTime),
  )
  return {
    missing,
    surplus: outside.filter(({ everBooked }) => !everBooked),
    kept: outside.filter(({ everBooked }) => everBooked),
  }
}

/** The same as numbers, in all and for each day. */
export function countSync({ missing, surplus, kept }: ReturnType<typeof planSync>): SlotSync {
  const days = new Map<string, { slotDate: string; added: number; removed: number }>()
  const dayOf = ({ slotDate }: SlotTime) => {
    const day = days.get(slotDate) ?? { slotDate, added: 0, removed: 0 }
    days.set(slotDate, day)
    return day
  }
  for (const slot of missing) dayOf(slot).added += 1
  for (const slot of surplus) dayOf(slot).removed += 1
  return {
    added: missing.length,
    removed: surplus.length,
    kept: kept.length,
    days: [...days.values()].sort((a, b) => a.slotDate.localeCompare(b.slotDate)),
  }
}
