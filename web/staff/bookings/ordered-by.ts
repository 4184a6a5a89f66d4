import type { Booking } from '@trunkshow/contract/bookings/schema.ts'
import type { Event } from '@trunkshow/contract/events/schema.ts'
import { wallToInstant, zoneAbbreviation } from '@trunkshow/contract/zones.ts'

/** A booking as the form for its order takes it. */
export function orderedBy({ timeSlotId, slotDate, startTime, ...booking }: Booking, event: Event) {
  return {
    ...booking,
    event,
    timeSlot: {
      id: timeSlotId,
      slotDate,
      startTime,
      zone: zoneAbbreviation(wallToInstant(slotDate, startTime, event.zone), event.zone),
    },
  }
}
