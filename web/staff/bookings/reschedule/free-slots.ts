import { isOnClocks } from '@trunkshow/contract/events/rules.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { wallToInstant, type Zone } from '@trunkshow/contract/zones.ts'
import { groupSlots, type SlotDay } from '../../slots/slot-days.ts'

/**
 * The slots a booking can move to, by day: with enough open spots, not hidden, not started, at a time that exists, and not
 * its current one.
 */
export function freeSlots(
  slots: readonly ListedSlot[],
  currentSlotId: number | null,
  zone: Zone,
  now: Date,
  spots = 1,
): SlotDay[] {
  return groupSlots(
    slots.filter(
      (slot) =>
        slot.availableSpots >= spots &&
        slot.isAvailable &&
        slot.id !== currentSlotId &&
        isOnClocks(slot, zone) &&
        wallToInstant(slot.slotDate, slot.startTime, zone) > now,
    ),
  )
}
