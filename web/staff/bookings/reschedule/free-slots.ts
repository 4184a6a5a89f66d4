import { isOnClocks } from '@trunkshow/contract/events/rules.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { wallToInstant, type Zone } from '@trunkshow/contract/zones.ts'
import { groupSlots, type SlotDay } from '../../slots/slot-days.ts'

/** The slots a booking can move to, by day: of those to come, the ones that nothing is against. */
export function freeSlots(
  slots: readonly ListedSlot[],
  currentSlotId: number | null,
  zone: Zone,
  now: Date,
  spots = 1,
): SlotDay[] {
  return slotsToCome(
    slots.filter((slot) => reasonAgainst(slot, currentSlotId, spots) === null),
    zone,
    now,
  )
}

/** The slots that haven't started, by day, without those at a time that doesn't exist. */
export function slotsToCome(slots: readonly ListedSlot[], zone: Zone, now: Date): SlotDay[] {
  return groupSlots(
    slots.filter(
      (slot) => isOnClocks(slot, zone) && wallToInstant(slot.slotDate, slot.startTime, zone) > now,
    ),
  )
}

/** Why a booking can't move to this slot, which is to come; null if it can. */
export function reasonAgainst(slot: ListedSlot, currentSlotId: number | null, spots: number) {
  if (slot.id === currentSlotId) return 'Current time'
  if (!slot.isAvailable) return 'Hidden'
  if (slot.availableSpots <= 0) return 'Full'
  if (slot.availableSpots >= spots) return null
  return `Only ${slot.availableSpots} ${slot.availableSpots === 1 ? 'spot' : 'spots'}`
}
