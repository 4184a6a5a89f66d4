/** Who an email is for, in the words of the list's filter. */
export const emailKinds = {
  confirmation: 'Booking confirmations',
  change: 'Booking changes',
  cancellation: 'Cancellations',
  notice: 'Notices to the host',
  data: 'Links to guest data',
  account: 'Invitations and accounts',
} as const
export type EmailKind = keyof typeof emailKinds

/** Every kind of email the product sends: what staff call it, and the filter it belongs to. */
export const emailTypes = {
  booking_confirmation: { label: 'Booking confirmed', kind: 'confirmation' },
  booking_rescheduled: { label: 'Booking rescheduled', kind: 'change' },
  booking_party_changed: { label: 'Booking updated', kind: 'change' },
  booking_cancelled: { label: 'Booking canceled', kind: 'cancellation' },
  booking_notice: { label: 'New booking, to the host', kind: 'notice' },
  booking_rescheduled_notice: { label: 'Booking rescheduled, to the host', kind: 'notice' },
  booking_party_changed_notice: { label: 'Booking updated, to the host', kind: 'notice' },
  booking_cancelled_notice: { label: 'Booking canceled, to the host', kind: 'notice' },
  data_request_notice: { label: 'Data request, to the owner', kind: 'notice' },
  guest_data: { label: 'Link to guest data', kind: 'data' },
  invitation: { label: 'Invitation', kind: 'account' },
  co_host_invitation: { label: 'Co-host invitation', kind: 'account' },
  email_confirmation: { label: 'Confirm your email', kind: 'account' },
  contact_confirmation: { label: 'Confirm as contact', kind: 'account' },
  password_reset: { label: 'New password', kind: 'account' },
} as const satisfies Record<string, { label: string; kind: EmailKind }>
export type EmailType = keyof typeof emailTypes

/** Emails to guests about their booking, which staff can send again. */
export const guestEmailTypes = [
  'booking_confirmation',
  'booking_rescheduled',
  'booking_party_changed',
  'booking_cancelled',
] as const satisfies EmailType[]

/** The types of a kind. */
export const typesOfKind = (kind: EmailKind): EmailType[] =>
  (Object.keys(emailTypes) as EmailType[]).filter((type) => emailTypes[type].kind === kind)

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
] as const
export type EmailFailure = (typeof emailFailures)[number]

/** Failures without a reply of a mail server: what is stored of them is for the operator. */
export const failuresWithoutReply: readonly EmailFailure[] = ['unreachable', 'unanswered', 'notWritten']

/** How often a booking's emails can be sent again in 24 hours. */
export const RESENDS_PER_DAY = 5
