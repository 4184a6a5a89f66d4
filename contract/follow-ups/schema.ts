import { z } from 'zod'
import { day, jsonId, line } from '../endpoint.ts'
import { followUpMessages as text } from './messages.ts'

/** What closes a follow-up (docs/product.md, Follow-ups). */
export const closers = ['user', 'order', 'booking'] as const

/** Who does what until when. */
export const followUpInput = z.object({
  /** A colleague; null is the team. */
  assigneeId: jsonId().nullable(),
  /** The last day on the company's clock, `yyyy-MM-dd`. */
  dueOn: day,
  text: line(text.textRequired, 300, text.textTooLong),
})
export type FollowUpInput = z.output<typeof followUpInput>

/** For a customer, or the guest of a booking, who may be one. */
export const newFollowUp = followUpInput
  .extend({ customerId: jsonId().optional(), bookingId: jsonId().optional() })
  .refine(({ customerId, bookingId }) => customerId ?? bookingId, text.whoRequired)
export type NewFollowUp = z.output<typeof newFollowUp>

/** The version that the caller saw: if someone changed it since, nothing is stored. */
export const seenFollowUp = z.object({ version: jsonId() })
export const followUpChange = followUpInput.extend(seenFollowUp.shape)
export type FollowUpChange = z.output<typeof followUpChange>

export const followUp = z.object({
  id: z.int(),
  customerId: z.int().nullable(),
  bookingId: z.int().nullable(),
  /** Of the customer or guest. */
  name: z.string(),
  /** Null for the team, also once the colleague has left. */
  assigneeId: z.int().nullable(),
  assigneeName: z.string().nullable(),
  dueOn: z.string(),
  text: z.string(),
  version: z.int(),
  closedBy: z.enum(closers).nullable(),
  /** Who closed it, the order's number, or the event that was booked. */
  closedName: z.string().nullable(),
  /** ISO 8601 in UTC. */
  closedAt: z.string().nullable(),
  /** Of the event that was asked for: the booking of their guest there. */
  guestBookingId: z.int().nullable(),
})
export type FollowUp = z.infer<typeof followUp>
