import { isOnClocks } from '@trunkshow/contract/events/rules.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { groupSlots, type SlotDay } from '../../slots/slot-days.ts'

interface Clock {
  date: string
  time: string
}

/**
 * The slots a booking can move to, by day: with enough open spots, not hidden, not started, at a time that exists, and not
 * its current one. `now` is the venue's clock.
 */
export function freeSlots(
  slots: readonly ListedSlot[],
  currentSlotId: number | null,
  now: Clock,
  spots = 1,
): SlotDay[] {
  return groupSlots(
    slots.filter(
      (slot) =>
        slot.availableSpots >= spots &&
        slot.isAvailable &&
        slot.id !== currentSlotId &&
        isOnClocks(slot) &&
        (slot.slotDate > now.date || (slot.slotDate === now.date && slot.startTime > now.time)),
    ),
  )
}
