import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { groupSlots } from '../slots/slot-days.ts'

/**
 * Groups bookings by day and time slot, canceled ones in a last group (docs/product.md, The bookings page).
 *
 * @returns for each day its date, null for canceled bookings, and its time slots, each described by one of its bookings
 */
export function groupBookings(bookings: readonly Booking[]) {
  const sorted = bookings.toSorted((a, b) => momentOf(a).localeCompare(momentOf(b)))
  const byDay = Map.groupBy(sorted, ({ status, slotDate }) => (status === 'cancelled' ? null : slotDate))
  return [...byDay].map(([date, bookings]) => {
    const bySlot = Map.groupBy(bookings, ({ timeSlotId }) => timeSlotId)
    return { date, slots: [...bySlot.values()].map((bookings) => ({ slot: bookings[0]!, bookings })) }
  })
}

/** A text to sort by; `active` is before `cancelled`. */
function momentOf({ status, slotDate, startTime, endTime, timeSlotId, attendeeName }: Booking) {
  return `${status} ${slotDate} ${startTime} ${endTime} ${timeSlotId} ${attendeeName}`
}

/** Builds one row per time of a day, with its guests by name. */
export function runSheetRows(slots: readonly ListedSlot[], bookings: readonly Booking[]) {
  const guests = Map.groupBy(bookings, ({ timeSlotId }) => timeSlotId)
  return groupSlots(slots).flatMap((day) =>
    day.slots.map((slot) => ({
      slot,
      guests: (guests.get(slot.id) ?? []).toSorted((a, b) => a.attendeeName.localeCompare(b.attendeeName)),
    })),
  )
}
