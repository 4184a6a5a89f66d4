import { END_OF_DAY, fromMinutes, toMinutes } from '@trunkshow/contract/dates.ts'
import { eventDefaults } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import type { SlotTime } from '@trunkshow/contract/zones.ts'
import { wallClock, wallToInstant } from '@trunkshow/contract/zones.ts'
import type { NextSlotInput } from './queries.ts'

export interface SlotDay {
  /** `yyyy-MM-dd` */
  date: string
  slots: ListedSlot[]
}

/** Groups slots by day, both sorted by time. */
export function groupSlots(slots: readonly ListedSlot[]): SlotDay[] {
  const sorted = slots.toSorted((a, b) => momentOf(a).localeCompare(momentOf(b)))
  return [...Map.groupBy(sorted, ({ slotDate }) => slotDate)].map(([date, slots]) => ({ date, slots }))
}

function momentOf({ slotDate, startTime, endTime }: SlotTime) {
  return `${slotDate} ${startTime} ${endTime}`
}

/** Number of booked spots. */
export function countBooked({ totalSlots, availableSpots }: ListedSlot): number {
  return totalSlots - availableSpots
}

/**
 * Plans the slot of Add Next Time Slot: it starts when the day's last slot ends, is as long as the event's slots, and
 * has as many spots as that last one has open, at least 1 (docs/product.md, Changing time slots). Skips the hour when
 * clocks go forward. Null if it would run past midnight.
 */
export function nextSlot(
  day: SlotDay,
  event: Pick<Event, 'id' | 'slotDuration' | 'zone'>,
): NextSlotInput | null {
  const last = day.slots.reduce((late, slot) => (slot.endTime > late.endTime ? slot : late))
  const onClock = (time: string) => {
    const shown = wallClock(wallToInstant(day.date, time, event.zone), event.zone)
    return shown.date === day.date ? shown.time : END_OF_DAY
  }
  const startTime = onClock(last.endTime)
  const end = toMinutes(startTime) + (event.slotDuration || eventDefaults.slotDuration)
  if (end > toMinutes(END_OF_DAY)) return null
  return {
    eventId: event.id,
    slotDate: day.date,
    startTime,
    endTime: onClock(fromMinutes(end)),
    availableSpots: Math.max(1, last.availableSpots),
  }
}
