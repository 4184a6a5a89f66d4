import type { HistoryBooking } from '@trunkshow/contract/customers/schema.ts'

/** Whether the booking's time has passed (docs/product.md, Dates and times). */
export function isPast({ timeSlot }: Pick<HistoryBooking, 'timeSlot'>, now: Date): boolean {
  return new Date(timeSlot.startsAt) <= now
}
