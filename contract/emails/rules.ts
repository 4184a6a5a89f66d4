import type { EmailFailure } from './messages.ts'

/** What an email is about, in the words of the list's filter. */
export const kindLabels = {
  confirmation: 'Booking confirmations',
  reminder: 'Reminders and thank-yous',
  change: 'Booking changes',
  cancellation: 'Cancellations',
  waitlist: 'Waitlist',
  payment: 'Approvals and payments',
  message: 'Messages to guests',
  notice: 'Host alerts',
  data: 'Links to guest data',
  account: 'Invitations and accounts',
}
export type EmailKind = keyof typeof kindLabels
export const emailKinds = Object.keys(kindLabels) as [EmailKind, ...EmailKind[]]

/** Who emails are for, in the order they are sent and of their names, which an index sorts by (decision 028). */
export const emailAudiences = [
  'account',
  /** Guests who wait for it: their appointment is made, moved or canceled, or a spot is on offer. */
  'guest',
  /** People whose address a user entered. */
  'invited',
  /** Guests whom a host writes to, all at once. */
  'message',
  'reminder',
  'staff',
  'thanks',
] as const
export type EmailAudience = (typeof emailAudiences)[number]

/** Who reads emails in the app: each reads what those before read, too. */
export const emailReaders = ['co-hosts', 'company', 'admins'] as const
export type EmailReader = (typeof emailReaders)[number]

const row = (kind: EmailKind, audience: EmailAudience, reader: EmailReader, label: string) => {
  return { kind, audience, reader, label }
}

/** Each email type's kind, audience, first reader, and name in the app (docs/product.md, What happened to an email). */
export const emailTypes = {
  booking_confirmation: row('confirmation', 'guest', 'co-hosts', 'Booking confirmed'),
  booking_reminder: row('reminder', 'reminder', 'co-hosts', 'Reminder, the day before'),
  booking_reminder_soon: row('reminder', 'reminder', 'co-hosts', 'Reminder, three hours before'),
  // It lists the guest's orders.
  booking_thanks: row('reminder', 'thanks', 'company', 'Thank-you'),
  booking_rescheduled: row('change', 'guest', 'co-hosts', 'Booking rescheduled'),
  booking_party_changed: row('change', 'guest', 'co-hosts', 'Booking updated'),
  booking_cancelled: row('cancellation', 'guest', 'co-hosts', 'Booking canceled'),
  waitlist_joined: row('waitlist', 'guest', 'co-hosts', 'On the waitlist'),
  waitlist_offer: row('waitlist', 'guest', 'co-hosts', 'A spot opened up'),
  payment_request: row('payment', 'guest', 'company', 'Payment link'),
  payment_receipt: row('payment', 'guest', 'company', 'Receipt'),
  proposal: row('payment', 'guest', 'company', 'Order to review'),
  proposal_approved: row('payment', 'guest', 'company', 'Order approved'),
  proposal_code: row('payment', 'guest', 'company', 'Code to approve'),
  stage_begun: row('payment', 'guest', 'company', 'News of an order'),
  making_news: row('notice', 'staff', 'company', 'Orders at risk, to staff'),
  stage_begun_notice: row('notice', 'staff', 'company', 'Order at a stage, to its colleague'),
  proposal_answered: row('notice', 'staff', 'company', 'Answer to an order, to staff'),
  guest_message: row('message', 'message', 'co-hosts', 'Message to guests'),
  guest_message_test: row('message', 'staff', 'company', 'Test of a message'),
  // Several in one email name guests of other events.
  booking_notice: row('notice', 'staff', 'company', 'New booking, to the host'),
  booking_rescheduled_notice: row('notice', 'staff', 'company', 'Booking rescheduled, to the host'),
  booking_party_changed_notice: row('notice', 'staff', 'company', 'Booking updated, to the host'),
  booking_cancelled_notice: row('notice', 'staff', 'company', 'Booking canceled, to the host'),
  data_request_notice: row('notice', 'staff', 'admins', 'Data request, to the owner'),
  guest_data: row('data', 'guest', 'company', 'Link to guest data'),
  invitation: row('account', 'invited', 'admins', 'Invitation'),
  co_host_invitation: row('account', 'invited', 'admins', 'Co-host invitation'),
  email_confirmation: row('account', 'account', 'admins', 'Confirm your email'),
  contact_confirmation: row('account', 'invited', 'admins', 'Confirm as contact'),
  password_reset: row('account', 'account', 'admins', 'New password'),
  password_changed: row('account', 'account', 'admins', 'Password changed'),
  email_changed: row('account', 'account', 'admins', 'Email changed'),
}
export type EmailType = keyof typeof emailTypes

const typesWhere = (applies: (type: ReturnType<typeof row>) => boolean): EmailType[] =>
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
  'guest_message',
  ...scheduledEmailTypes,
  'waitlist_joined',
  'waitlist_offer',
] as const satisfies EmailType[]

/** Characters of a message to guests. */
export const guestMessageLimits = { subject: 150, text: 5000 }

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
