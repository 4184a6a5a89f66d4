import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { groupSlots } from '../../slots/slot-days.ts'

export interface RunSheetRow {
  slot: ListedSlot
  guests: Booking[]
}

/** Builds one row per time of a day, with its guests by name. */
export function runSheetRows(slots: readonly ListedSlot[], bookings: readonly Booking[]): RunSheetRow[] {
  const guests = Map.groupBy(bookings, ({ timeSlotId }) => timeSlotId)
  return groupSlots(slots).flatMap((day) =>
    day.slots.map((slot) => ({
      slot,
      guests: (guests.get(slot.id) ?? []).toSorted((a, b) => a.attendeeName.localeCompare(b.attendeeName)),
    })),
  )
}
