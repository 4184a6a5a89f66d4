import { type EventPlan, isOnClocks, isOutsideEvent, planSlots } from '../events/rules.ts'
import type { SlotTime, Zone } from '../zones.ts'
import type { SlotSync } from './schema.ts'

/** The most time slots on one date, so any date fits on a page (decision 033). */
export const MAX_SLOTS_PER_DATE = 500

/** A slot that "Match slots to event hours" checks; `everBooked` counts canceled bookings too. */
export interface ExistingSlot extends SlotTime {
  id: number
  everBooked: boolean
}

/**
 * Plans "Match slots to event hours": adds the slots missing from the event's days and hours, and removes
 * never-booked slots outside them or at a time that the venue's clock skips. A time that an existing slot covers even partly
 * isn't missing, since a host may have lengthened that slot (docs/product.md, Matching slots to the event).
 */
export function planSync(event: EventPlan, slots: readonly ExistingSlot[], zone: Zone) {
  const outside = slots.filter((slot) => isOutsideEvent(slot, event) || !isOnClocks(slot, zone))
  const days = Map.groupBy(slots, ({ slotDate }) => slotDate)
  const missing = planSlots(event, zone).filter(
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

/** The plan in numbers, in total and per day. */
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

/** How full an event, a date or a slot is: `12 of 72 spots booked`. */
export function formatFill({ booked, totalSlots }: { booked: number; totalSlots: number }): string {
  return `${booked.toLocaleString('en-US')} of ${totalSlots.toLocaleString('en-US')} ${totalSlots === 1 ? 'spot' : 'spots'} booked`
}

/**
 * The date that the desk opens with (docs/product.md, The desk).
 *
 * @param dates the event's dates with time slots, in order
 * @param today by the venue's clock
 * @returns today or the next date, else the last one; undefined without dates
 */
export const dayToOpen = (dates: readonly string[], today: string): string | undefined =>
  dates.find((date) => date >= today) ?? dates.at(-1)
