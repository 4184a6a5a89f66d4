import { END_OF_DAY, fromMinutes, toMinutes } from '@trunkshow/contract/dates.ts'
import { eventDefaults, isOnClocks } from '@trunkshow/contract/events/rules.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import type { ListedSlot } from '@trunkshow/contract/slots/schema.ts'
import { type SlotTime, wallClock, wallToInstant, type Zone } from '@trunkshow/contract/zones.ts'

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

/** The day and hours of a time slot as text, to sort by and to compare. */
export function momentOf({ slotDate, startTime, endTime }: SlotTime) {
  return `${slotDate} ${startTime} ${endTime}`
}

export function countBooked({ totalSlots, availableSpots }: ListedSlot): number {
  return totalSlots - availableSpots
}

/**
 * Plans the slot of Add Next Time Slot: it starts when the day's last slot ends, is as long as the event's slots, and
 * has as many spots as that last one has open, at least 1 (docs/product.md, Changing time slots). Skips the hour when
 * clocks go forward. Null if it would run past midnight.
 */
export function nextSlot(day: SlotDay, event: Pick<Event, 'id' | 'slotDuration' | 'zone'>) {
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

export type NextSlot = NonNullable<ReturnType<typeof nextSlot>>

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

/** The slots whose start, or `edge`, is to come, by day, without those at a time that doesn't exist. */
export function slotsToCome(
  slots: readonly ListedSlot[],
  zone: Zone,
  now: Date,
  edge: 'startTime' | 'endTime' = 'startTime',
): SlotDay[] {
  return groupSlots(
    slots.filter((slot) => isOnClocks(slot, zone) && wallToInstant(slot.slotDate, slot[edge], zone) > now),
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
