import { z } from 'zod'
import { idField, wholeNumber } from '../endpoint.ts'
import { isOnClocks } from '../events/rules.ts'
import { dateField, endTimeField, timeField } from '../events/schema.ts'
import { isOnClock, type SlotTime, type Zone } from '../zones.ts'
import { slotMessages as text } from './messages.ts'

const places = wholeNumber(text.totalTooSmall).pipe(
  z.int().min(1, text.totalTooSmall).max(1000, text.totalTooLarge),
)

/** Problems with a slot's date and times, by field; empty if valid. */
export function wrongTimes(slot: SlotTime, zone: Zone): { startTime?: string; endTime?: string } {
  const { slotDate, startTime, endTime } = slot
  if (endTime <= startTime) return { endTime: text.endTimeBeforeStart }
  if (isOnClocks(slot, zone)) return {}
  return { [isOnClock(slotDate, startTime, zone) ? 'endTime' : 'startTime']: text.notOnClocks(slotDate) }
}

/**
 * A new slot. The Add form sends `totalSlots`, Add Next Time Slot sends `availableSpots`; both mean the same
 * (docs/product.md, Changing time slots). Whether its times exist at the venue is checked by `wrongTimes`.
 */
export const newSlotInput = z
  .object({
    eventId: idField().optional(),
    slotDate: dateField(text.dateRequired),
    startTime: timeField(text.startTimeRequired),
    endTime: endTimeField(text.endTimeRequired),
    totalSlots: places.optional(),
    availableSpots: places.optional(),
  })
  .refine(({ startTime, endTime }) => endTime > startTime, {
    path: ['endTime'],
    message: text.endTimeBeforeStart,
  })
  .transform(({ eventId: _event, availableSpots = 1, totalSlots = availableSpots, ...times }) => ({
    ...times,
    totalSlots,
  }))
export type NewSlotInput = z.output<typeof newSlotInput>

/** A change to a slot's times or spots; omitted fields stay. */
export const slotChangeInput = z.object({
  startTime: timeField(text.startTimeRequired).optional(),
  endTime: endTimeField(text.endTimeRequired).optional(),
  totalSlots: places.optional(),
  isAvailable: z.boolean().optional(),
})
export type SlotChangeInput = z.output<typeof slotChangeInput>

/** A time slot; `availableSpots` = `totalSlots` - booked spots (docs/product.md, How time slots are made). */
export const timeSlot = z.object({
  id: z.int(),
  eventId: z.int(),
  slotDate: z.string(),
  startTime: z.string(),
  endTime: z.string(),
  totalSlots: z.int(),
  availableSpots: z.int(),
  isAvailable: z.boolean(),
})
export type TimeSlot = z.infer<typeof timeSlot>

/** A listed slot. Its own staff also see whether it was ever booked: then it can't be deleted. */
export const listedSlot = timeSlot.extend({ everBooked: z.boolean().optional() })
export type ListedSlot = z.infer<typeof listedSlot>

/** A slot as calls about slots return it: `totalSpots` is another name of `totalSlots`. */
export const servedSlot = listedSlot.extend({ totalSpots: z.int() })

/** How full an event is, and how many of its guests an email failed to reach. */
export const eventFill = z.object({
  eventId: z.int(),
  booked: z.int(),
  totalSlots: z.int(),
  failedEmails: z.int(),
})
export type EventFill = z.infer<typeof eventFill>

const syncCounts = {
  added: z.int(),
  removed: z.int(),
  hidden: z.int(),
  /** What isn't as planned, but guests have it; what staff hid. */
  kept: z.int(),
  keptHidden: z.int(),
}

/** What "Match slots to event hours" does, in total and per affected day (see `planSync`). */
export const slotSync = z.object({
  ...syncCounts,
  days: z.array(z.object({ slotDate: z.string(), ...syncCounts })),
})
export type SlotSync = z.infer<typeof slotSync>
