import { formatShortDate, formatTime } from '@trunkshow/contract/dates.ts'
import { emailMessages } from '@trunkshow/contract/emails/messages.ts'
import type { EmailKind, EmailState, EmailType } from '@trunkshow/contract/emails/rules.ts'
import type { ListedEmail } from '@trunkshow/contract/emails/schema.ts'
import { wallClock } from '@trunkshow/contract/zones.ts'
import { useCompanyZone } from '../session/session-query.ts'

export const kindLabels: Record<EmailKind, string> = {
  confirmation: 'Booking confirmations',
  reminder: 'Reminders and thank-yous',
  change: 'Booking changes',
  cancellation: 'Cancellations',
  waitlist: 'Waitlist',
  notice: 'Host alerts',
  data: 'Links to guest data',
  account: 'Invitations and accounts',
}

export const typeLabels: Record<EmailType, string> = {
  booking_confirmation: 'Booking confirmed',
  booking_reminder: 'Reminder, the day before',
  booking_reminder_soon: 'Reminder, three hours before',
  booking_thanks: 'Thank-you',
  booking_rescheduled: 'Booking rescheduled',
  booking_party_changed: 'Booking updated',
  booking_cancelled: 'Booking canceled',
  waitlist_joined: 'On the waitlist',
  waitlist_offer: 'A spot opened up',
  booking_notice: 'New booking, to the host',
  booking_rescheduled_notice: 'Booking rescheduled, to the host',
  booking_party_changed_notice: 'Booking updated, to the host',
  booking_cancelled_notice: 'Booking canceled, to the host',
  data_request_notice: 'Data request, to the owner',
  guest_data: 'Link to guest data',
  invitation: 'Invitation',
  co_host_invitation: 'Co-host invitation',
  email_confirmation: 'Confirm your email',
  contact_confirmation: 'Confirm as contact',
  password_reset: 'New password',
  password_changed: 'Password changed',
  email_changed: 'Email changed',
}

export const stateLabels: Record<EmailState, string> = {
  attention: 'Needs attention',
  waiting: 'Waiting to be sent',
  sent: 'Sent',
  failed: 'Failed',
  skipped: 'Not sent',
}

type State = Pick<ListedEmail, 'status' | 'failure' | 'needsAttention'>

/** An email's state in a word, with its color. */
export function tagOf({ status, failure, needsAttention }: State) {
  if (status === 'sent') return { label: 'Sent', tone: 'good' } as const
  if (status === 'failed') return { label: 'Failed', tone: needsAttention ? 'bad' : 'plain' } as const
  if (status === 'skipped') return { label: 'Not sent', tone: 'plain' } as const
  if (status === 'waiting') return { label: 'Waiting', tone: 'warn' } as const
  return failure
    ? ({ label: 'Retrying', tone: 'warn' } as const)
    : ({ label: 'Sending', tone: 'plain' } as const)
}

const waits = {
  confirmation: 'We’ll send it once the account’s email is confirmed.',
  budget: 'Your company reached its email limit for today. We’ll send it as soon as we can.',
  recipient: 'This recipient got too many emails today. We’ll send it tomorrow.',
} as const

type Reasoned = State & Pick<ListedEmail, 'toEmail' | 'waitsFor' | 'nextAttemptAt' | 'retriedUntil'>

/**
 * Why an email was not sent, or not yet; null if it was.
 *
 * @param formatTime formats an instant
 */
export function reasonOf(email: Reasoned, formatTime: (at: string) => string): string | null {
  const { status, failure, toEmail, waitsFor, nextAttemptAt, retriedUntil } = email
  if (status === 'sent') return null
  if (status === 'waiting') {
    if (waitsFor !== 'digest') return waitsFor && waits[waitsFor]
    return `It goes out with other booking alerts${nextAttemptAt ? `, on ${formatTime(nextAttemptAt)}` : ''}.`
  }
  const why = failure && emailMessages.whyFailed(failure, toEmail)
  if (status === 'skipped') return why ?? 'It no longer applied when it was due.'
  if (status === 'failed') return why ?? 'We couldn’t send this email.'
  return why && retriedUntil ? `${why} We’ll keep trying until ${formatTime(retriedUntil)}.` : null
}

/** Returns what formats an instant by the company's clock: `Nov 22, 2026, 10:48 AM`. */
export function useEmailTime() {
  const zone = useCompanyZone()
  return (at: string) => {
    const { date, time } = wallClock(new Date(at), zone)
    return `${formatShortDate(date)}, ${formatTime(time)}`
  }
}
