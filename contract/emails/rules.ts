/** Who an email is for and what about; the list filters by it. */
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

/** Every type of email the product sends, with its kind. */
export const emailTypes = {
  booking_confirmation: 'confirmation',
  booking_reminder: 'reminder',
  booking_reminder_soon: 'reminder',
  booking_thanks: 'reminder',
  booking_rescheduled: 'change',
  booking_party_changed: 'change',
  booking_cancelled: 'cancellation',
  waitlist_joined: 'waitlist',
  waitlist_offer: 'waitlist',
  booking_notice: 'notice',
  booking_rescheduled_notice: 'notice',
  booking_party_changed_notice: 'notice',
  booking_cancelled_notice: 'notice',
  data_request_notice: 'notice',
  guest_data: 'data',
  invitation: 'account',
  co_host_invitation: 'account',
  email_confirmation: 'account',
  contact_confirmation: 'account',
  password_reset: 'account',
  password_changed: 'account',
  email_changed: 'account',
} as const satisfies Record<string, EmailKind>
export type EmailType = keyof typeof emailTypes

/** Who reads emails in the app: each reads what those before read, too. */
export const emailReaders = ['co-hosts', 'company', 'admins'] as const
export type EmailReader = (typeof emailReaders)[number]

/**
 * The first of these who reads a type (docs/product.md, What happened to an email). Co-hosts of the event read only what
 * says no more than they see of it.
 */
export const readersOfTypes = {
  booking_confirmation: 'co-hosts',
  booking_reminder: 'co-hosts',
  booking_reminder_soon: 'co-hosts',
  booking_rescheduled: 'co-hosts',
  booking_party_changed: 'co-hosts',
  booking_cancelled: 'co-hosts',
  waitlist_joined: 'co-hosts',
  waitlist_offer: 'co-hosts',
  // It lists the guest's orders.
  booking_thanks: 'company',
  // Several in one email name guests of other events.
  booking_notice: 'company',
  booking_rescheduled_notice: 'company',
  booking_party_changed_notice: 'company',
  booking_cancelled_notice: 'company',
  guest_data: 'company',
  data_request_notice: 'admins',
  invitation: 'admins',
  co_host_invitation: 'admins',
  email_confirmation: 'admins',
  contact_confirmation: 'admins',
  password_reset: 'admins',
  password_changed: 'admins',
  email_changed: 'admins',
} as const satisfies Record<EmailType, EmailReader>

/** The types that someone reads. */
export const typesReadBy = (reader: EmailReader): EmailType[] =>
  (Object.keys(readersOfTypes) as EmailType[]).filter(
    (type) => emailReaders.indexOf(readersOfTypes[type]) <= emailReaders.indexOf(reader),
  )

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

/** The types of a kind. */
export const typesOfKind = (kind: EmailKind): EmailType[] =>
  (Object.keys(emailTypes) as EmailType[]).filter((type) => emailTypes[type] === kind)

/** How an email ends: skipped ones no longer applied when they were due. */
export const endedStatuses = ['sent', 'failed', 'skipped'] as const
export const emailStatuses = ['pending', 'sending', 'waiting', ...endedStatuses] as const

/** The states that the list of emails filters by; `attention` are failed ones that no one dealt with. */
export const emailStates = ['attention', 'waiting', 'sent', 'failed', 'skipped'] as const
export type EmailState = (typeof emailStates)[number]

/** What an email on hold waits for (decision 028). */
export const emailWaits = ['confirmation', 'budget', 'recipient', 'digest'] as const

/** Why an email was not sent; the sentences are in `messages.ts`. */
export const emailFailures = [
  'unknownAddress',
  'unknownDomain',
  'invalidAddress',
  'mailboxOff',
  'mailboxFull',
  'tooLarge',
  'later',
  'unreachableMailbox',
  'refusedAddress',
  'refusedContent',
  'refusedSender',
  'refusedLogin',
  'refused',
  'busy',
  'unreachable',
  'unanswered',
  'notWritten',
  // Of those that were not meant to be sent:
  'ownAction',
  'turnedOff',
] as const
export type EmailFailure = (typeof emailFailures)[number]

/** Failures without a reply of a mail server: what is stored of them is for the operator. */
export const failuresWithoutReply: readonly EmailFailure[] = ['unreachable', 'unanswered', 'notWritten']

/** When a host is told of bookings: of each at once, or of several together. */
export const noticeSchedules = ['now', 'hourly', 'daily'] as const
export type NoticeSchedule = (typeof noticeSchedules)[number]

/** How often a booking's emails can be sent again in 24 hours. */
export const RESENDS_PER_DAY = 5
