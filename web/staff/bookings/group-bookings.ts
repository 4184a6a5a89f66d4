import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { groupSlots } from '../slots/slot-days.ts'

/** The bookings of one time slot. */
export interface SlotGroup {
  /** The slot, as its bookings describe it. */
  slot: Pick<
    Booking,
    'timeSlotId' | 'slotDate' | 'startTime' | 'endTime' | 'booked' | 'totalSlots' | 'outsideEventHours'
  >
  bookings: Booking[]
}

/** Time slots under one heading: those of a day or, with a date of null, of all canceled bookings. */
export interface DayGroup {
  /** `yyyy-MM-dd` */
  date: string | null
  slots: SlotGroup[]
}

/** Groups bookings by day and time slot, canceled ones in a last group (docs/product.md, The bookings page). */
export function groupBookings(bookings: readonly Booking[]): DayGroup[] {
  const sorted = bookings.toSorted((a, b) => momentOf(a).localeCompare(momentOf(b)))
  const byDay = Map.groupBy(sorted, ({ status, slotDate }) => (status === 'cancelled' ? null : slotDate))
  const days = [...byDay].map(([date, bookings]) => ({ date, slots: groupBySlot(bookings) }))
  return [...days.filter(({ date }) => date !== null), ...days.filter(({ date }) => date === null)]
}

function groupBySlot(bookings: readonly Booking[]): SlotGroup[] {
  const bySlot = Map.groupBy(bookings, ({ timeSlotId }) => timeSlotId)
  return [...bySlot.values()].map((bookings) => ({ slot: bookings[0]!, bookings }))
}

function momentOf({ slotDate, startTime, endTime, timeSlotId, attendeeName }: Booking) {
  return `${slotDate} ${startTime} ${endTime} ${timeSlotId} ${attendeeName}`
}

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
