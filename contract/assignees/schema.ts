import { z } from 'zod'
import { day, idField, served } from '../endpoint.ts'
import { endTimeField, timeField } from '../events/schema.ts'
import { assigneeMessages as text } from './messages.ts'

/** Who serves a record from now on, null for no one (docs/product.md, Who serves whom). */
export const assigneeChange = z.object({
  assigneeId: idField(text.gone).nullable(),
  /** Whom the user saw; refused if it is someone else by now. */
  from: idField(text.gone).nullable().optional(),
})
export type AssigneeChange = z.output<typeof assigneeChange>

export const assigned = z.object(served)
export type Assigned = z.infer<typeof assigned>

const times = { startTime: z.string(), endTime: z.string() }
const person = { userId: z.int(), name: z.string() }

/** Who works when on one day of an event, by the venue's clock (docs/product.md, Who works when). */
export const teamInput = z.object({
  day,
  shifts: z
    .array(
      z
        .object({
          userId: idField(text.whoRequired),
          startTime: timeField(text.fromRequired),
          endTime: endTimeField(text.untilRequired),
        })
        .refine(({ startTime, endTime }) => endTime > startTime, {
          path: ['endTime'],
          message: text.untilBeforeFrom,
        }),
    )
    .max(50, text.tooManyShifts),
  /** Whether staff see on each time slot who is at work and whom they serve. */
  namesOnSlots: z.boolean(),
  version: z.int(),
})
export type TeamInput = z.output<typeof teamInput>

/** Who works when at an event, and whom they serve. */
export const team = z.object({
  shifts: z.array(z.object({ ...person, day: z.string(), ...times })),
  /** The bookings that are assigned, without canceled ones. */
  serving: z.array(z.object({ ...person, attendeeName: z.string(), slotDate: z.string(), ...times })),
  namesOnSlots: z.boolean(),
  version: z.int(),
})
export type Team = z.infer<typeof team>
