import { toMinutes } from '../dates.ts'
import { type EventPlan, isInBreak, isOnClocks, isOutsideEvent, planSlots } from '../events/rules.ts'
import type { SlotTime, Zone } from '../zones.ts'
import type { SlotSync } from './schema.ts'

/** The most time slots on one date, so any date fits on a page (decision 033). */
export const MAX_SLOTS_PER_DATE = 500

/**
 * Plans "Match slots to event hours": adds the slots missing from the event's days and hours, and removes never-booked
 * slots outside them, in a break, or at a time that the venue's clock skips. A time isn't missing if a slot that stays
 * covers even a part of it or of the buffers around it, since a host may have lengthened that slot (docs/product.md,
 * Matching slots to the event).
 *
 * @param slots the event's slots; `everBooked` counts canceled bookings too
 */
export function planSync<Slot extends SlotTime & { everBooked: boolean }>(
  event: EventPlan,
  slots: readonly Slot[],
  zone: Zone,
) {
  const isOutside = (slot: Slot) =>
    isOutsideEvent(slot, event) || isInBreak(slot, event) || !isOnClocks(slot, zone)
  const outside = new Set(slots.filter(isOutside))
  const staying = slots.filter((slot) => slot.everBooked || !outside.has(slot))
  const days = Map.groupBy(staying, ({ slotDate }) => slotDate)
  const gap = (event.bufferBefore ?? 0) + (event.bufferAfter ?? 0)
  const isTooClose = (slot: SlotTime, plan: SlotTime) =>
    toMinutes(slot.startTime) < toMinutes(plan.endTime) + gap &&
    toMinutes(slot.endTime) + gap > toMinutes(plan.startTime)
  return {
    missing: planSlots(event, zone).filter(
      (plan) => !days.get(plan.slotDate)?.some((slot) => isTooClose(slot, plan)),
    ),
    surplus: [...outside].filter(({ everBooked }) => !everBooked),
    kept: [...outside].filter(({ everBooked }) => everBooked),
  }
}

type Dates = readonly { slotDate: string }[]

/** The plan in numbers, in total and per day. */
export function countSync({
  missing,
  surplus,
  kept,
}: Record<'missing' | 'surplus' | 'kept', Dates>): SlotSync {
  const added = Map.groupBy(missing, ({ slotDate }) => slotDate)
  const removed = Map.groupBy(surplus, ({ slotDate }) => slotDate)
  const days = [...new Set([...added.keys(), ...removed.keys()])].sort().map((slotDate) => ({
    slotDate,
    added: added.get(slotDate)?.length ?? 0,
    removed: removed.get(slotDate)?.length ?? 0,
  }))
  return { added: missing.length, removed: surplus.length, kept: kept.length, days }
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
