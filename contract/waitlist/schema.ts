import { z } from 'zod'
import { bookSlotInput } from '../bookings/schema.ts'
import { isDate } from '../dates.ts'
import { idField } from '../endpoint.ts'
import { waitlistMessages as text } from './messages.ts'
import { offerStates, waitStatuses } from './rules.ts'

/** The form to join (docs/product.md, The waitlist). `waitsFor`: `event`, a date (`yyyy-MM-dd`), or a time slot's ID. */
export const joinWaitlistInput = z.object({
  waitsFor: z
    .string(text.targetRequired)
    .refine(
      (value) => value === 'event' || isDate(value) || /^[1-9]\d{0,8}$/.test(value),
      text.targetRequired,
    ),
  ...bookSlotInput.omit({ phone: true, answers: true, questionsVersion: true }).shape,
})
export type JoinWaitlistInput = z.output<typeof joinWaitlistInput>

const slotTimes = { slotDate: z.string(), startTime: z.string(), endTime: z.string() }

/** A guest who waits, as hosts see them. Times are those of the venue; instants are ISO 8601 in UTC. */
export const waitlistEntry = z.object({
  id: z.int(),
  attendeeName: z.string(),
  attendeeEmail: z.string(),
  partySize: z.int(),
  /** What they wait for: a time slot, any of a date, or any of the event if both are null. */
  slot: z.object({ id: z.int(), ...slotTimes }).nullable(),
  slotDate: z.string().nullable(),
  status: z.enum(waitStatuses),
  createdAt: z.string(),
  /** The open offer. */
  offer: z.object({ ...slotTimes, expiresAt: z.string() }).nullable(),
})
export type WaitlistEntry = z.infer<typeof waitlistEntry>

/** An offer, for the log. */
export const waitlistOffer = z.object({
  id: z.int(),
  attendeeName: z.string(),
  ...slotTimes,
  spots: z.int(),
  state: z.enum(offerStates),
  expiresAt: z.string(),
  endedAt: z.string().nullable(),
  /** Who offered it by hand; null if it was offered in turn. */
  offeredBy: z.string().nullable(),
  createdAt: z.string(),
})
export type WaitlistOffer = z.infer<typeof waitlistOffer>

/** The waitlist of an event: those who wait, next first, and the latest offers, newest first. */
export const waitlist = z.object({
  hasWaitlist: z.boolean(),
  /** How many wait in all; `entries` are the first of them. */
  total: z.int(),
  entries: z.array(waitlistEntry),
  offers: z.array(waitlistOffer),
})
export type Waitlist = z.infer<typeof waitlist>

export const offerSlotInput = z.object({ timeSlotId: idField(text.targetRequired) })
