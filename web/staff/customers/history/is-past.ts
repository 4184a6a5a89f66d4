import type { HistoryBooking } from '@trunkshow/contract/customers/schema.ts'
import { venueNow } from '@trunkshow/contract/dates.ts'

/** Whether the booking's time has passed on the venue's clock (docs/product.md, Dates and times). */
export function isPast({ timeSlot }: Pick<HistoryBooking, 'timeSlot'>, now: Date): boolean {
  const { date, time } = venueNow(now)
  return `${timeSlot.slotDate} ${timeSlot.startTime}` <= `${date} ${time}`
}
