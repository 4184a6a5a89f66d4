import { z } from 'zod'
import { attendances } from '../bookings/rules.ts'
import { addBookingInput, booking, partySizeField } from '../bookings/schema.ts'
import { id } from '../endpoint.ts'
import { event } from '../events/schema.ts'
import { timeSlot } from '../slots/schema.ts'

/** One day of an event, as the desk shows it and keeps it while it is offline. */
export const deskDay = z.object({
  event,
  date: z.string(),
  /** The dates with time slots, in order. */
  dates: z.array(z.string()),
  /** Who works when, in words. Absent from a day that a device kept before. */
  atWork: z.string().optional(),
  slots: z.array(timeSlot),
  /** The active ones, by time. */
  bookings: z.array(booking),
})
export type DeskDay = z.infer<typeof deskDay>

/** Made by the device: a repeat of a change with the same key changes nothing (decision 057). */
const key = z.string().min(16).max(100)

const attendance = z.enum(attendances).nullable()

const markChange = z.object({
  key,
  kind: z.literal('mark'),
  bookingId: id,
  attendance,
  /** What the device showed before the change: if it is no longer so, a person decides. */
  seen: z.object({ attendance, version: z.int() }),
})
export type MarkChange = z.infer<typeof markChange>

const walkInChange = z.object({
  key,
  kind: z.literal('walkIn'),
  timeSlotId: id,
  ...addBookingInput.pick({ attendeeName: true, phone: true, upToSpots: true }).shape,
  partySize: partySizeField,
})
export type WalkInChange = z.infer<typeof walkInChange>

/** The most changes in one call; a longer queue is sent in several. */
export const MAX_DESK_CHANGES = 50

/** What a device changed, in order. */
export const deskChangesInput = z.object({
  /** Who made them: another user who logs in on the device sends none of them. */
  userId: id.optional(),
  changes: z
    .array(z.discriminatedUnion('kind', [markChange, walkInChange]))
    .min(1)
    .max(MAX_DESK_CHANGES),
})
export type DeskChangesInput = z.output<typeof deskChangesInput>

/** What became of one change. */
export const deskAnswer = z.object({
  key: z.string(),
  /** `conflict` if a person decides whether to do it anyway, `refused` if it cannot be done. */
  outcome: z.enum(['done', 'conflict', 'refused']),
  /** Why it was not done. */
  message: z.string().optional(),
  /** The spots that the time slot gets if the walk-in is added anyway. */
  spots: z.int().optional(),
  /** The booking as it is now. */
  booking: booking.optional(),
})
export type DeskAnswer = z.infer<typeof deskAnswer>
