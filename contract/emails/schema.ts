import { z } from 'zod'
import { day, emailField, flag, line } from '../endpoint.ts'
import { emailFailures, emailMessages as texts } from './messages.ts'
import {
  type EmailType,
  emailStatuses,
  emailTypes,
  emailWaits,
  guestMessageLimits as most,
  noticeSchedules,
} from './rules.ts'

/** An email as lists show it (docs/product.md, What happened to an email). Times are ISO 8601 in UTC. */
export const listedEmail = z.object({
  id: z.int(),
  emailType: z.enum(Object.keys(emailTypes) as [EmailType, ...EmailType[]]),
  status: z.enum(emailStatuses),
  /** Null while unknown, or once the guest was erased. */
  toEmail: z.string().nullable(),
  /** Null until it was written. */
  subject: z.string().nullable(),
  /** What it is about: a booking or a wait for one, with its guest and event, or a user. */
  bookingId: z.int().nullable(),
  waitlistEntryId: z.int().nullable(),
  attendeeName: z.string().nullable(),
  eventId: z.int().nullable(),
  eventName: z.string().nullable(),
  userId: z.int().nullable(),
  createdAt: z.string(),
  sentAt: z.string().nullable(),
  waitsFor: z.enum(emailWaits).nullable(),
  /** When it is tried next; null if that is unknown, and for emails that are not tried again. */
  nextAttemptAt: z.string().nullable(),
  /** Why the last attempt failed; null if none did. */
  failure: z.enum(emailFailures).nullable(),
  /** Until when a failing email is tried again. */
  retriedUntil: z.string().nullable(),
  /** Whether it failed and someone has to deal with it. */
  needsAttention: z.boolean(),
})
export type ListedEmail = z.infer<typeof listedEmail>

/** An email as it was sent, apart from its private links, which open for the recipient alone. */
export const email = listedEmail.extend({
  /** Whether it is the reader's company's own: co-hosts of another see no page of its guest. */
  isOwn: z.boolean(),
  fromEmail: z.string().nullable(),
  customerId: z.int().nullable(),
  /** HTML and text; null before it was written, for emails of earlier versions, and once the guest was erased. */
  body: z.string().nullable(),
  text: z.string().nullable(),
  hasCalendar: z.boolean(),
  /** What the mail server replied to the last failed attempt, in its own words. */
  errorMessage: z.string().nullable(),
  /** The address that it would go to now; null for emails that can't be sent again. */
  resendTo: z.string().nullable(),
  /** Why it can't be sent again. */
  cannotResend: z.string().nullable(),
})
export type Email = z.infer<typeof email>

/** How a company's hosts are told of bookings, and whether the user who asks is (docs/product.md, Booking alerts). */
export const noticeSettings = z.object({
  schedule: z.enum(noticeSchedules),
  /** Whether they are also told of what they did themselves. */
  ownActions: z.boolean(),
  /** Whether alerts that go to the user's own email are sent. */
  toMe: z.boolean(),
})
export type NoticeSettings = z.output<typeof noticeSettings>

/** Another address replaces that of the booking, or on the waitlist. */
export const resendInput = z.object({ attendeeEmail: emailField().optional() })
export type ResendInput = z.output<typeof resendInput>

/** Which guests of an event a message goes to (docs/product.md, Messages to guests). */
export const whichGuests = z.strictObject({
  /** One of its days; without it, all. */
  date: day.optional(),
  /** Also those whose appointment is over. */
  includesPast: flag.optional(),
})
export type WhichGuests = z.output<typeof whichGuests>

/** A message in plain text; empty lines part its paragraphs. */
export const guestMessageInput = whichGuests.extend({
  subject: line(texts.subjectRequired, most.subject, texts.subjectTooLong),
  text: z.string(texts.textRequired).trim().min(1, texts.textRequired).max(most.text, texts.textTooLong),
})
export type GuestMessageInput = z.output<typeof guestMessageInput>

/** How many guests a message goes to, one email for each address. */
export const guestsOfMessage = z.object({
  guests: z.int(),
  /** Active bookings among them that have no email. */
  withoutEmail: z.int(),
  /** How many emails can be sent now, and what the rest waits for. */
  sendsNow: z.int(),
  waitsFor: z.enum(['confirmation', 'budget']),
})
export type GuestsOfMessage = z.infer<typeof guestsOfMessage>
