import type { EmailFailure } from './messages.ts'

/** What an email is about; the list filters by it. */
export const emailKinds = [
  'confirmation',
  'reminder',
  'change',
  'cancellation',
  'waitlist',
  'notice',
  'data',
  'account',
] as const
export type EmailKind = (typeof emailKinds)[number]

/** Who emails are for, in the order they are sent and of their names, which an index sorts by (decision 028). */
export const emailAudiences = [
  'account',
  /** Guests who wait for it: their appointment is made, moved or canceled, or a spot is on offer. */
  'guest',
  /** People whose address a user entered. */
  'invited',
  'reminder',
  'staff',
  'thanks',
] as const
export type EmailAudience = (typeof emailAudiences)[number]

/** Who reads emails in the app: each reads what those before read, too. */
export const emailReaders = ['co-hosts', 'company', 'admins'] as const
export type EmailReader = (typeof emailReaders)[number]

/** Each email type's kind, audience, and first reader in the app (docs/product.md, What happened to an email). */
export const emailTypes = {
  booking_confirmation: { kind: 'confirmation', audience: 'guest', reader: 'co-hosts' },
  booking_reminder: { kind: 'reminder', audience: 'reminder', reader: 'co-hosts' },
  booking_reminder_soon: { kind: 'reminder', audience: 'reminder', reader: 'co-hosts' },
  // It lists the guest's orders.
  booking_thanks: { kind: 'reminder', audience: 'thanks', reader: 'company' },
  booking_rescheduled: { kind: 'change', audience: 'guest', reader: 'co-hosts' },
  booking_party_changed: { kind: 'change', audience: 'guest', reader: 'co-hosts' },
  booking_cancelled: { kind: 'cancellation', audience: 'guest', reader: 'co-hosts' },
  waitlist_joined: { kind: 'waitlist', audience: 'guest', reader: 'co-hosts' },
  waitlist_offer: { kind: 'waitlist', audience: 'guest', reader: 'co-hosts' },
  // Several in one email name guests of other events.
  booking_notice: { kind: 'notice', audience: 'staff', reader: 'company' },
  booking_rescheduled_notice: { kind: 'notice', audience: 'staff', reader: 'company' },
  booking_party_changed_notice: { kind: 'notice', audience: 'staff', reader: 'company' },
  booking_cancelled_notice: { kind: 'notice', audience: 'staff', reader: 'company' },
  data_request_notice: { kind: 'notice', audience: 'staff', reader: 'admins' },
  guest_data: { kind: 'data', audience: 'guest', reader: 'company' },
  invitation: { kind: 'account', audience: 'invited', reader: 'admins' },
  co_host_invitation: { kind: 'account', audience: 'invited', reader: 'admins' },
  email_confirmation: { kind: 'account', audience: 'account', reader: 'admins' },
  contact_confirmation: { kind: 'account', audience: 'invited', reader: 'admins' },
  password_reset: { kind: 'account', audience: 'account', reader: 'admins' },
  password_changed: { kind: 'account', audience: 'account', reader: 'admins' },
  email_changed: { kind: 'account', audience: 'account', reader: 'admins' },
} as const satisfies Record<string, { kind: EmailKind; audience: EmailAudience; reader: EmailReader }>
export type EmailType = keyof typeof emailTypes

const typesWhere = (applies: (row: (typeof emailTypes)[EmailType]) => boolean): EmailType[] =>
  (Object.keys(emailTypes) as EmailType[]).filter((type) => applies(emailTypes[type]))

/** The types of a kind. */
export const typesOfKind = (kind: EmailKind): EmailType[] => typesWhere((row) => row.kind === kind)

/** The types that someone reads. */
export const typesReadBy = (by: EmailReader): EmailType[] =>
  typesWhere(({ reader }) => emailReaders.indexOf(reader) <= emailReaders.indexOf(by))

/** Emails to guests that no one causes: they are due at a time (docs/product.md, Reminders). */
export const scheduledEmailTypes = [
  'booking_reminder',
  'booking_reminder_soon',
  'booking_thanks',
] as const satisfies EmailType[]
export type ScheduledEmailType = (typeof scheduledEmailTypes)[number]

/** Emails to guests about their booking or their wait for one, which staff can send again. */
export const guestEmailTypes = [
  'booking_confirmation',
  'booking_rescheduled',
  'booking_party_changed',
  'booking_cancelled',
  ...scheduledEmailTypes,
  'waitlist_joined',
  'waitlist_offer',
] as const satisfies EmailType[]

/** How an email ends: skipped ones no longer applied when they were due. */
export const endedStatuses = ['sent', 'failed', 'skipped'] as const
export const emailStatuses = ['pending', 'sending', 'waiting', ...endedStatuses] as const

/** The states that the list of emails filters by; `attention` are failed ones that no one dealt with. */
export const emailStates = ['attention', 'waiting', 'sent', 'failed', 'skipped'] as const
export type EmailState = (typeof emailStates)[number]

/** What an email on hold waits for (decision 028). */
export const emailWaits = ['confirmation', 'budget', 'recipient', 'digest'] as const

/** Failures without a reply of a mail server: what is stored of them is for the operator. */
export const failuresWithoutReply: readonly EmailFailure[] = ['unreachable', 'unanswered', 'notWritten']

/** When a host is told of bookings: of each at once, or of several together. */
export const noticeSchedules = ['now', 'hourly', 'daily'] as const
export type NoticeSchedule = (typeof noticeSchedules)[number]

/** How often a booking's emails can be sent again in 24 hours. */
export const RESENDS_PER_DAY = 5

/** Days until a link to confirm an email expires (decision 029). */
export const CONFIRMATION_DAYS = 7
